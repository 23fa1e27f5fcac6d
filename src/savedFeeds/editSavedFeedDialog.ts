import * as l10n from "@vscode/l10n";
import { showInputStep, showPickStep } from "../dialogSteps";
import { sameQuery, windowDays } from "../shared/feedQuery";
import { oneLine } from "../util/strings";
import { type PickItem, showStatusBarMessage } from "../window";
import { alertText, companyCount, filtersOf } from "./feedText";
import type { AlertLevel, SavedFeed, SavedFeedEntry } from "./model/savedFeed";
import { checkCompanies, companiesIn, companiesText, validateSavedFeedName } from "./model/savedFeedEntries";
import { chosenFeeds } from "./pickSavedFeed";
import type { Run } from "./savedFeedCommands";
import type { SavedFeedList } from "./savedFeedList";

/** Of the feed as the settings have it when it is saved. */
type Change = Partial<SavedFeed>;

interface EditItem extends PickItem {
  readonly edit: () => Promise<Change | undefined>;
}

/** Asks what to edit, and edits only that: the rest of the feed may be edited elsewhere meanwhile. */
export const editSavedFeed: Run = async ({ savedFeeds, list, view, panels }, ...args) => {
  const [status] = await chosenFeeds(savedFeeds, args.slice(0, 1), { title: l10n.t("Edit Saved Feed") });
  if (!status) {
    return undefined;
  }
  const picked = await showPickStep({
    title: editTitle(status.feed),
    step: 1,
    totalSteps: 1,
    placeholder: l10n.t("Select what to edit"),
    items: editItems(list, status, panels.focusedLast?.feed.query),
  });
  const change = picked.kind === "next" ? await picked.item.edit() : undefined;
  if (change) {
    const id = await list.edit(status.id, (now) => ({ ...now, ...change }));
    await view.reveal(id);
    const name = change.name ?? status.feed.name;
    showStatusBarMessage(l10n.t('Updated "{0}"', oneLine(name, 100)), { icon: "check" });
  }
  return undefined;
};

function editTitle({ name }: SavedFeed): string {
  return l10n.t({
    message: 'Edit "{0}"',
    args: [oneLine(name, 60)],
    comment: ["{0} is the name of a saved feed"],
  });
}

function editItems(
  list: SavedFeedList,
  { feed, source }: SavedFeedEntry,
  open: SavedFeed["query"] | undefined,
): readonly EditItem[] {
  const { companies, query } = feed;
  const others = list.namesIn(source).filter((name) => name !== feed.name);
  const current = [...filtersOf({ query, companies: [] }), windowDays(query.window)].join(" · ");
  const isOther = open !== undefined && !sameQuery(open, query);
  return [
    {
      icon: "tag",
      label: l10n.t("Name"),
      description: feed.name,
      edit: async () => {
        const validate = (text: string): string | undefined => validateSavedFeedName(text, others);
        const name = await ask(feed, l10n.t("Enter a name for this feed"), feed.name, validate);
        return name === undefined ? undefined : { name: name.trim() };
      },
    },
    { icon: "bell", label: l10n.t("Alerts"), description: alertText(feed.alert), edit: () => askAlert(feed) },
    {
      icon: "organization",
      label: l10n.t("Companies"),
      description: companies.length === 0 ? l10n.t("All companies") : companyCount(companies.length),
      edit: async () => {
        const prompt = l10n.t(
          "Domains, names or entity IDs, separated by commas. Leave empty for all companies.",
        );
        const text = await ask(feed, prompt, companiesText(companies), (each) =>
          checkCompanies(companiesIn(each)),
        );
        return text === undefined ? undefined : { companies: companiesIn(text) };
      },
    },
    {
      icon: "filter",
      label: l10n.t("Filters"),
      description: isOther ? l10n.t("Use the filters of the open event feed") : current,
      ...(isOther && { detail: l10n.t("Now: {0}", current) }),
      edit: () => {
        if (!isOther) {
          throw new Error(l10n.t("Open the saved feed and change its filters. Then run this command again."));
        }
        return Promise.resolve({ query: open });
      },
    },
  ];
}

async function askAlert(feed: SavedFeed): Promise<Change | undefined> {
  const levels: readonly AlertLevel[] = ["badge", "toast", "off"];
  const result = await showPickStep({
    title: editTitle(feed),
    step: 1,
    totalSteps: 1,
    placeholder: l10n.t("Select how new events are announced"),
    items: levels.map((alert) => ({ label: alertText(alert), alert })),
    isActive: ({ alert }) => alert === feed.alert,
  });
  return result.kind === "next" ? { alert: result.item.alert } : undefined;
}

async function ask(
  feed: SavedFeed,
  prompt: string,
  value: string,
  validate: (text: string) => string | undefined,
): Promise<string | undefined> {
  const result = await showInputStep({
    title: editTitle(feed),
    step: 1,
    totalSteps: 1,
    prompt,
    value,
    validate,
  });
  return result.kind === "next" ? result.value : undefined;
}
