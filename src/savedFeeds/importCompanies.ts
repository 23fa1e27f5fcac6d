import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../shared/text";
import { oneLine } from "../util/strings";
import { showInformation, showQuickPick } from "../window";
import { companyListOf } from "./model/companyList";
import { checkCompanies } from "./model/savedFeedEntries";
import { watchlistKey } from "./model/watchlist";
import { chosenFeeds } from "./pickSavedFeed";
import { offer, type Run } from "./savedFeedCommands";

/** Adds the companies of the clipboard or the active editor to a saved feed. */
export const importCompanies: Run = async ({ savedFeeds, list }, ...args) => {
  const title = l10n.t("Import Companies into Saved Feed");
  const [status] = await chosenFeeds(savedFeeds, args.slice(0, 1), { title });
  const text = status && (await readSource(title));
  if (!status || text === undefined) {
    return undefined;
  }
  const { companies, notUnderstood } = companyListOf(text);
  let added: readonly string[] = [];
  const change = (now: readonly string[]): readonly string[] => {
    const byKey = new Map(companies.map((company) => [watchlistKey(company), company]));
    now.forEach((company) => byKey.delete(watchlistKey(company)));
    added = [...byKey.values()];
    const all = [...now, ...added];
    const problem = checkCompanies(all);
    if (problem !== undefined) {
      throw new Error(problem);
    }
    return all;
  };
  await list.edit(status.id, (now) => {
    const all = change(now.companies);
    return added.length === 0 ? now : { ...now, companies: all };
  });
  const message = [
    addedText(added.length, oneLine(status.feed.name, 100)),
    ...notUnderstoodText(notUnderstood),
  ].join(" ");
  if (added.length === 0) {
    return async () => {
      await showInformation(message);
    };
  }
  const undo = async (): Promise<void> => {
    const toRemove = new Set(added);
    await list.edit(status.id, (now) => ({
      ...now,
      companies: now.companies.filter((company) => !toRemove.has(company)),
    }));
  };
  return () => offer(message, l10n.t("Undo"), undo);
};

async function readSource(title: string): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const clipboard = { icon: "clippy", label: l10n.t("Clipboard"), isEditor: false };
  const inEditor = { icon: "go-to-file", label: l10n.t("Active Editor"), isEditor: true };
  const picked = editor
    ? await showQuickPick([clipboard, inEditor], {
        title,
        placeHolder: l10n.t("Select where the companies are"),
      })
    : clipboard;
  if (!picked) {
    return undefined;
  }
  return editor && picked.isEditor
    ? editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection)
    : vscode.env.clipboard.readText();
}

function addedText(count: number, name: string): string {
  switch (count) {
    case 0:
      return l10n.t('Added no companies to "{0}".', name);
    case 1:
      return l10n.t('Added 1 company to "{0}".', name);
    default:
      return l10n.t('Added {0} companies to "{1}".', formatNumber(count), name);
  }
}

function notUnderstoodText(count: number): string[] {
  if (count === 0) {
    return [];
  }
  return [
    count === 1
      ? l10n.t("1 line was not understood.")
      : l10n.t("{0} lines were not understood.", formatNumber(count)),
  ];
}
