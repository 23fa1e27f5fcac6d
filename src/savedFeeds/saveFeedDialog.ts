import * as l10n from "@vscode/l10n";
import { showInputStep } from "../dialogSteps";
import { isRecord } from "../shared/typeGuards";
import { oneLine } from "../util/strings";
import { showStatusBarMessage } from "../window";
import { suggestedName } from "./feedText";
import { validateSavedFeedName } from "./model/savedFeedEntries";
import type { Run } from "./pickSavedFeed";

/** Saves the filters of a feed panel in the user's settings, and follows the saved feed at once. */
export const saveFeed: Run = async ({ panels, list, savedFeeds, connections }, argument) => {
  const panelId = isRecord(argument) ? argument["panelId"] : undefined;
  const panel = typeof panelId === "string" ? panels.get(panelId) : panels.focusedLast;
  if (!panel) {
    throw new Error(l10n.t("Open an event feed and set its filters. Then save it."));
  }
  const { query } = panel.feed;
  const shown = savedFeeds.find(panel.savedFeed.id ?? "");
  const { companies = [], alert = "badge" } = shown?.feed ?? {};
  const source = { kind: "user" } as const;
  const existing = list.namesIn(source);
  const result = await showInputStep({
    title: l10n.t("Save Feed"),
    step: 1,
    totalSteps: 1,
    prompt: l10n.t("Enter a name for this feed"),
    value: suggestedName({ query, companies }),
    validate: (text) => validateSavedFeedName(text, existing),
  });
  if (result.kind !== "next") {
    return undefined;
  }
  const name = result.value.trim();
  const id = await list.add({ name, query, companies, alert }, source);
  const connection = connections.clientFor(panel.connection.name)?.connection;
  await (connection && savedFeeds.follow(id, connection));
  await panel.savedFeed.show(id);
  const saved = l10n.t('Saved "{0}". New events are counted from now on.', oneLine(name, 100));
  showStatusBarMessage(saved, { icon: "check" });
  return undefined;
};
