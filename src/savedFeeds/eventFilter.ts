import type { EventFilter } from "../feed/view/feedView";
import type { SavedFeed } from "./model/savedFeed";
import { Watchlist } from "./model/watchlist";

/** What a saved feed leaves out of the events that its query returns. */
export function eventFilterOf({ companies }: Pick<SavedFeed, "companies">): EventFilter {
  const watchlist = Watchlist.of(companies);
  return watchlist.isEmpty
    ? {}
    : { companies: { count: companies.length, matches: (company) => watchlist.matches(company) } };
}
