import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { companyCountText, formatNumber } from "../shared/text";
import { oneLine } from "../util/strings";
import { showInformation, showQuickPick } from "../window";
import { companyListOf } from "./model/companyList";
import { pickSavedFeeds } from "./pickSavedFeeds";
import type { SavedFeedCommand } from "./savedFeedCommands";

export const importWatchlist: SavedFeedCommand = async ({ savedFeeds, list, panels }, argument) => {
  const title = l10n.t("Import Companies into Saved Feed");
  const [status] = await pickSavedFeeds({ savedFeeds, panels }, [argument], title);
  const text = status && (await readSource(title));
  if (!status || text === undefined) {
    return undefined;
  }
  const { companies, notUnderstood } = companyListOf(text);
  const added = new Set(companies);
  status.feed.companies.forEach((company) => added.delete(company));
  if (added.size > 0) {
    await list.edit(status.id, (now) => ({
      ...now,
      companies: [...new Set([...now.companies, ...added])],
    }));
  }
  const message = importedText(added.size, notUnderstood, oneLine(status.feed.name, 100));
  return async () => {
    await showInformation(message);
  };
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
  const result = l10n.t('Added {0} to "{1}".', companyCountText(added), name);
  if (notUnderstood === 0) {
    return result;
  }
  const left =
    notUnderstood === 1
      ? l10n.t("1 line was skipped.")
      : l10n.t("{0} lines were skipped.", formatNumber(notUnderstood));
  return `${result} ${left}`;
}
