import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../shared/text";
import { oneLine } from "../util/strings";
import { showInformation, showQuickPick } from "../window";
import { companyCount } from "./feedText";
import { companyListOf } from "./model/companyList";
import { chosenFeeds, offer, type Run } from "./pickSavedFeed";

export const importWatchlist: Run = async ({ savedFeeds, list }, argument) => {
  const title = l10n.t("Import Companies into Saved Feed");
  const [status] = await chosenFeeds(savedFeeds, [argument], title);
  const text = status && (await readSource(title));
  if (!status || text === undefined) {
    return undefined;
  }
  const { companies, notUnderstood } = companyListOf(text);
  let added: readonly string[] = [];
  await list.edit(status.id, (now) => {
    const all = [...new Set([...now.companies, ...companies])];
    added = all.slice(now.companies.length);
    return added.length === 0 ? now : { ...now, companies: all };
  });
  const message = importedText(added.length, notUnderstood, oneLine(status.feed.name, 100));
  if (added.length === 0) {
    return async () => {
      await showInformation(message);
    };
  }
  const undo = (): Promise<unknown> => {
    const toRemove = new Set(added);
    return list.edit(status.id, (now) => ({
      ...now,
      companies: now.companies.filter((company) => !toRemove.has(company)),
    }));
  };
  return () => offer(message, l10n.t("Undo"), undo);
};

async function readSource(title: string): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return vscode.env.clipboard.readText();
  }
  const clipboard = { icon: "clippy", label: l10n.t("Clipboard") };
  const inEditor = { icon: "go-to-file", label: l10n.t("Active Editor") };
  const placeHolder = l10n.t("Select where the companies are");
  const picked = await showQuickPick([clipboard, inEditor], { title, placeHolder });
  return picked && (picked === inEditor ? editor.document.getText() : vscode.env.clipboard.readText());
}

function importedText(added: number, notUnderstood: number, name: string): string {
  const result = l10n.t('Added {0} to "{1}".', companyCount(added), name);
  if (notUnderstood === 0) {
    return result;
  }
  const left =
    notUnderstood === 1
      ? l10n.t("1 line was skipped.")
      : l10n.t("{0} lines were skipped.", formatNumber(notUnderstood));
  return `${result} ${left}`;
}
