import * as vscode from "vscode";
import { DisposableStore } from "./util/disposable";
import { escapeLabel, escapeNotification } from "./util/strings";
import { maxLineLength, plainTitle } from "./window";

export interface InputStep {
  readonly title: string;
  /** Counted from 1. All but the first have a Back button. */
  readonly step?: number;
  readonly totalSteps?: number;
  readonly placeholder?: string;
  /** A function is called again on every change of the value. */
  readonly prompt: string | ((value: string) => string);
  readonly value?: string;
  readonly password?: boolean;
  /** Shown until the value changes. */
  readonly error?: string | undefined;
  /** @returns why the value is not accepted */
  readonly validate: (value: string) => string | undefined;
  /** Like `validate`, with a busy indicator. Aborted when the value changes or the input is closed. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

type InputResult = { readonly kind: "next" | "back"; readonly value: string } | { readonly kind: "canceled" };

/** Shows an input box. @returns undefined if canceled */
export async function showInput(
  options: Omit<InputStep, "step" | "totalSteps">,
): Promise<string | undefined> {
  const result = await showInputStep(options);
  return result.kind === "next" ? result.value : undefined;
}

/** Stays open without the focus, because people copy URLs, keys and names from elsewhere. */
export async function showInputStep(options: InputStep): Promise<InputResult> {
  const { title, step = 1, totalSteps = 1, placeholder, prompt, value = "", password = false } = options;
  const { error, validate, check } = options;
  const resources = new DisposableStore();
  const box = resources.add(vscode.window.createInputBox());
  box.title = plainTitle(title);
  // A single step has no number.
  if (totalSteps > 1) {
    [box.step, box.totalSteps] = [step, totalSteps];
  }
  box.placeholder = placeholder;
  box.password = password;
  box.ignoreFocusOut = true;
  box.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  box.value = value;
  const showPrompt = (text: string): void => {
    box.prompt = escapeInputText(typeof prompt === "function" ? prompt(text) : prompt);
  };
  const showError = (message: string | undefined): void => {
    box.validationMessage = message === undefined ? undefined : escapeInputText(message);
  };
  showPrompt(value);
  showError(error);
  let checking: AbortController | undefined;
  const stopChecking = (): void => {
    checking?.abort();
    checking = undefined;
    box.busy = false;
  };
  resources.add({ dispose: stopChecking });
  const accept = async (resolve: (result: InputResult) => void): Promise<void> => {
    const { value: entered } = box;
    let refusal = validate(entered);
    if (refusal === undefined && check) {
      const current = new AbortController();
      checking = current;
      box.busy = true;
      refusal = await check(entered, current.signal);
      if (checking !== current) {
        return;
      }
      stopChecking();
    }
    showError(refusal);
    if (refusal === undefined) {
      resolve({ kind: "next", value: entered });
      // VS Code keeps the value, such as a key, in the DOM until the input box is used again. Hiding it clears it at once.
      box.value = "";
      box.hide();
    }
  };
  try {
    return await new Promise<InputResult>((resolve, reject) => {
      resources.add(
        box.onDidChangeValue((changed) => {
          stopChecking();
          showError(undefined);
          showPrompt(changed);
        }),
      );
      resources.add(box.onDidTriggerButton(() => resolve({ kind: "back", value: box.value })));
      resources.add(box.onDidHide(() => resolve({ kind: "canceled" })));
      resources.add(
        box.onDidAccept(() => {
          if (!checking) {
            accept(resolve).catch(reject);
          }
        }),
      );
      box.show();
    });
  } finally {
    resources.dispose();
  }
}

/** VS Code renders links and icons below an input box. */
function escapeInputText(text: string): string {
  return escapeNotification(escapeLabel(text, maxLineLength), maxLineLength + 100);
}
