import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import { commands, settings, views } from "../ids";
import { isolated } from "../shared/text";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { treeItemId } from "../util/treeItemId";
import { badgeOf } from "./alerts";
import { endedAt } from "./checkGroups";
import { descriptionOf, invalidLabel, invalidReason, labelOf, tooltipOf } from "./feedText";
import type { SavedFeedId, SavedFeedSource } from "./model/savedFeed";
import type { InvalidSavedFeedEntry, SavedFeedList } from "./savedFeedList";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";

export interface FeedRow {
  readonly kind: "feed";
  /** For commands. */
  readonly id: SavedFeedId;
  readonly status: SavedFeedStatus;
}

type Row =
  { readonly kind: "all" } | FeedRow | { readonly kind: "invalid"; readonly entry: InvalidSavedFeedEntry };

const unreadColor = new vscode.ThemeColor("notificationsInfoIcon.foreground");
const mutedColor = new vscode.ThemeColor("list.deemphasizedForeground");
const warningColor = new vscode.ThemeColor("list.warningForeground");

/** The view "Feeds": all events, then the saved feeds. Until it is visible, it loads nothing. */
export class FeedsView extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<Row | undefined>());
  private readonly view: vscode.TreeView<Row>;
  private openDialogs = 0;
  /** What is shown, as a text: most checks change only when a feed was last checked. */
  private shown = "";
  private rows: readonly Row[] = [];

  constructor(
    private readonly savedFeeds: () => Promise<SavedFeeds>,
    private readonly list: () => Promise<SavedFeedList>,
    private readonly connections: Connections,
    private readonly clock: Clock,
  ) {
    super();
    this.view = this.register(
      vscode.window.createTreeView<Row>(views.savedFeeds, {
        canSelectMany: true,
        treeDataProvider: {
          onDidChangeTreeData: this.changed.event,
          getChildren: async (row) => (row ? [] : [...(await this.loadRows())]),
          getTreeItem: (row) => this.item(row),
          getParent: () => undefined,
          resolveTreeItem: async (item, row) => {
            if (row.kind === "feed") {
              const status = (await this.savedFeeds()).find(row.id) ?? row.status;
              item.tooltip = isolated(tooltipOf(status, this.clock.now()));
            }
            return item;
          },
        },
      }),
    );
    this.register(connections.onDidChangeActive(() => this.update()));
    this.register(connections.onDidChangeList(() => this.update()));
  }

  /** Selects the row of a feed, if the view is visible. */
  async reveal(id: SavedFeedId): Promise<void> {
    const row = this.rows.find((each) => each.kind === "feed" && each.id === id);
    try {
      await (row && this.view.visible && this.view.reveal(row, { select: true, focus: false }));
    } catch {
      // The tree has changed in the meantime.
    }
  }

  /** Runs a dialog. Refreshing the tree waits: it would take the focus from the dialog if the tree had it before. */
  async withDialog<T>(show: () => Promise<T>): Promise<T> {
    this.openDialogs++;
    try {
      return await show();
    } finally {
      this.openDialogs--;
      this.update();
    }
  }

  /** Shows what changed, once saved feeds are loaded. */
  readonly update = (savedFeeds?: SavedFeeds): void => {
    if (savedFeeds) {
      this.view.badge = badgeOf(savedFeeds.feeds);
      this.view.message = savedFeeds.problem ?? "";
    }
    void this.refresh();
  };

  private async refresh(): Promise<void> {
    const before = this.shown;
    if (before === "" || this.openDialogs > 0) {
      return;
    }
    await this.loadRows();
    if (this.shown !== before) {
      this.changed.fire(undefined);
    }
  }

  private async loadRows(): Promise<readonly Row[]> {
    const hasConnection = this.connections.active !== undefined || this.connections.list.all.length > 0;
    if (!hasConnection) {
      this.rows = [];
    } else {
      const [{ feeds }, { invalidEntries }] = [await this.savedFeeds(), await this.list()];
      const isOffer = ({ source, following }: SavedFeedStatus): boolean =>
        source.kind !== "user" && !following;
      const ordered = [...feeds.filter((feed) => !isOffer(feed)), ...feeds.filter(isOffer)];
      this.rows = [
        { kind: "all" },
        ...ordered.map((status): Row => ({ kind: "feed", id: status.id, status })),
        ...invalidEntries.map((entry): Row => ({ kind: "invalid", entry })),
      ];
    }
    this.shown = JSON.stringify(
      this.rows.map((row) => {
        const { label, description, contextValue, iconPath } = this.item(row);
        return [row.kind, label, description, contextValue, iconPath];
      }),
    );
    return this.rows;
  }

  private item(row: Row): vscode.TreeItem {
    switch (row.kind) {
      case "all": {
        const item = new vscode.TreeItem(l10n.t("All events"));
        item.id = treeItemId(["all"]);
        item.iconPath = new vscode.ThemeIcon("pulse");
        item.command = { command: commands.openFeed, title: l10n.t("Open Event Feed") };
        return item;
      }
      case "feed":
        return this.feedItem(row);
      case "invalid":
        return invalidItem(row.entry);
    }
  }

  private feedItem(row: FeedRow): vscode.TreeItem {
    const { status } = row;
    const { source, following } = status;
    const description = descriptionOf(status, this.connections.active?.connection.name, this.clock.now());
    const item = new vscode.TreeItem(isolated(labelOf(status)));
    item.id = treeItemId(["feed", status.id]);
    item.description = isolated(description);
    item.iconPath = feedIcon(status, this.clock.now());
    // Words that `when` clauses of menus look for.
    item.contextValue = [
      "savedFeed",
      source.kind === "user" ? "own" : "shared",
      following ? "followed" : "unfollowed",
      ...(following && following.unread.count > 0 ? ["unread"] : []),
    ].join(" ");
    item.accessibilityInformation = { label: [labelOf(status), description].filter(Boolean).join(", ") };
    item.command = { command: commands.openSavedFeed, title: l10n.t("Open Saved Feed"), arguments: [row] };
    return item;
  }
}

/** The dot of unread events is the only color: nothing else asks for attention. */
function feedIcon({ feed, following }: SavedFeedStatus, nowMs: number): vscode.ThemeIcon {
  if (!following) {
    return new vscode.ThemeIcon("circle-outline", mutedColor);
  }
  if (following.unread.count > 0) {
    return new vscode.ThemeIcon("circle-filled", unreadColor);
  }
  if (endedAt(feed.query.window, nowMs) !== undefined) {
    return new vscode.ThemeIcon("history", mutedColor);
  }
  return following.problem === undefined
    ? new vscode.ThemeIcon("pulse")
    : new vscode.ThemeIcon("warning", warningColor);
}

function invalidItem(entry: InvalidSavedFeedEntry): vscode.TreeItem {
  const [label, reason] = [invalidLabel(entry), invalidReason(entry)];
  const item = new vscode.TreeItem(isolated(label));
  item.id = treeItemId(["invalid", JSON.stringify(entry.source), String(entry.index), reason]);
  item.description = isolated(reason);
  item.tooltip = isolated(reason);
  item.iconPath = new vscode.ThemeIcon("warning", warningColor);
  item.contextValue = "invalidSavedFeed";
  item.accessibilityInformation = { label: l10n.t("Invalid saved feed: {0}", `${label}, ${reason}`) };
  item.command = { title: l10n.t("Open Settings (JSON)"), ...settingsFile(entry.source) };
  return item;
}

/** The command that opens the settings with an entry. */
function settingsFile(source: SavedFeedSource): { readonly command: string; readonly arguments: unknown[] } {
  const reveal = { revealSetting: { key: `${settings.section}.${settings.savedFeeds}` } };
  switch (source.kind) {
    case "user":
      return { command: "workbench.action.openSettingsJson", arguments: [reveal] };
    case "workspace":
      return { command: "workbench.action.openWorkspaceSettingsFile", arguments: [reveal] };
    case "folder": {
      const file = vscode.Uri.joinPath(vscode.Uri.parse(source.uri), ".vscode", "settings.json");
      return { command: "vscode.open", arguments: [file] };
    }
  }
}
