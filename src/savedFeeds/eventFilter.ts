import type { EventFilter } from "../feed/view/feedView";
import { MutedWords } from "./model/mutedWords";
import type { SavedFeed } from "./model/savedFeed";
import { Watchlist } from "./model/watchlist";

/** What a saved feed leaves out of the events that its query returns. */
export function eventFilterOf({ companies, mute }: Pick<SavedFeed, "companies" | "mute">): EventFilter {
  const watchlist = Watchlist.of(companies);
  const mutedWords = MutedWords.of(mute);
  return {
    ...(!watchlist.isEmpty && {
      companies: { count: companies.length, matches: (company) => watchlist.matches(company) },
    }),
    ...(!mutedWords.isEmpty && { mute: mutedWords }),
  };
}
