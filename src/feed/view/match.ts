import type { Match } from "../../shared/feedState";
import type { MatchParams } from "../../shared/viewQueries";
import type { EventList } from "../store/eventList";

/** The next match; after the last comes the first. Null without any. */
export function nextMatch(matches: EventList, { from, older }: MatchParams): Match | null {
  if (matches.size === 0) {
    return null;
  }
  const index = (nextIndex(matches, from, older) + matches.size) % matches.size;
  const event = matches.at(index)?.value;
  return event
    ? {
        id: event.id,
        ...(event.publishedMs === undefined ? {} : { publishedMs: event.publishedMs }),
        position: index + 1,
        count: matches.size,
      }
    : null;
}

/** Index of the match to go to; may be one before the first or after the last. */
function nextIndex(matches: EventList, from: MatchParams["from"], older: boolean): number {
  if (!from) {
    return older ? 0 : -1;
  }
  const index = matches.indexOf(from.id);
  if (index >= 0) {
    return older ? index + 1 : index - 1;
  }
  const after = from.publishedMs === undefined ? 0 : matches.countAfter(from.publishedMs);
  return older ? after : after - 1;
}
