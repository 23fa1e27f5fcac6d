import type * as vscode from "vscode";
import { Emitter } from "../../shared/event";
import { isolated } from "../../shared/text";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import type { SavedFeedList } from "../savedFeedList";
import type { SavedFeeds } from "../savedFeeds";
import { type FeedRow, type OffersRow, type SavedFeedRow, savedFeedRows } from "./savedFeedRows";
import { savedFeedItem } from "./savedFeedItems";
import { invalidReason, tooltipOf } from "./savedFeedText";

/** The rows of the view as they are now. Loaded when the view is first visible. */
export class SavedFeedTree extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private rows: readonly SavedFeedRow[];
  private shown: string;

  /** What is shown of a row changed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly savedFeeds: SavedFeeds,
    private readonly list: SavedFeedList,
    private readonly clock: Clock,
  ) {
    super();
    this.rows = this.currentRows();
    this.shown = this.appearance();
    this.register(savedFeeds.onDidChange(() => this.update()));
    this.register(list.onDidChange(() => this.update()));
  }

  children(row?: SavedFeedRow): readonly SavedFeedRow[] {
    if (row === undefined) {
      return this.rows;
    }
    return row.kind === "offers" ? [...row.feeds, ...row.invalid] : [];
  }

  parent(row: SavedFeedRow): OffersRow | undefined {
    const offers = this.rows.find((each) => each.kind === "offers");
    return offers && this.children(offers).includes(row) ? offers : undefined;
  }

  /** The row of a feed. */
  find(id: string): FeedRow | undefined {
    return this.rows
      .flatMap((row) => [row, ...this.children(row)])
      .find((row) => row.kind === "feed" && row.status.id === id) as FeedRow | undefined;
  }

  item(row: SavedFeedRow): vscode.TreeItem {
    return savedFeedItem(row, this.clock.now());
  }

  /** Made when it is shown: it says when the feed was last checked. */
  tooltip(row: SavedFeedRow): string {
    switch (row.kind) {
      case "feed":
        return isolated(tooltipOf(this.savedFeeds.find(row.status.id) ?? row.status, this.clock.now()));
      case "offers":
        return "";
      case "invalid":
        return isolated(invalidReason(row.entry));
    }
  }

  private currentRows(): readonly SavedFeedRow[] {
    const { entries, invalidEntries } = this.list;
    return savedFeedRows(this.savedFeeds.feeds, invalidEntries, new Set(entries.map(({ id }) => id)));
  }

  private update(): void {
    this.rows = this.currentRows();
    const shown = this.appearance();
    if (shown !== this.shown) {
      this.shown = shown;
      this.changed.fire();
    }
  }

  /** A text that changes with what is shown: each check changes when a feed was last checked, which the tree does not show. */
  private appearance(): string {
    return JSON.stringify(
      this.rows
        .flatMap((row) => [row, ...this.children(row)])
        .map((row) => {
          const { id, label, description, contextValue, iconPath, accessibilityInformation } = this.item(row);
          return [id, label, description, contextValue, iconPath, accessibilityInformation];
        }),
    );
  }
}
