import * as vscode from "vscode";
import { DisposableStore } from "../util/disposable";
import { withoutLinks } from "../util/plainText";

/** One question of a flow of several. */
export interface InputStep {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly masked?: boolean;
  /** Shown from the start, until something else is typed: why the person is asked again. */
  readonly complaint?: string;
  /** A sentence when this cannot be taken. */
  readonly check: (value: string) => string | undefined;
}

export type InputAnswer =
  | { readonly kind: "next"; readonly value: string }
  | { readonly kind: "back"; readonly value: string }
  | { readonly kind: "cancelled" };

/** Asks one question. The box stays when the focus goes elsewhere: keys and addresses are fetched from other windows. */
export async function askStep(step: InputStep): Promise<InputAnswer> {
  const resources = new DisposableStore();
  const box = resources.add(vscode.window.createInputBox());
  box.title = step.title;
  box.step = step.step;
  box.totalSteps = step.totalSteps;
  box.prompt = step.prompt;
  box.placeholder = step.placeholder;
  box.value = step.value;
  box.password = step.masked ?? false;
  box.ignoreFocusOut = true;
  box.validationMessage = step.complaint === undefined ? undefined : withoutLinks(step.complaint);
  box.buttons = step.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise<InputAnswer>((resolve) => {
      resources.add(box.onDidChangeValue(() => (box.validationMessage = undefined)));
      resources.add(box.onDidTriggerButton(() => resolve({ kind: "back", value: box.value })));
      resources.add(box.onDidHide(() => resolve({ kind: "cancelled" })));
      resources.add(
        box.onDidAccept(() => {
          const complaint = step.check(box.value);
          box.validationMessage = complaint === undefined ? undefined : withoutLinks(complaint);
          if (complaint === undefined) {
            resolve({ kind: "next", value: box.value });
          }
        }),
      );
      box.show();
    });
  } finally {
    resources.dispose();
  }
}
