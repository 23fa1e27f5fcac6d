import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands } from "../../ids";
import { isolated } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { treeItemId } from "../../util/treeItemId";
import { endedAt, hasUnread } from "../model/followedFeeds";
import { isSnoozed } from "../model/snooze";
import type { SavedFeedStatus } from "../savedFeeds";
import type { FeedRow, InvalidRow, OffersRow, SavedFeedRow } from "./savedFeedRows";
import {
  accessibilityLabelOf,
  descriptionOf,
  invalidLabel,
  invalidReason,
  offersLabel,
} from "./savedFeedText";

const { None, Collapsed } = vscode.TreeItemCollapsibleState;

const unreadColor = new vscode.ThemeColor("notificationsInfoIcon.foreground");
const mutedColor = new vscode.ThemeColor("list.deemphasizedForeground");
const warningColor = new vscode.ThemeColor("list.warningForeground");

/** What the view shows for a row, without its tooltip. */
export function savedFeedItem(row: SavedFeedRow, nowMs: number): vscode.TreeItem {
  switch (row.kind) {
    case "feed":
      return feedItem(row, nowMs);
    case "offers":
      return offersItem(row);
    case "invalid":
      return invalidItem(row);
  }
}

function feedItem(row: FeedRow, nowMs: number): vscode.TreeItem {
  const { status } = row;
  const item = new vscode.TreeItem(isolated(oneLine(status.feed.name, 100)), None);
  item.id = treeItemId(["feed", status.id]);
  item.description = isolated(descriptionOf(status, nowMs));
  item.iconPath = feedIcon(status, nowMs);
  item.contextValue = contextOf(row, nowMs);
  item.accessibilityInformation = { label: accessibilityLabelOf(status, nowMs) };
  item.command = { command: commands.openSavedFeed, title: l10n.t("Open Saved Feed"), arguments: [row] };
  return item;
}

/** The dot of unread events is the only color: nothing else asks for attention. */
function feedIcon({ feed, following }: SavedFeedStatus, nowMs: number): vscode.ThemeIcon {
  if (!following) {
    return new vscode.ThemeIcon("circle-outline", mutedColor);
  }
  const { unread, snoozedUntilMs, problem } = following;
  const isEnded = endedAt(feed.query.window, nowMs) !== undefined;
  if (problem !== undefined && !isEnded) {
    return new vscode.ThemeIcon("warning", warningColor);
  }
  if (isSnoozed(snoozedUntilMs, nowMs) && !isEnded) {
    return new vscode.ThemeIcon("bell-slash", mutedColor);
  }
  if (hasUnread(unread)) {
    return new vscode.ThemeIcon("circle-filled", unreadColor);
  }
  return isEnded ? new vscode.ThemeIcon("history", mutedColor) : new vscode.ThemeIcon("pulse");
}

/** Words that `when` clauses of menus look for. */
function contextOf({ status: { feed, source, following }, isElsewhere }: FeedRow, nowMs: number): string {
  const { unread, snoozedUntilMs } = following ?? {};
  return [
    "savedFeed",
    source.kind === "user" ? "own" : "shared",
    ...(isElsewhere ? [] : ["editable"]),
    following ? "followed" : "unfollowed",
    ...(following && endedAt(feed.query.window, nowMs) === undefined ? ["checked"] : []),
    ...(unread && hasUnread(unread) ? ["unread"] : []),
    ...(isSnoozed(snoozedUntilMs, nowMs) ? ["snoozed"] : []),
  ].join(" ");
}

function offersItem(row: OffersRow): vscode.TreeItem {
  const item = new vscode.TreeItem(offersLabel(row), Collapsed);
  item.id = treeItemId(["offers"]);
  item.iconPath = new vscode.ThemeIcon("organization");
  item.contextValue = "savedFeedOffers";
  return item;
}

function invalidItem({ entry }: InvalidRow): vscode.TreeItem {
  const item = new vscode.TreeItem(isolated(invalidLabel(entry)), None);
  const reason = invalidReason(entry);
  item.id = treeItemId(["invalid", JSON.stringify(entry.source), String(entry.index), reason]);
  item.description = isolated(reason);
  item.iconPath = new vscode.ThemeIcon("warning", warningColor);
  item.contextValue = "invalidSavedFeed";
  item.accessibilityInformation = {
    label: l10n.t("Invalid saved feed: {0}", `${invalidLabel(entry)}, ${reason}`),
  };
  item.command = {
    command: commands.openSavedFeedsSetting,
    title: l10n.t("Open Settings (JSON)"),
    arguments: [entry.source],
  };
  return item;
}
