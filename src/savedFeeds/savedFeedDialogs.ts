import * as l10n from "@vscode/l10n";
import { showInput } from "../dialogSteps";
import { sameQuery, windowText } from "../shared/feedQuery";
import { oneLine } from "../util/strings";
import { type PickItem, showQuickPick, showStatusBarMessage } from "../window";
import { isRecord } from "../shared/schemas";
import { companyCountText } from "../shared/text";
import { alertText, savedFeedFilters, suggestedFeedName } from "./savedFeedText";
import { alertLevels, type SavedFeed } from "./model/savedFeed";
import { checkCompanies, companiesIn, companiesText, validateSavedFeedName } from "./model/savedFeedEntries";
import { pickSavedFeeds } from "./pickSavedFeeds";
import type { SavedFeedCommand } from "./savedFeedCommands";

/** Saves the filters of a feed panel in the user's settings, and follows the saved feed. */
export const saveFeed: SavedFeedCommand = async ({ panels, list, savedFeeds, connections }, argument) => {
  const panelId = isRecord(argument) ? argument["panelId"] : undefined;
  const panel = typeof panelId === "string" ? panels.get(panelId) : panels.focusedLast;
  if (!panel) {
    throw new Error(l10n.t("Open an event feed and set its filters. Then save it."));
  }
  panel.requireEvents();
  const { query } = panel.feed;
  const shown = savedFeeds.find(panel.savedFeed.id ?? "");
  const { companies = [], alert = "badge" } = shown?.feed ?? {};
  const source = { kind: "user" } as const;
  const suggested = suggestedFeedName({ query, companies });
  const name = await askForName(l10n.t("Save Feed"), suggested, list.namesIn(source));
  if (name === undefined) {
    return undefined;
  }
  const id = await list.add({ name, query, companies, alert }, source);
  const connection = connections.clientFor(panel.connection.name)?.connection;
  await (connection && savedFeeds.follow(id, connection));
  await panel.savedFeed.show(id);
  // The title of the panel has the name.
  const saved = connection ? l10n.t("Saved. New events are counted from now on.") : l10n.t("Saved");
  showStatusBarMessage(saved, { icon: "check" });
  return undefined;
};

/** Changes only the picked field, because the others may be edited elsewhere meanwhile. */
export const editSavedFeed: SavedFeedCommand = async ({ savedFeeds, list, panels }, argument) => {
  const [status] = await pickSavedFeeds({ savedFeeds, panels }, [argument], l10n.t("Edit Saved Feed"));
  if (!status) {
    return undefined;
  }
  const title = l10n.t({
    message: 'Edit "{0}"',
    args: [oneLine(status.feed.name, 60)],
    comment: ["{0} is the name of a saved feed"],
  });
  const others = list.namesIn(status.source).filter((name) => name !== status.feed.name);
  const open = panels.focusedLast?.feed.query;
  const items = editItems(title, status.feed, others, open?.source ? undefined : open);
  const picked = await showQuickPick(items, { title, placeHolder: l10n.t("Select what to edit") });
  const change = await picked?.edit();
  if (change) {
    await list.edit(status.id, (now) => ({ ...now, ...change }));
    const name = oneLine(change.name ?? status.feed.name, 100);
    showStatusBarMessage(l10n.t('Updated "{0}"', name), { icon: "check" });
  }
  return undefined;
};

function editItems(
  title: string,
  { name, query, companies, alert }: SavedFeed,
  otherNames: readonly string[],
  open: SavedFeed["query"] | undefined,
): readonly (PickItem & { readonly edit: () => Promise<Partial<SavedFeed> | undefined> })[] {
  const filters = [...savedFeedFilters({ query, companies: [] }), windowText(query.window, "local")];
  return [
    {
      icon: "tag",
      label: l10n.t("Name"),
      description: name,
      edit: async () => {
        const entered = await askForName(title, name, otherNames);
        return entered === undefined ? undefined : { name: entered };
      },
    },
    {
      icon: "bell",
      label: l10n.t("Alerts"),
      description: alertText(alert),
      edit: () =>
        showQuickPick(
          alertLevels.map((level) => ({
            label: alertText(level),
            alert: level,
            icon: level === alert ? "check" : "blank",
          })),
          { title, placeHolder: l10n.t("Select how new events are announced") },
        ).then((picked) => picked && { alert: picked.alert }),
    },
    {
      icon: "organization",
      label: l10n.t("Companies"),
      description: companies.length === 0 ? l10n.t("All companies") : companyCountText(companies.length),
      edit: async () => {
        const prompt = l10n.t(
          "Domains, names or entity IDs, separated by commas. Leave empty for all companies.",
        );
        const validate = (line: string): string | undefined => checkCompanies(companiesIn(line));
        const text = await showInput({ title, prompt, value: companiesText(companies), validate });
        return text === undefined ? undefined : { companies: companiesIn(text) };
      },
    },
    {
      icon: "filter",
      label: l10n.t("Filters"),
      description: filters.join(" · "),
      detail: l10n.t("Use the filters of the open event feed"),
      edit: () => {
        if (!open || sameQuery(open, query)) {
          throw new Error(l10n.t("Open the saved feed and change its filters. Then run this command again."));
        }
        return Promise.resolve({ query: open });
      },
    },
  ];
}

async function askForName(
  title: string,
  value: string,
  others: readonly string[],
): Promise<string | undefined> {
  const prompt = l10n.t("Enter a name for this feed");
  const validate = (text: string) => validateSavedFeedName(text, others);
  return (await showInput({ title, prompt, value, validate }))?.trim();
}
