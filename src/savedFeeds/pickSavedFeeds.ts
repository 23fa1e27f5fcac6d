import * as l10n from "@vscode/l10n";
import type { FeedPanels } from "../panel/feedPanels";
import { isRecord } from "../shared/schemas";
import { showQuickPick, showStatusBarMessage } from "../window";
import { savedFeedDescription } from "./savedFeedText";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";

/**
 * Finds the feeds in a command's arguments. Without arguments, shows a quick pick, with the feed of the focused panel first.
 * @param args a row of the view and all selected rows; or `{ id }`, or the name of a feed
 * @param choices the feeds of the quick pick
 * @returns an empty list if the quick pick was dismissed, or there was nothing to pick from
 * @throws {Error} if none of the feeds exists
 */
export async function pickSavedFeeds(
  { savedFeeds, panels }: { readonly savedFeeds: SavedFeeds; readonly panels: FeedPanels },
  [first, all]: readonly unknown[],
  title: string,
  choices = savedFeeds.feeds,
): Promise<readonly SavedFeedStatus[]> {
  const rows: readonly unknown[] = Array.isArray(all) && all.length > 0 ? all : [first];
  if (first !== undefined) {
    const found = savedFeeds.feeds.filter((status) => rows.some((row) => isNamedBy(status, row)));
    if (found.length === 0) {
      throw new Error(l10n.t("This saved feed was removed or renamed."));
    }
    return found;
  }
  const isShown = ({ id }: SavedFeedStatus): boolean => id === panels.focusedLast?.savedFeed.id;
  const inOrder = [...choices.filter(isShown), ...choices.filter((status) => !isShown(status))];
  const items = inOrder.map((status) => ({
    label: status.feed.name,
    description: savedFeedDescription(status, undefined, Date.now()),
    icon: status.following ? "pulse" : "circle-outline",
    status,
  }));
  if (items.length === 0) {
    showStatusBarMessage(l10n.t("There are no saved feeds yet. Open an event feed and save its filters."));
    return [];
  }
  const placeHolder = l10n.t("Select a saved feed");
  const picked = await showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked ? [picked.status] : [];
}

function isNamedBy({ id, feed }: SavedFeedStatus, row: unknown): boolean {
  return row === feed.name || (isRecord(row) && row["id"] === id);
}
