import * as vscode from "vscode";
import { isolated } from "./shared/text";
import { escapeLabel, escapeNotification, oneLine, treeItemId } from "./util/strings";

/**
 * In place of the functions of `vscode.window` that render icons or links in text, which the linter forbids.
 * These show every text literally.
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
 * @returns the pressed button; undefined for Cancel
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

/** @param action the button that confirms */
export async function showConfirmation(
  question: string,
  detail: string | readonly string[],
  action: string,
): Promise<boolean> {
  return (await showModalWarning(question, detail, action)) === action;
}

/** Fits a few sentences and the longest possible request URL. */
export const maxLineLength = 6000;

/** Shows a message for a few seconds. */
export function showStatusBarMessage(message: string, { icon }: { readonly icon?: string } = {}): void {
  vscode.window.setStatusBarMessage(labelWith(icon, message), 4000);
}

export async function copyToClipboard(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatusBarMessage(message, { icon: "check" });
}

/** @param increment in percent */
export type ReportProgress = (message: string, increment?: number) => void;

/** @param run gets a signal that Cancel aborts */
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

/** @param run gets a signal that is aborted when the token is canceled */
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

/** For a short request: shows progress in the view, and in the status bar in case the view is hidden. */
export function withQuietProgress<T>(viewId: string, title: string, run: () => Thenable<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Window;
  return vscode.window.withProgress({ location, title: escapeLabel(title) }, () =>
    withViewProgress(viewId, run),
  );
}

interface StatusBarContent {
  readonly icon: string;
  readonly text: string;
  /** One line each. */
  readonly tooltip: readonly string[];
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

/** Takes the items from `renderedItems`. */
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

/** For titles of quick picks and input boxes. */
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
  /** Screen readers say it instead of label and description. */
  readonly accessibleLabel?: string;
}

/** @param idParts together unique */
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
