import type { Item } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";
import { membersOf } from "../shared/jsonText";

/** What `fields=full` has beyond ID, title and date (docs/service.md, Event item). */
const fullFields = ["type", "subhead", "sector", "confidence", "company", "event_data"];

/** Whether nothing but ID, title and date is known of an event, although it was requested in full. */
export function isTitleOnly({ value, json }: Item<CompanyEvent>): boolean {
  const { type, subhead, sector, confidence, company, amount } = value;
  if ((type ?? subhead ?? sector ?? confidence ?? company ?? amount) !== undefined) {
    return false;
  }
  const members = membersOf(json);
  return !fullFields.some((name) => members.has(name));
}

/** Whether an event is the same as one with all fields, as far as it tells, so that it must not replace that. */
export function repeatsTitleOnly(item: Item<CompanyEvent>, known: () => Item<CompanyEvent>): boolean {
  if (!isTitleOnly(item)) {
    return false;
  }
  const { value } = known();
  return value.title === item.value.title && value.publishedMs === item.value.publishedMs;
}
