import * as vscode from "vscode";
import { type ExportFormat, exportFormats } from "../engine/eventText";
import { errorMessage } from "../../util/log";
import { showError, showQuickPick } from "../../window";
import { formatWords } from "./exportText";
import { checkTarget, suggestedFolder, suggestedTarget } from "./exportTarget";

const title = "Export Events";

/** One of several things that can be done. */
export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly value: T;
}

/** Asks what to export. */
export function pickScope<T>(choices: readonly Choice<T>[]): Promise<T | undefined> {
  return ask(choices, "Select what to export");
}

/** Asks which of several connections to resume an export with. */
export function askConnection<T>(choices: readonly Choice<T>[]): Promise<T | undefined> {
  return ask(choices, "Select a connection");
}

async function ask<T>(choices: readonly Choice<T>[], placeHolder: string): Promise<T | undefined> {
  return (await showQuickPick(choices, { title, placeHolder }))?.value;
}

export async function pickFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({ ...formatWords[format], format }));
  const picked = await showQuickPick(
    items.map(({ label, description, format }) => ({ label, description, format })),
    { title, placeHolder: "Select a format" },
  );
  return picked?.format;
}

/**
 * Asks where to write, again where that cannot be written.
 * @param coming targets of exports that have not ended, as URIs: their names are not suggested
 */
export async function pickTarget(
  suggestedName: string,
  format: ExportFormat,
  coming: readonly string[],
): Promise<vscode.Uri | undefined> {
  const { label, extension } = formatWords[format];
  for (;;) {
    const target = await vscode.window.showSaveDialog({
      title,
      saveLabel: "Export",
      defaultUri: await suggestedTarget(suggestedFolder(), suggestedName, coming),
      filters: { [label]: [extension] },
    });
    if (!target) {
      return undefined;
    }
    try {
      await checkTarget(target);
      return target;
    } catch (error) {
      const another = "Choose Another File…";
      if ((await showError(errorMessage(error), another)) !== another) {
        return undefined;
      }
    }
  }
}
