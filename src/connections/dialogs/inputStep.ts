import * as vscode from "vscode";
import { DisposableStore } from "../../util/disposable";
import { InputBox } from "../../window";

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
export async function showInputStep(step: InputStep): Promise<InputAnswer> {
  const resources = new DisposableStore();
  const box = resources.add(
    new InputBox({
      title: step.title,
      step: step.step,
      totalSteps: step.totalSteps,
      prompt: step.prompt,
      placeholder: step.placeholder,
      password: step.masked ?? false,
      ignoreFocusOut: true,
      buttons: step.step > 1 ? [vscode.QuickInputButtons.Back] : [],
    }),
  );
  box.value = step.value;
  box.setError(step.complaint);
  try {
    return await new Promise<InputAnswer>((resolve) => {
      resources.add(box.onDidChangeValue(() => box.setError(undefined)));
      resources.add(box.onDidTriggerButton(() => resolve({ kind: "back", value: box.value })));
      resources.add(box.onDidHide(() => resolve({ kind: "cancelled" })));
      resources.add(
        box.onDidAccept(() => {
          const complaint = step.check(box.value);
          box.setError(complaint);
          if (complaint === undefined) {
            const { value } = box;
            // VS Code's box keeps what stands in it, out of sight, until it is used again.
            box.value = step.masked ? "" : value;
            resolve({ kind: "next", value });
          }
        }),
      );
      box.show();
    });
  } finally {
    resources.dispose();
  }
}
