import * as l10n from "@vscode/l10n";
import { isRecord } from "../shared/typeGuards";
import { type PickItem, showQuickPick, showStatusBarMessage } from "../window";
import { descriptionOf } from "./feedText";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";

interface Choice {
  readonly title: string;
  /** Which feeds can be picked; all if absent. */
  readonly accepts?: (status: SavedFeedStatus) => boolean;
  /** What the status bar says if there is none. */
  readonly none?: string;
}

/**
 * The feeds that a menu of the view passes to its command, or that a caller names; else one that is picked.
 * @param args a row and all selected rows; or `{ id }`, or the name of a feed
 * @returns an empty list if the quick pick was dismissed, or there is nothing to pick from
 */
export async function chosenFeeds(
  savedFeeds: SavedFeeds,
  [first, all]: readonly unknown[],
  { title, accepts = () => true, none }: Choice,
): Promise<readonly SavedFeedStatus[]> {
  const rows: readonly unknown[] = Array.isArray(all) && all.length > 0 ? all : [first];
  if (first !== undefined) {
    const found = savedFeeds.feeds.filter((status) => rows.some((row) => isNamedBy(status, row)));
    if (found.length === 0) {
      throw new Error(l10n.t("This saved feed was removed or renamed."));
    }
    return found.filter(accepts);
  }
  const items = savedFeeds.feeds.filter(accepts).map((status): PickItem & { status: SavedFeedStatus } => ({
    label: status.feed.name,
    description: [
      ...(status.source.kind === "user" ? [] : [status.source.label]),
      descriptionOf(status, undefined, Date.now()),
    ].join(" · "),
    icon: status.following
      ? status.following.unread.count > 0
        ? "circle-filled"
        : "pulse"
      : "circle-outline",
    status,
  }));
  if (items.length === 0) {
    showStatusBarMessage(
      none ?? l10n.t("There are no saved feeds yet. Open an event feed and save its filters."),
    );
    return [];
  }
  const placeHolder = l10n.t("Select a saved feed");
  const picked = await showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked ? [picked.status] : [];
}

function isNamedBy({ id, feed }: SavedFeedStatus, row: unknown): boolean {
  return row === feed.name || (isRecord(row) && row["id"] === id);
}
