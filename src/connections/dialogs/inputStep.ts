import * as vscode from "vscode";
import { DisposableStore } from "../../util/disposable";
import { InputBox } from "../../window";

export interface InputStep {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly password?: boolean;
  /** Shown until the value changes. */
  readonly error?: string | undefined;
  /** @returns why the value is not accepted */
  readonly validate: (value: string) => string | undefined;
}

type InputResult = { readonly kind: "next" | "back"; readonly value: string } | { readonly kind: "canceled" };

/** Shows one step of a multi-step input. It stays open when it loses the focus: URLs and keys are copied from other windows. */
export async function showInputStep({ value, error, validate, ...options }: InputStep): Promise<InputResult> {
  const resources = new DisposableStore();
  const box = resources.add(
    new InputBox({
      password: false,
      placeholder: undefined,
      ...options,
      ignoreFocusOut: true,
      buttons: options.step > 1 ? [vscode.QuickInputButtons.Back] : [],
    }),
  );
  box.value = value;
  box.setError(error);
  try {
    return await new Promise<InputResult>((resolve) => {
      resources.add(box.onDidChangeValue(() => box.setError(undefined)));
      resources.add(box.onDidTriggerButton(() => resolve({ kind: "back", value: box.value })));
      resources.add(box.onDidHide(() => resolve({ kind: "canceled" })));
      resources.add(
        box.onDidAccept(() => {
          const accepted = box.value;
          const invalid = validate(accepted);
          box.setError(invalid);
          if (invalid === undefined) {
            if (options.password) {
              // VS Code's input box keeps its value in the DOM until it is used again.
              box.value = "";
            }
            resolve({ kind: "next", value: accepted });
          }
        }),
      );
      box.show();
    });
  } finally {
    resources.dispose();
  }
}
