import { type FeedQuery, sameQuery } from "../shared/feedQuery";

/** What tells whether a panel is still as it was opened. */
interface PreviewablePanel {
  readonly client: object;
  readonly feed: { readonly query: FeedQuery };
  readonly savedFeed: { readonly id: string | undefined };
}

/** A panel that was opened without the user having asked for one, and the query it was opened with. */
export interface PreviewedPanel<P extends PreviewablePanel> {
  readonly panel: P;
  readonly query: FeedQuery;
}

/**
 * The panel, if it may show something else now. It has to be open, and the user must not have changed its filters or saved it
 * as a feed.
 */
export function replaceablePanel<P extends PreviewablePanel>(
  previewed: PreviewedPanel<P> | undefined,
  client: P["client"],
  open: readonly P[],
): P | undefined {
  if (!previewed) {
    return undefined;
  }
  const { panel, query } = previewed;
  const isUnchanged =
    panel.client === client && panel.savedFeed.id === undefined && sameQuery(panel.feed.query, query);
  return isUnchanged && open.includes(panel) ? panel : undefined;
}
