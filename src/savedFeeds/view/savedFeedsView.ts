import * as vscode from "vscode";
import { setContext } from "../../commands";
import { contexts, views } from "../../ids";
import type { Settings } from "../../settings";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { lazyAsync } from "../../util/lazy";
import { TreeSelection } from "../../util/treeSelection";
import type { SavedFeedId } from "../model/savedFeed";
import type { SavedFeedList } from "../savedFeedList";
import type { SavedFeeds } from "../savedFeeds";
import type { SavedFeedRow } from "./savedFeedRows";

const mimeType = `application/vnd.code.tree.${views.savedFeeds.toLowerCase()}`;

/** What the view and its commands need. Loaded on first use. */
export interface ViewEnvironment {
  readonly savedFeeds: () => Promise<SavedFeeds>;
  readonly list: () => Promise<SavedFeedList>;
  readonly settings: Settings;
  readonly clock: Clock;
}

/** The view "Saved Feeds". Until it is visible, it loads nothing. */
export class SavedFeedsView extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<SavedFeedRow | undefined>());
  private readonly view: vscode.TreeView<SavedFeedRow>;
  /** Its rows may be those of an earlier state: commands know feeds by their IDs. */
  private readonly treeSelection: TreeSelection<SavedFeedRow>;
  private openDialogs = 0;
  private isOutdated = false;

  private readonly tree = lazyAsync(async () => {
    const { SavedFeedTree } = await import("./savedFeedTree");
    const { savedFeeds, list, clock } = this.environment;
    const tree = this.register(new SavedFeedTree(await savedFeeds(), await list(), clock));
    this.register(tree.onDidChange(() => this.refresh()));
    return tree;
  });

  constructor(private readonly environment: ViewEnvironment) {
    super();
    this.view = this.register(
      vscode.window.createTreeView<SavedFeedRow>(views.savedFeeds, {
        canSelectMany: true,
        treeDataProvider: {
          onDidChangeTreeData: this.changed.event,
          getChildren: async (row) => [...(await this.tree()).children(row)],
          getTreeItem: async (row) => (await this.tree()).item(row),
          getParent: async (row) => (await this.tree()).parent(row),
          resolveTreeItem: async (item, row) => {
            item.tooltip = (await this.tree()).tooltip(row);
            return item;
          },
        },
        dragAndDropController: {
          dragMimeTypes: [mimeType],
          dropMimeTypes: [mimeType],
          handleDrag: (rows, data) => data.set(mimeType, new vscode.DataTransferItem(rows)),
          handleDrop: async (target, data) => {
            const { dropSavedFeeds } = await import("./moveSavedFeeds");
            await dropSavedFeeds(data.get(mimeType)?.value, target, await this.environment.list());
          },
        },
      }),
    );
    this.treeSelection = this.register(new TreeSelection(this.view, (row) => row));
    this.register(environment.settings.onDidChange("savedFeeds")(() => this.showWhenUsed()));
    this.showWhenUsed();
  }

  get selection(): readonly SavedFeedRow[] {
    return this.treeSelection.rows;
  }

  /** The number beside the icon of Company Feed. */
  setBadge(badge: vscode.ViewBadge | undefined): void {
    this.view.badge = badge;
  }

  /** Selects the row of a feed, if the view is visible. */
  async reveal(id: SavedFeedId): Promise<void> {
    if (!this.view.visible) {
      return;
    }
    const row = (await this.tree()).find(id);
    try {
      await (row && this.view.reveal(row, { select: true, focus: false }));
    } catch {
      // The tree has changed in the meantime.
    }
  }

  /** Runs a dialog. Refreshing the tree is deferred: it would take the focus from the dialog if the tree had it before. */
  async withDialog<T>(show: () => Promise<T>): Promise<T> {
    this.openDialogs++;
    try {
      return await show();
    } finally {
      this.openDialogs--;
      if (this.isOutdated) {
        this.refresh();
      }
    }
  }

  private refresh(): void {
    this.isOutdated = this.openDialogs > 0;
    if (!this.isOutdated) {
      this.changed.fire(undefined);
    }
  }

  /** Without a connection, the view is shown only if there are feeds. */
  private showWhenUsed(): void {
    setContext(contexts.hasSavedFeeds, this.environment.settings.hasSavedFeeds);
  }
}
