import * as vscode from "vscode";
import { isolated } from "./shared/text";
import { escapeLabel, escapeNotification, oneLine, treeItemId } from "./util/strings";

/**
 * The parts of `vscode.window` that render icons or links in text. These functions show every text literally, regardless of its source;
 * the linter forbids calling VS Code's own.
 */

export function showError(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(escapeNotification(message), ...buttons);
}

export function showWarning(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(escapeNotification(message), ...buttons);
}

export function showInformation(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(escapeNotification(message), ...buttons);
}

/**
 * @param detail one paragraph, or several lines
 * @returns the button that was pressed; undefined for Cancel
 */
export function showModalWarning<T extends string>(
  message: string,
  detail: string | readonly string[],
  ...buttons: T[]
): Thenable<T | undefined> {
  const lines = typeof detail === "string" ? [detail] : detail;
  const options = {
    modal: true,
    detail: lines.map((line) => escapeNotification(line, maxLineLength)).join("\n"),
  };
  return vscode.window.showWarningMessage(escapeNotification(message), options, ...buttons);
}

/** Long enough for some sentences and a request whose URL has the longest name that a service may have, percent-encoded. */
export const maxLineLength = 6000;

/** Shows a message for a few seconds. */
export function showStatusBarMessage(message: string, { icon }: { readonly icon?: string } = {}): void {
  vscode.window.setStatusBarMessage(labelWith(icon, message), 4000);
}

/** Copies a text and says so. */
export async function copyToClipboard(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatusBarMessage(message, { icon: "check" });
}

/** @param increment in percent */
export type ReportProgress = (message: string, increment?: number) => void;

/** @param run its signal is aborted by Cancel */
export function withProgressNotification<T>(
  title: string,
  run: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title: escapeNotification(title), cancellable: true },
    (progress, token) =>
      withSignal(token, (signal) =>
        run(
          (message, increment) =>
            progress.report({
              message: escapeNotification(message),
              ...(increment !== undefined && { increment }),
            }),
          signal,
        ),
      ),
  );
}

/** @param run its signal is aborted once the token is canceled */
export async function withSignal<T>(
  token: vscode.CancellationToken,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listener = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) {
    controller.abort();
  }
  try {
    return await run(controller.signal);
  } finally {
    listener.dispose();
  }
}

export function withViewProgress<T>(viewId: string, run: () => Thenable<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId } }, run);
}

/** For a single request that takes a moment: in the view, and in the status bar in case the view is not visible. */
export function withQuietProgress<T>(viewId: string, title: string, run: () => Thenable<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Window;
  return vscode.window.withProgress({ location, title: escapeLabel(title) }, () =>
    withViewProgress(viewId, run),
  );
}

interface StatusBarContent {
  readonly icon: string;
  readonly text: string;
  /** Its lines. */
  readonly tooltip: readonly string[];
  /** Run when the entry is clicked. */
  readonly command: vscode.Command;
  readonly isWarning?: boolean;
}

const warningBackground = new vscode.ThemeColor("statusBarItem.warningBackground");

export function createStatusBarItem(id: string, name: string): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 0);
  item.name = name;
  return item;
}

export function showStatusBarItem(item: vscode.StatusBarItem, content: StatusBarContent): void {
  const { icon, text, tooltip, command, isWarning = false } = content;
  item.text = labelWith(icon, text, 40);
  item.tooltip = tooltip.map((line) => escapeNotification(line)).join("\n");
  item.command = command;
  item.backgroundColor = isWarning ? warningBackground : undefined;
  item.show();
}

/** Like a QuickPickItem, with the name of a codicon as its icon. */
export interface PickItem extends Pick<
  vscode.QuickPickItem,
  "label" | "description" | "detail" | "kind" | "alwaysShow" | "buttons"
> {
  readonly icon?: string;
}

/** The item that is passed to VS Code. */
export type RenderedItem<T> = vscode.QuickPickItem & { readonly item: T };

export async function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: Pick<vscode.QuickPickOptions, "title" | "matchOnDescription" | "ignoreFocusOut"> & {
    readonly placeHolder: string;
  },
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(renderedItems(items), options))?.item;
}

/** A quick pick for items that `renderedItems` returns. */
export function createQuickPick<T>(placeholder: string): vscode.QuickPick<RenderedItem<T>> {
  const pick = vscode.window.createQuickPick<RenderedItem<T>>();
  pick.placeholder = placeholder;
  return pick;
}

export function renderedItems<T extends PickItem>(items: readonly T[]): RenderedItem<T>[] {
  return items.map(toQuickPickItem);
}

function toQuickPickItem<T extends PickItem>(item: T): RenderedItem<T> {
  const { icon, label, description, detail, ...rest }: PickItem = item;
  return {
    ...rest,
    label: isolated(escapeLabel(label)),
    ...(description !== undefined && { description: isolated(escapeLabel(description)) }),
    ...(detail !== undefined && { detail: isolated(escapeLabel(detail)) }),
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    item,
  };
}

/** For the title of a quick pick or an input box. */
export function plainTitle(title: string): string {
  return isolated(oneLine(title));
}

function labelWith(icon: string | undefined, text: string, max?: number): string {
  return (icon === undefined ? "" : `$(${icon}) `) + escapeLabel(text, max);
}

export interface TreeItemContent extends Pick<
  vscode.TreeItem,
  "iconPath" | "collapsibleState" | "command" | "contextValue" | "resourceUri" | "tooltip"
> {
  readonly label: string;
  readonly description: string;
  /** What screen readers say instead of label and description. */
  readonly accessibleLabel?: string;
}

/** A row of a tree. @param idParts together unique */
export function treeItem(
  idParts: readonly string[],
  { label, description, accessibleLabel, ...rest }: TreeItemContent,
): vscode.TreeItem {
  const spoken = accessibleLabel ?? [label, description].filter(Boolean).join(", ");
  return Object.assign(new vscode.TreeItem(isolated(label)), {
    ...rest,
    id: treeItemId(idParts),
    description: isolated(description),
    accessibilityInformation: { label: spoken },
  });
}
