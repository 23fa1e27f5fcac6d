import type { SavedFeedEntry, SavedFeedId, SavedFeedSource } from "../model/savedFeed";
import { isSameSource } from "../model/savedFeed";
import type { SavedFeedList } from "../savedFeedList";
import type { FeedRow, SavedFeedRow } from "./savedFeedRows";

/**
 * Moves the dragged feeds to where they were dropped: in front of a row above, behind a row below, at the end if not on a row. A feed
 * stays in its settings file.
 * @param dragged unvalidated
 */
export async function dropSavedFeeds(
  dragged: unknown,
  target: SavedFeedRow | undefined,
  list: Pick<SavedFeedList, "entries" | "move">,
): Promise<void> {
  const rows = (Array.isArray(dragged) ? (dragged as SavedFeedRow[]) : []).filter(
    (row): row is FeedRow => row.kind === "feed",
  );
  const [first] = rows;
  if (!first || (target && target.kind !== "feed")) {
    return;
  }
  const moved = rows.filter(({ status }) => isSameSource(status.source, first.status.source));
  if (target && !isSameSource(target.status.source, first.status.source)) {
    return;
  }
  const ids = new Set(moved.map(({ status }) => status.id));
  if (target && ids.has(target.status.id)) {
    return;
  }
  const file = entriesOf(first.status.source, list);
  const order = file.map(({ id }) => id);
  const before = nextAfterDrop(order, ids, target?.status.id);
  for (const id of order.filter((each) => ids.has(each))) {
    await list.move(id, before);
  }
}

/** Which feed comes after the moved ones; undefined: none. */
function nextAfterDrop(
  order: readonly SavedFeedId[],
  moved: ReadonlySet<SavedFeedId>,
  target: SavedFeedId | undefined,
): SavedFeedId | undefined {
  if (target === undefined) {
    return undefined;
  }
  const isBelow = order.findIndex((id) => moved.has(id)) < order.indexOf(target);
  return isBelow ? order.slice(order.indexOf(target) + 1).find((id) => !moved.has(id)) : target;
}

/** Moves a feed by one row. At the first or last row, nothing happens. */
export async function moveSavedFeed(
  id: SavedFeedId,
  direction: "up" | "down",
  list: Pick<SavedFeedList, "entries" | "move">,
): Promise<void> {
  const entry = list.entries.find((each) => each.id === id);
  const file = entry ? entriesOf(entry.source, list) : [];
  const index = file.findIndex((each) => each.id === id);
  const next = direction === "up" ? file[index - 1] : file[index + 2];
  if (index < 0 || (direction === "up" ? index === 0 : index === file.length - 1)) {
    return;
  }
  await list.move(id, next?.id);
}

function entriesOf(
  source: SavedFeedSource,
  { entries }: Pick<SavedFeedList, "entries">,
): readonly SavedFeedEntry[] {
  return entries.filter((entry) => isSameSource(entry.source, source));
}
