import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showInputStep, showPickStep } from "../dialogSteps";
import { commands } from "../ids";
import { sameQuery } from "../shared/feedQuery";
import { isRecord } from "../shared/typeGuards";
import { oneLine } from "../util/strings";
import { type PickItem, showInformation, showQuickPick, showStatusBarMessage } from "../window";
import { suggestedName } from "./feedText";
import type { SavedFeed, SavedFeedSource } from "./model/savedFeed";
import { validateSavedFeedName } from "./model/savedFeedEntries";
import type { Run } from "./savedFeedCommands";
import type { SavedFeedList } from "./savedFeedList";

/** Saves the filters of a feed panel, and follows the saved feed at once. */
export const saveFeed: Run = async ({ panels, list, savedFeeds, view, connections, onDidSave }, argument) => {
  const panelId = isRecord(argument) ? argument["panelId"] : undefined;
  const panel = typeof panelId === "string" ? panels.get(panelId) : panels.focusedLast;
  if (!panel) {
    const openFeed = l10n.t("Open Event Feed");
    const message = l10n.t("Open an event feed and set its filters. Then save it.");
    if ((await showInformation(message, openFeed)) === openFeed) {
      await vscode.commands.executeCommand(commands.openFeed);
    }
    return undefined;
  }
  const { query } = panel.feed;
  const shown = panel.savedFeed.id === undefined ? undefined : list.find(panel.savedFeed.id);
  if (shown && !sameQuery(shown.feed.query, query)) {
    const choice = await askWhatToSave(shown.feed);
    if (choice === "update") {
      await list.edit(shown.id, (now) => ({ ...now, query }));
      showStatusBarMessage(l10n.t('Updated "{0}"', oneLine(shown.feed.name, 100)), { icon: "check" });
    }
    if (choice !== "new") {
      return undefined;
    }
  }
  const { companies = [], alert = "badge" } = shown?.feed ?? {};
  const named = await askWhereAndName(list, suggestedName({ query, companies }));
  if (!named) {
    return undefined;
  }
  const id = await list.add({ name: named.name, query, companies, alert }, named.source);
  onDidSave();
  const connection = connections.clientFor(panel.connection.name)?.connection;
  await (connection && savedFeeds.follow(id, connection));
  await panel.savedFeed.show(id);
  await view.reveal(id);
  showStatusBarMessage(l10n.t('Saved "{0}". New events are counted from now on.', oneLine(named.name, 100)), {
    icon: "check",
  });
  return undefined;
};

async function askWhatToSave({ name }: SavedFeed): Promise<"update" | "new" | undefined> {
  const items: readonly (PickItem & { readonly choice: "update" | "new" })[] = [
    {
      icon: "save",
      label: l10n.t('Update "{0}"', oneLine(name, 60)),
      description: l10n.t("Use the current filters"),
      choice: "update",
    },
    { icon: "save-as", label: l10n.t("Save as a New Feed…"), choice: "new" },
  ];
  return (await showQuickPick(items, { title: l10n.t("Save Feed"), placeHolder: "" }))?.choice;
}

/** Asks for a name; a button of the title leads to the choice of settings. */
async function askWhereAndName(
  list: SavedFeedList,
  suggested: string,
): Promise<{ readonly source: SavedFeedSource; readonly name: string } | undefined> {
  const step = { title: l10n.t("Save Feed"), step: 1, totalSteps: 1 };
  const where = l10n.t("Select where to save the feed");
  const items = list.sources.map((source) => ({ source, ...sourceItem(source) }));
  let source: SavedFeedSource = { kind: "user" };
  let value = suggested;
  for (;;) {
    const existing = list.namesIn(source);
    const result = await showInputStep({
      ...step,
      prompt:
        source.kind === "user"
          ? l10n.t("Enter a name for this feed")
          : l10n.t(
              'Enter a name for this feed. It is offered to everyone who opens "{0}".',
              oneLine(source.label, 60),
            ),
      value,
      validate: (text) => validateSavedFeedName(text, existing),
      option: items.length > 1 ? { icon: "folder", tooltip: where } : undefined,
    });
    if (result.kind === "canceled") {
      return undefined;
    }
    ({ value } = result);
    if (result.kind === "next") {
      return { source, name: value.trim() };
    }
    const picked = await showPickStep({ ...step, placeholder: where, items });
    if (picked.kind === "next") {
      ({ source } = picked.item);
    }
  }
}

function sourceItem(source: SavedFeedSource): PickItem {
  return source.kind === "user"
    ? { icon: "account", label: l10n.t("User settings"), description: l10n.t("Only for you") }
    : {
        icon: source.kind === "workspace" ? "multiple-windows" : "folder",
        label: l10n.t("Settings of {0}", oneLine(source.label, 60)),
        description: l10n.t("Offered to everyone who opens it"),
      };
}
