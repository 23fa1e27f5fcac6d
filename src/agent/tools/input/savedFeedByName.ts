import type { SavedFeed } from "../../../savedFeeds/model/savedFeed";
import { foldedLabel, nearestLabels } from "./nearestLabels";
import { listed, oneOfThem, quoted } from "./phrases";

const maxListed = 20;

/** The saved feed that an agent names, in any case and spacing. @returns a problem in sentences if there is none */
export function savedFeedByName(
  name: string,
  feeds: readonly SavedFeed[],
): { readonly feed: SavedFeed; readonly notes: readonly string[] } | { readonly problem: string } {
  const exact = feeds.filter((feed) => feed.name === name.trim());
  const found = exact.length > 0 ? exact : feeds.filter((feed) => isSpelledAlike(feed.name, name));
  const [feed, other] = found;
  if (feed) {
    const isAmbiguous = other !== undefined && JSON.stringify(other) !== JSON.stringify(feed);
    return {
      feed,
      notes: isAmbiguous
        ? [`Several saved feeds are named ${quoted(feed.name)}; the first of them is used.`]
        : [],
    };
  }
  const names = feeds.map((it) => it.name);
  if (names.length === 0) {
    return { problem: "The user has no saved feeds. Call again without saved_feed." };
  }
  const nearest = nearestLabels(name, names);
  return {
    problem:
      nearest.length > 0
        ? `No saved feed is named ${quoted(name)}. Nearest: ${nearest.map(quoted).join(", ")}. Call again with ${oneOfThem(nearest)}.`
        : `No saved feed is named ${quoted(name)}. Saved feeds: ${listed(names.map(quoted), maxListed)}.`,
  };
}

function isSpelledAlike(a: string, b: string): boolean {
  return foldedLabel(a) !== "" && foldedLabel(a) === foldedLabel(b);
}
