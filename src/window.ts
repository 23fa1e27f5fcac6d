import * as vscode from "vscode";
import { escapeLabel, escapeNotification } from "./util/strings";

/**
 * The parts of `vscode.window` that read icons, links or commands out of the texts they are given. Here every text is shown
 * as it is, whoever wrote it; the linter forbids going around.
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

/** A modal dialog. @returns the button that was pressed; undefined for Cancel */
export function showModalWarning<T extends string>(
  question: string,
  detail: string,
  ...buttons: T[]
): Thenable<T | undefined> {
  const options = { modal: true, detail: escapeNotification(detail) };
  return vscode.window.showWarningMessage(escapeNotification(question), options, ...buttons);
}

/** Says in the status bar for a few seconds what leaves no trace elsewhere. */
export function showStatusBarMessage(message: string, { icon }: { readonly icon?: string } = {}): void {
  vscode.window.setStatusBarMessage(labelWith(icon, message), 4000);
}

/** Says what is being done, and by how many percent it got further. */
export type ReportProgress = (message: string, increment?: number) => void;

/** A progress notification. */
export function withProgressNotification<T>(
  title: string,
  cancellable: boolean,
  run: (report: ReportProgress, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title: escapeNotification(title), cancellable },
    (progress, token) =>
      run(
        (message, increment) =>
          progress.report({
            message: escapeNotification(message),
            ...(increment !== undefined && { increment }),
          }),
        token,
      ),
  );
}

/** The bar of a view. */
export function withViewProgress<T>(viewId: string, run: () => Thenable<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId } }, run);
}

/** An entry of the status bar. */
export class StatusBarEntry {
  private readonly item: vscode.StatusBarItem;

  constructor(id: string, name: string, command: string) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 0);
    this.item.name = name;
    this.item.command = command;
  }

  show(icon: string, text: string, tooltip: string): void {
    this.item.text = labelWith(icon, text, 40);
    this.item.tooltip = escapeNotification(tooltip);
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** An input box whose prompt and error are shown as plain text. */
export class InputBox {
  private readonly box = vscode.window.createInputBox();
  readonly onDidChangeValue = this.box.onDidChangeValue;
  readonly onDidTriggerButton = this.box.onDidTriggerButton;
  readonly onDidHide = this.box.onDidHide;
  readonly onDidAccept = this.box.onDidAccept;

  constructor(
    options: Pick<
      vscode.InputBox,
      "title" | "step" | "totalSteps" | "placeholder" | "password" | "ignoreFocusOut" | "buttons"
    > & { readonly prompt: string },
  ) {
    Object.assign(this.box, { ...options, prompt: escapeInputText(options.prompt) });
  }

  get value(): string {
    return this.box.value;
  }

  set value(value: string) {
    this.box.value = value;
  }

  /** Shows why the value is not accepted; undefined clears the error. */
  setError(message: string | undefined): void {
    this.box.validationMessage = message === undefined ? undefined : escapeInputText(message);
  }

  show(): void {
    this.box.show();
  }

  dispose(): void {
    this.box.dispose();
  }
}

/** A row of a quick pick. Its icon is told apart from its text. */
export interface PickItem extends Pick<
  vscode.QuickPickItem,
  "label" | "description" | "detail" | "kind" | "alwaysShow" | "buttons"
> {
  readonly icon?: string;
}

type Drawn<T> = vscode.QuickPickItem & { readonly of: T };

/** Asks for one of several. */
export async function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: { readonly title?: string; readonly placeHolder: string; readonly matchOnDescription?: boolean },
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items.map(toQuickPickItem), options))?.of;
}

/** A quick pick that changes while it is open. */
export class QuickPick<T extends PickItem> {
  private readonly pick = vscode.window.createQuickPick<Drawn<T>>();
  private shown: readonly T[] = [];
  readonly onDidChangeValue = this.pick.onDidChangeValue;
  readonly onDidAccept = this.pick.onDidAccept;
  readonly onDidHide = this.pick.onDidHide;

  constructor(
    options: Partial<
      Pick<
        vscode.QuickPick<vscode.QuickPickItem>,
        "title" | "placeholder" | "matchOnDescription" | "matchOnDetail" | "keepScrollPosition"
      >
    >,
  ) {
    Object.assign(this.pick, options);
  }

  get value(): string {
    return this.pick.value;
  }

  get selected(): T | undefined {
    return this.pick.selectedItems[0]?.of;
  }

  get busy(): boolean {
    return this.pick.busy;
  }

  set busy(busy: boolean) {
    this.pick.busy = busy;
  }

  set title(title: string) {
    this.pick.title = title;
  }

  set keepScrollPosition(keep: boolean) {
    this.pick.keepScrollPosition = keep;
  }

  get items(): readonly T[] {
    return this.shown;
  }

  set items(items: readonly T[]) {
    this.shown = items;
    this.pick.items = items.map(toQuickPickItem);
  }

  /** Moves to the first row that fits. */
  activate(fits: (item: T) => boolean): void {
    this.pick.activeItems = this.pick.items.filter(({ of }) => fits(of)).slice(0, 1);
  }

  onDidTriggerButton(listener: (item: T, button: vscode.QuickInputButton) => void): vscode.Disposable {
    return this.pick.onDidTriggerItemButton(({ item, button }) => listener(item.of, button));
  }

  show(): void {
    this.pick.show();
  }

  hide(): void {
    this.pick.hide();
  }

  dispose(): void {
    this.pick.dispose();
  }
}

function toQuickPickItem<T extends PickItem>(item: T): Drawn<T> {
  const { icon, kind, label, description, detail, alwaysShow, buttons } = item;
  return {
    label: escapeLabel(label),
    ...(kind !== undefined && { kind }),
    ...(alwaysShow !== undefined && { alwaysShow }),
    ...(buttons !== undefined && { buttons }),
    ...(description !== undefined && { description: escapeLabel(description) }),
    ...(detail !== undefined && { detail: escapeLabel(detail) }),
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    of: item,
  };
}

/** Below an input box VS Code reads both links and icons. */
function escapeInputText(text: string): string {
  return escapeNotification(escapeLabel(text, 600), 700);
}

function labelWith(icon: string | undefined, text: string, max?: number): string {
  return (icon === undefined ? "" : `$(${icon}) `) + escapeLabel(text, max);
}
