import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showInputStep, showPickStep } from "../../dialogSteps";
import { commands } from "../../ids";
import { activeFilters, sameQuery, windowDays } from "../../shared/feedQuery";
import { oneLine } from "../../util/strings";
import { type PickItem, showStatusBarMessage } from "../../window";
import { companyCount } from "../model/feedSummary";
import type { AlertLevel, SavedFeed, SavedFeedEntry } from "../model/savedFeed";
import { checkTexts, maxCompanies, maxMutedWords, validateSavedFeedName } from "../model/savedFeedEntries";
import type { SavedFeedList } from "../savedFeedList";
import { changedTexts, listText, textsIn } from "../model/textList";
import { chosenFeeds } from "./pickSavedFeed";
import type { DialogEnvironment, Run } from "./dialogEnvironment";
import { alertText } from "./savedFeedText";

/** What a step leads to: a change of the feed, the list of what can be edited, or the end. */
type Edit = Change | "back" | undefined;

/** Of the feed as the settings have it when it is saved, which need not be what the dialog showed. */
type Change = (now: SavedFeed) => SavedFeed;

interface EditItem extends PickItem {
  readonly edit: (feed: SavedFeed) => Promise<Edit>;
}

/** Asks what to edit, and edits only that: the dialog may be open for long, and the rest of the feed be edited elsewhere meanwhile. */
export const editSavedFeed: Run = async (environment, ...args) => {
  const [savedFeeds, list] = await Promise.all([environment.savedFeeds(), environment.list()]);
  const [status] = await chosenFeeds(savedFeeds, args.slice(0, 1), {
    title: l10n.t("Edit Saved Feed"),
    clock: environment.clock,
  });
  if (!status) {
    return undefined;
  }
  let last: string | undefined;
  for (;;) {
    const entry = list.find(status.id);
    if (!entry) {
      throw new Error(l10n.t("This saved feed is not in the settings of this window."));
    }
    const items = await editItems(environment, list, entry);
    const picked = await showPickStep({
      title: editTitle(entry.feed),
      step: 1,
      totalSteps: 1,
      placeholder: l10n.t("Select what to edit"),
      items,
      isActive: ({ label }) => label === last,
    });
    if (picked.kind !== "next") {
      return undefined;
    }
    last = picked.item.label;
    const edited = await picked.item.edit(entry.feed);
    if (edited === undefined) {
      return undefined;
    }
    if (edited !== "back") {
      const id = await list.edit(entry.id, edited);
      await environment.view.reveal(id);
      const { name } = list.find(id)?.feed ?? entry.feed;
      showStatusBarMessage(l10n.t('Updated "{0}"', oneLine(name, 100)), { icon: "check" });
      return undefined;
    }
  }
};

function editTitle({ name }: SavedFeed): string {
  return l10n.t({
    message: 'Edit "{0}"',
    args: [oneLine(name, 60)],
    comment: ["{0} is the name of a saved feed"],
  });
}

async function editItems(
  { panels }: DialogEnvironment,
  list: SavedFeedList,
  entry: SavedFeedEntry,
): Promise<readonly EditItem[]> {
  const { feed, source } = entry;
  const { query } = (await panels()).focusedLast?.feed ?? {};
  const current = [...activeFilters(feed.query), windowDays(feed.query.window)].join(" · ");
  return [
    {
      icon: "tag",
      label: l10n.t("Name"),
      description: feed.name,
      edit: () => editName(list, entry),
    },
    { icon: "bell", label: l10n.t("Alerts"), description: alertText(feed.alert), edit: editAlert },
    {
      icon: "organization",
      label: l10n.t("Companies"),
      description:
        feed.companies.length === 0 ? l10n.t("All companies") : companyCount(feed.companies.length),
      edit: editCompanies,
    },
    {
      icon: "cloud-download",
      label: l10n.t("Import companies…"),
      description: l10n.t("From pasted lines or a CSV file"),
      edit: async () => {
        await vscode.commands.executeCommand(commands.importWatchlist, entry.id);
        return undefined;
      },
    },
    {
      icon: "mute",
      label: l10n.t("Muted words"),
      description: feed.mute.length === 0 ? l10n.t("None") : feed.mute.join(", "),
      edit: editMutedWords,
    },
    {
      icon: "filter",
      label: l10n.t("Filters"),
      description:
        query && !sameQuery(query, feed.query) ? l10n.t("Use the filters of the open event feed") : current,
      ...(query && !sameQuery(query, feed.query) && { detail: l10n.t("Now: {0}", current) }),
      edit: (each) => editFilters(query, each),
    },
    {
      icon: "json",
      label: l10n.t("Edit in settings.json"),
      edit: async () => {
        await vscode.commands.executeCommand(commands.openSavedFeedsSetting, source);
        return undefined;
      },
    },
  ];
}

async function editName(list: SavedFeedList, { source, feed }: SavedFeedEntry): Promise<Edit> {
  const existing = list.namesIn(source).filter((name) => name !== feed.name);
  const prompt = l10n.t("Enter a name for this feed");
  return edit(
    feed,
    { prompt, value: feed.name, validate: (text) => validateSavedFeedName(text, existing) },
    (name) => (now) => ({ ...now, name: name.trim() }),
  );
}

async function editAlert(feed: SavedFeed): Promise<Edit> {
  const levels: readonly AlertLevel[] = ["badge", "toast", "off"];
  const icons: Readonly<Record<AlertLevel, string>> = {
    badge: "circle-filled",
    toast: "bell",
    off: "bell-slash",
  };
  const result = await showPickStep({
    title: editTitle(feed),
    step: 2,
    totalSteps: 2,
    placeholder: l10n.t("Select how new events are announced"),
    items: levels.map((alert) => ({ icon: icons[alert], label: alertText(alert), alert })),
    isActive: ({ alert }) => alert === feed.alert,
  });
  if (result.kind !== "next") {
    return result.kind === "back" ? "back" : undefined;
  }
  const { alert } = result.item;
  return (now) => ({ ...now, alert });
}

async function editCompanies(feed: SavedFeed): Promise<Edit> {
  const prompt = l10n.t("Domains, names or entity IDs, separated by commas. Leave empty for all companies.");
  return edit(
    feed,
    {
      prompt: (text) => {
        const { length } = textsIn(text);
        return length > 5 ? `${prompt} ${l10n.t("Now: {0}", companyCount(length))}` : prompt;
      },
      value: listText(feed.companies),
      validate: (text) => checkTexts(textsIn(text), maxCompanies),
    },
    (text) => (now) => ({
      ...now,
      companies: changedList(now.companies, { from: feed.companies, to: textsIn(text) }, maxCompanies),
    }),
  );
}

async function editMutedWords(feed: SavedFeed): Promise<Edit> {
  return edit(
    feed,
    {
      prompt: l10n.t(
        "Words, separated by commas. Events with any of these words in the title aren't counted.",
      ),
      value: listText(feed.mute),
      validate: (text) => checkTexts(textsIn(text), maxMutedWords),
    },
    (text) => (now) => ({
      ...now,
      mute: changedList(now.mute, { from: feed.mute, to: textsIn(text) }, maxMutedWords),
    }),
  );
}

/** @throws {Error} if there are too many, together with those that were added elsewhere meanwhile */
function changedList(
  now: readonly string[],
  change: Parameters<typeof changedTexts>[1],
  maxCount: number,
): readonly string[] {
  const changed = changedTexts(now, change);
  const problem = checkTexts(changed, maxCount);
  if (problem !== undefined) {
    throw new Error(problem);
  }
  return changed;
}

async function editFilters(query: SavedFeed["query"] | undefined, feed: SavedFeed): Promise<Edit> {
  if (!query || sameQuery(query, feed.query)) {
    throw new Error(l10n.t("Open the saved feed and change its filters. Then run this command again."));
  }
  return Promise.resolve((now) => ({ ...now, query }));
}

async function edit(
  feed: SavedFeed,
  input: Pick<Parameters<typeof showInputStep>[0], "prompt" | "value" | "validate">,
  changeOf: (value: string) => Change,
): Promise<Edit> {
  const result = await showInputStep({ title: editTitle(feed), step: 2, totalSteps: 2, ...input });
  return result.kind === "next" ? changeOf(result.value) : result.kind === "back" ? "back" : undefined;
}
