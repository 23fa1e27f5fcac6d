import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import { commands, settings, views } from "../ids";
import { formatNumber, isolated } from "../shared/text";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { OpenDialogs } from "../util/openDialogs";
import { oneLine } from "../util/strings";
import { treeItem } from "../window";
import { badgeOf } from "./notifications";
import { hasUnread, savedFeedDescription, savedFeedTooltip } from "./savedFeedText";
import type { SavedFeedSource } from "./model/savedFeed";
import type { InvalidSavedFeedEntry, SavedFeedList } from "./savedFeedList";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";

type FeedRow = SavedFeedStatus & { readonly kind: "feed" };
type Row = { readonly kind: "all" } | FeedRow | (InvalidSavedFeedEntry & { readonly kind: "invalid" });

const unreadColor = new vscode.ThemeColor("notificationsInfoIcon.foreground");
const mutedColor = new vscode.ThemeColor("list.deemphasizedForeground");
const warningColor = new vscode.ThemeColor("list.warningForeground");

/** The view "Feeds": all events, then the saved feeds. Loads nothing until it is visible. */
export class SavedFeedsView extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<undefined>());
  private readonly view: vscode.TreeView<Row>;
  readonly dialogs = new OpenDialogs(() => this.update());
  /** The rows on screen as JSON. Most checks don't change it, so the view is not refreshed. */
  private shown = "";

  constructor(
    private readonly feeds: () => Promise<readonly SavedFeedStatus[]>,
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
          resolveTreeItem: async (item, row) => {
            if (row.kind === "feed") {
              const status = (await this.feeds()).find(({ id }) => id === row.id) ?? row;
              item.tooltip = isolated(savedFeedTooltip(status, this.clock.now()));
            }
            return item;
          },
        },
      }),
    );
    this.register(connections.onDidChangeActive(() => this.update()));
    this.register(connections.onDidChangeList(() => this.update()));
  }

  update(savedFeeds?: SavedFeeds): void {
    if (savedFeeds) {
      this.view.badge = badgeOf(savedFeeds.feeds);
      this.view.message = savedFeeds.problem ?? "";
    }
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    const before = this.shown;
    if (before === "" || this.dialogs.areOpen) {
      return;
    }
    await this.loadRows();
    if (this.shown !== before) {
      this.changed.fire(undefined);
    }
  }

  private async loadRows(): Promise<readonly Row[]> {
    const rows = await this.currentRows();
    this.shown = JSON.stringify(
      rows.map((row) => {
        const { label, description, contextValue, iconPath } = this.item(row);
        return [row.kind, label, description, contextValue, iconPath];
      }),
    );
    return rows;
  }

  private async currentRows(): Promise<readonly Row[]> {
    if (!this.connections.active && this.connections.list.all.length === 0) {
      return [];
    }
    const { invalidEntries } = await this.list();
    const feeds = await this.feeds();
    const isOffer = ({ source, following }: SavedFeedStatus): boolean => source.kind !== "user" && !following;
    const ordered = [...feeds.filter((feed) => !isOffer(feed)), ...feeds.filter(isOffer)];
    return [
      { kind: "all" },
      ...ordered.map((status): Row => ({ ...status, kind: "feed" })),
      ...invalidEntries.map((entry): Row => ({ ...entry, kind: "invalid" })),
    ];
  }

  private item(row: Row): vscode.TreeItem {
    switch (row.kind) {
      case "all":
        return treeItem(["all"], {
          label: l10n.t("All events"),
          description: "",
          iconPath: new vscode.ThemeIcon("pulse"),
          command: { command: commands.openFeed, title: l10n.t("Open Event Feed") },
        });
      case "feed":
        return this.feedItem(row);
      case "invalid":
        return invalidItem(row);
    }
  }

  private feedItem(row: FeedRow): vscode.TreeItem {
    const { following } = row;
    const isUnread = hasUnread(row);
    const active = this.connections.active?.connection.name;
    return treeItem(["feed", row.id], {
      // A longer name would leave no room for the number of unread events.
      label: oneLine(row.feed.name, isUnread ? 22 : 100),
      description: savedFeedDescription(row, active, this.clock.now()),
      iconPath: feedIcon(row),
      contextValue: following ? (isUnread ? "unreadFeed" : "readFeed") : "unfollowedFeed",
      command: { command: commands.openSavedFeed, title: l10n.t("Open Saved Feed"), arguments: [row] },
    });
  }
}

/** Only unread events have a color, because nothing else needs attention. */
function feedIcon(status: SavedFeedStatus): vscode.ThemeIcon {
  const { following } = status;
  if (!following) {
    return new vscode.ThemeIcon("circle-outline", mutedColor);
  }
  if (hasUnread(status)) {
    return new vscode.ThemeIcon("circle-filled", unreadColor);
  }
  return following.problem === undefined
    ? new vscode.ThemeIcon("pulse")
    : new vscode.ThemeIcon("warning", warningColor);
}

function invalidItem({ source, index, name, reason }: InvalidSavedFeedEntry): vscode.TreeItem {
  const place = index === undefined ? undefined : l10n.t("Entry {0}", formatNumber(index + 1));
  const label = oneLine(name ?? place ?? l10n.t("Invalid setting"), 100);
  const description = name !== undefined && place !== undefined ? `${place}: ${reason}` : reason;
  return treeItem(["invalid", JSON.stringify(source), String(index), reason], {
    label,
    description,
    accessibleLabel: l10n.t("Invalid saved feed: {0}", `${label}, ${description}`),
    iconPath: new vscode.ThemeIcon("warning", warningColor),
    tooltip: isolated(description),
    command: { title: l10n.t("Open Settings (JSON)"), ...settingsFile(source) },
  });
}

function settingsFile(source: SavedFeedSource): { readonly command: string; readonly arguments: unknown[] } {
  if (source.kind === "user") {
    const reveal = { revealSetting: { key: `${settings.section}.${settings.savedFeeds}` } };
    return { command: "workbench.action.openSettingsJson", arguments: [reveal] };
  }
  const uri = vscode.Uri.parse(source.uri);
  const file = source.kind === "folder" ? vscode.Uri.joinPath(uri, ".vscode", "settings.json") : uri;
  return { command: "vscode.open", arguments: [file] };
}
