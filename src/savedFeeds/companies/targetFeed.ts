import * as l10n from "@vscode/l10n";
import { showInputStep } from "../../dialogSteps";
import { type PickItem, showQuickPick } from "../../window";
import type { SavedFeed, SavedFeedEntry, SavedFeedSource } from "../model/savedFeed";
import { validateSavedFeedName } from "../model/savedFeedEntries";
import type { SavedFeedList } from "../savedFeedList";
import { companyCount } from "../model/feedSummary";

/** The feed that companies are put into: one of the settings, or the name of a new one. */
export type TargetFeed =
  | { readonly kind: "existing"; readonly listed: SavedFeedEntry }
  | { readonly kind: "new"; readonly name: string };

/** A saved feed in a quick pick. */
interface FeedItem extends PickItem {
  readonly description: string;
  readonly listed: SavedFeedEntry;
}

interface TargetOptions {
  readonly title: string;
  /** Of a new feed. Without any item, only that is asked for. */
  readonly suggestedName: string;
  readonly list: SavedFeedList;
}

/** Asks which of these feeds, or a new one, companies are put into. */
export async function pickTargetFeed(
  items: readonly FeedItem[],
  { title, suggestedName, list }: TargetOptions,
): Promise<TargetFeed | undefined> {
  const newItem = { icon: "add", label: l10n.t("New Saved Feed…"), listed: undefined } as const;
  const picked =
    items.length === 0
      ? newItem
      : await showQuickPick([...items, newItem], { title, placeHolder: l10n.t("Select a saved feed") });
  if (!picked) {
    return undefined;
  }
  if (picked.listed) {
    return { kind: "existing", listed: picked.listed };
  }
  const name = await askForFeedName(list, title, suggestedName);
  return name === undefined ? undefined : { kind: "new", name };
}

export function feedItem(listed: SavedFeedEntry): FeedItem {
  return { icon: "pulse", label: listed.feed.name, description: descriptionOf(listed), listed };
}

/** @returns a name that no feed of the user has; undefined if canceled */
async function askForFeedName(
  list: SavedFeedList,
  title: string,
  suggestedName: string,
): Promise<string | undefined> {
  const names = list.namesIn({ kind: "user" });
  const result = await showInputStep({
    title,
    step: 1,
    totalSteps: 1,
    prompt: l10n.t("Enter a name for this feed"),
    value: names.includes(suggestedName) ? "" : suggestedName,
    validate: (value) => validateSavedFeedName(value, names),
  });
  return result.kind === "next" ? result.value.trim() : undefined;
}

/** `42 companies`, and whose settings have the feed unless they are the user's. */
function descriptionOf({ feed, source }: SavedFeedEntry): string {
  return [companiesText(feed), ...sourceText(source)].join(" · ");
}

function companiesText({ companies }: SavedFeed): string {
  return companies.length === 0 ? l10n.t("all companies") : companyCount(companies.length);
}

function sourceText(source: SavedFeedSource): string[] {
  return source.kind === "user" ? [] : [source.label];
}
