import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../../shared/text";
import type { PickItem } from "../../window";
import { checkImportedSize, decodeImportedFile } from "./import/importedText";

/** A text to import, and where it is from. */
export interface ImportedDocument {
  /** `Clipboard`, or the name of a file. */
  readonly name: string;
  readonly text: string;
}

export interface SourceItem extends PickItem {
  /** @returns undefined if the user selects no file */
  readonly read: () => Promise<ImportedDocument | undefined>;
}

/** The clipboard, a file, and the active editor if there is one. */
export function importSources(): readonly SourceItem[] {
  return [
    { icon: "clippy", label: l10n.t("Clipboard"), read: readClipboard },
    { icon: "file", label: l10n.t("CSV or Text File…"), read: pickFile },
    ...editorItems(vscode.window.activeTextEditor),
  ];
}

/** Not before the user selects it: a browser may ask for permission. */
async function readClipboard(): Promise<ImportedDocument> {
  return { name: l10n.t("Clipboard"), text: await vscode.env.clipboard.readText() };
}

function editorItems(editor: vscode.TextEditor | undefined): SourceItem[] {
  // Output and reports are editors too.
  if (
    !editor ||
    !["file", "untitled", "vscode-remote", "vscode-userdata"].includes(editor.document.uri.scheme)
  ) {
    return [];
  }
  const { document, selection } = editor;
  const name = fileName(document.uri);
  const text = document.getText(selection.isEmpty ? undefined : selection);
  return [
    {
      icon: "go-to-file",
      label: selection.isEmpty ? l10n.t("Active Editor") : l10n.t("Selection in the Active Editor"),
      description: `${name} · ${lineCount(text)}`,
      read: () => Promise.resolve({ name, text }),
    },
  ];
}

async function pickFile(): Promise<ImportedDocument | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t("Import Companies"),
      openLabel: l10n.t("Import"),
      filters: {
        [l10n.t("CSV and text files")]: ["csv", "tsv", "tab", "txt", "md"],
        [l10n.t("All files")]: ["*"],
      },
    })) ?? [];
  return uri && readFile(uri);
}

async function readFile(uri: vscode.Uri): Promise<ImportedDocument> {
  const { size } = await vscode.workspace.fs.stat(uri);
  checkImportedSize(size);
  return { name: fileName(uri), text: decodeImportedFile(await vscode.workspace.fs.readFile(uri)) };
}

function fileName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}

function lineCount(text: string): string {
  const count = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "").length;
  switch (count) {
    case 0:
      return l10n.t("empty");
    case 1:
      return l10n.t("1 line");
    default:
      return l10n.t("{0} lines", formatNumber(count));
  }
}
