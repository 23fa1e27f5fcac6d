import * as vscode from "vscode";
import { type ExportFormat, exportFormats } from "../feed/export/eventText";
import { withoutIcons } from "../util/plainText";
import { formatWords } from "./exportText";
import { suggestedTarget } from "./exportTarget";

const title = "Export Events";

/** One of several things that can be done. */
export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly value: T;
}

/** Asks what to export. */
export async function askWhat<T>(choices: readonly Choice<T>[]): Promise<T | undefined> {
  const items = choices.map(({ label, description, value }) => ({
    label: withoutIcons(label),
    ...(description === undefined ? {} : { description: withoutIcons(description) }),
    value,
  }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: "What to export" });
  return picked?.value;
}

export async function askFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({ ...formatWords[format], format }));
  const picked = await vscode.window.showQuickPick(
    items.map(({ label, description, format }) => ({ label, description, format })),
    { title, placeHolder: "As which kind of file" },
  );
  return picked?.format;
}

export function askTarget(suggestedName: string, format: ExportFormat): Thenable<vscode.Uri | undefined> {
  const { label, extension } = formatWords[format];
  return vscode.window.showSaveDialog({
    title,
    saveLabel: "Export",
    defaultUri: suggestedTarget(suggestedName),
    filters: { [label]: [extension] },
  });
}
