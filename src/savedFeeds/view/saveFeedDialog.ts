import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connection } from "../../connections/connection";
import { showInputStep, showPickStep } from "../../dialogSteps";
import { commands } from "../../ids";
import type { FeedPanel } from "../../panel/feedPanel";
import { sameQuery } from "../../shared/feedQuery";
import { isRecord } from "../../shared/typeGuards";
import { oneLine } from "../../util/strings";
import { type PickItem, showInformation, showStatusBarMessage } from "../../window";
import { suggestedName } from "../model/feedSummary";
import { endedAt } from "../model/followedFeeds";
import type { SavedFeed, SavedFeedEntry, SavedFeedSource } from "../model/savedFeed";
import { decodeSavedFeeds, validateSavedFeedName } from "../model/savedFeedEntries";
import type { SavedFeedList } from "../savedFeedList";
import type { DialogEnvironment, Run } from "./dialogEnvironment";

/** What is saved, before it has its name. */
interface Draft {
  readonly feed: SavedFeed;
  /** Follows the feed; undefined if there is none. */
  readonly connection: Connection | undefined;
  /** Shows the saved feed from then on. */
  readonly panel?: FeedPanel;
  /** The saved feed that the panel shows with other filters. */
  readonly changed?: SavedFeedEntry;
}

/** Saves the filters of a feed panel, or a feed that a link contains, and follows it at once. */
export const saveFeed: Run = async (environment, argument) => {
  const list = await environment.list();
  const draft = await draftOf(environment, list, argument);
  if (!draft) {
    return undefined;
  }
  const { changed } = draft;
  const choice = changed ? await askWhatToSave(changed) : "new";
  if (choice === "update" && changed) {
    const { query } = draft.feed;
    await list.edit(changed.id, (now) => ({ ...now, query }));
    showStatusBarMessage(l10n.t('Updated "{0}"', oneLine(changed.feed.name, 100)), { icon: "check" });
  } else if (choice === "new") {
    await saveNew(environment, list, draft);
  }
  return undefined;
};

async function draftOf(
  { connections, panels, settings }: DialogEnvironment,
  list: SavedFeedList,
  argument: unknown,
): Promise<Draft | undefined> {
  const given = isRecord(argument) ? argument : {};
  if ("entry" in given) {
    const [feed] = decodeSavedFeeds([given["entry"]], settings.defaultFeedQuery.window).feeds;
    if (!feed) {
      throw new Error(l10n.t("This saved feed is invalid."));
    }
    return withPanel({ feed, connection: connections.active?.connection }, (await panels()).focusedLast);
  }
  const open = await panels();
  const panel = typeof given["panelId"] === "string" ? open.get(given["panelId"]) : open.focusedLast;
  if (!panel) {
    const openFeed = l10n.t("Open Event Feed");
    const message = l10n.t("Open an event feed and set its filters. Then save it.");
    if ((await showInformation(message, openFeed)) === openFeed) {
      await vscode.commands.executeCommand(commands.openFeed);
    }
    return undefined;
  }
  const { id } = panel.savedFeed;
  const shown = id === undefined ? undefined : list.find(id);
  const { companies = [], mute = [], alert = "badge" } = shown?.feed ?? {};
  const { query } = panel.feed;
  const feed = { name: "", query, companies, mute, alert };
  return {
    feed: { ...feed, name: suggestedName(feed) },
    connection: connections.clientFor(panel.connection.name)?.connection,
    panel,
    ...(shown && !sameQuery(shown.feed.query, query) && { changed: shown }),
  };
}

/** The panel that was opened from the link shows the feed as soon as it is saved. */
function withPanel(draft: Draft, panel: FeedPanel | undefined): Draft {
  const isOfLink =
    panel &&
    panel.savedFeed.id === undefined &&
    panel.connection === draft.connection &&
    sameQuery(panel.feed.query, draft.feed.query);
  return isOfLink ? { ...draft, panel } : draft;
}

async function askWhatToSave({ feed }: SavedFeedEntry): Promise<"update" | "new" | undefined> {
  const items: readonly (PickItem & { readonly choice: "update" | "new" })[] = [
    {
      icon: "save",
      label: l10n.t('Update "{0}"', oneLine(feed.name, 60)),
      description: l10n.t("Use the current filters"),
      choice: "update",
    },
    { icon: "save-as", label: l10n.t("Save as a New Feed…"), choice: "new" },
  ];
  const title = l10n.t("Save Feed");
  const result = await showPickStep({ title, step: 1, totalSteps: 1, items });
  return result.kind === "next" ? result.item.choice : undefined;
}

async function saveNew(
  environment: DialogEnvironment,
  list: SavedFeedList,
  { feed, connection, panel }: Draft,
): Promise<void> {
  const named = await askWhereAndName(list, feed);
  if (!named) {
    return;
  }
  const id = await list.add({ ...feed, name: named.name }, named.source);
  environment.onDidSave();
  if (connection) {
    await (await environment.savedFeeds()).follow(id, connection);
  }
  await panel?.savedFeed.show(id);
  await environment.view.reveal(id);
  const name = oneLine(named.name, 100);
  showStatusBarMessage(
    !connection
      ? l10n.t('Saved "{0}"', name)
      : endedAt(feed.query.window, environment.clock.now()) === undefined
        ? l10n.t('Saved "{0}". New events are counted from now on.', name)
        : l10n.t('Saved "{0}" (ended, not checked)', name),
    { icon: "check" },
  );
}

interface SourceItem extends PickItem {
  readonly source: SavedFeedSource;
}

/** Asks for a name; a button of the title leads to the choice of settings. */
async function askWhereAndName(
  list: SavedFeedList,
  feed: SavedFeed,
): Promise<{ readonly source: SavedFeedSource; readonly name: string } | undefined> {
  const title = l10n.t("Save Feed");
  const items = list.sources.map(sourceItem);
  let source = items[0]?.source ?? { kind: "user" as const };
  let name = feed.name;
  for (;;) {
    const existing = list.namesIn(source);
    const result = await showInputStep({
      title,
      step: 1,
      totalSteps: 1,
      prompt: namePrompt(source),
      value: name,
      validate: (text) => validateSavedFeedName(text, existing),
      option:
        items.length > 1 ? { icon: "folder", tooltip: l10n.t("Select where to save the feed") } : undefined,
    });
    if (result.kind === "canceled") {
      return undefined;
    }
    name = result.value;
    if (result.kind === "next") {
      return { source, name: name.trim() };
    }
    const where = await showPickStep<SourceItem>({
      title,
      step: 1,
      totalSteps: 1,
      placeholder: l10n.t("Select where to save the feed"),
      items,
      isActive: isSourceOf(source),
    });
    if (where.kind === "next") {
      ({ source } = where.item);
    }
  }
}

function namePrompt(source: SavedFeedSource): string {
  return source.kind === "user"
    ? l10n.t("Enter a name for this feed")
    : l10n.t(
        'Enter a name for this feed. It is offered to everyone who opens "{0}".',
        oneLine(source.label, 60),
      );
}

function isSourceOf(source: SavedFeedSource): (item: SourceItem) => boolean {
  return (item) => item.source === source;
}

function sourceItem(source: SavedFeedSource): SourceItem {
  switch (source.kind) {
    case "user":
      return { source, icon: "account", label: l10n.t("User settings"), description: l10n.t("Only for you") };
    case "workspace":
    case "folder":
      return {
        source,
        icon: source.kind === "workspace" ? "multiple-windows" : "folder",
        label: l10n.t("Settings of {0}", oneLine(source.label, 60)),
        description: l10n.t("Offered to everyone who opens it"),
      };
  }
}
