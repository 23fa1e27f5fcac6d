/** Values of an event that the feed can be filtered by. */
import type { FeedQuery } from "../../shared/feedQuery";
import { isFilterText } from "../../shared/filters";
import type { EventRow } from "../../shared/feedState";

/** Whether the list can be narrowed to the type of an event, and is not already. */
export function canFilterByType({ type }: Pick<EventRow, "type">, query: FeedQuery | undefined): boolean {
  return isFilterText(type) && !(query?.types.length === 1 && query.types[0] === type);
}

export function canFilterBySector(
  { sector }: Pick<EventRow, "sector">,
  query: FeedQuery | undefined,
): boolean {
  return isFilterText(sector) && query?.sector !== sector;
}
