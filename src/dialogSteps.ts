import * as vscode from "vscode";
import { DisposableStore } from "./util/disposable";
import { InputBox, type Prompt } from "./window";

/** What all steps of a dialog have. */
interface DialogStep {
  readonly title: string;
  /** From 1. All but the first have a Back button. */
  readonly step: number;
  readonly totalSteps: number;
  readonly placeholder?: string;
}

export interface InputStep extends DialogStep {
  /** Follows the value if it is a function. */
  readonly prompt: Prompt | ((value: string) => Prompt);
  readonly value: string;
  readonly password?: boolean;
  /** Shown until the value changes. */
  readonly error?: string | undefined;
  /** @returns why the value is not accepted */
  readonly validate: (value: string) => string | undefined;
  /** The same, for what takes a moment: with a busy bar, and aborted once the value changes or the input is closed. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Accept the value as soon as it is shown. */
  readonly acceptAtOnce?: boolean;
  /** A button in the title, for something else that the step decides. */
  readonly option?: { readonly icon: string; readonly tooltip: string } | undefined;
}

type InputResult = { readonly kind: "next" | "back"; readonly value: string } | { readonly kind: "canceled" };

/** Asks for a text. It stays open when it loses the focus: URLs, keys and names are copied from elsewhere. */
export async function showInputStep({
  value,
  error,
  prompt,
  validate,
  check,
  acceptAtOnce = false,
  ...options
}: InputStep): Promise<InputResult> {
  const resources = new DisposableStore();
  const promptFor = typeof prompt === "function" ? prompt : () => prompt;
  const box = resources.add(
    new InputBox({
      password: false,
      placeholder: undefined,
      ...options,
      prompt: promptFor(value),
      ...stepOf(options),
      ignoreFocusOut: true,
      buttons: backButton(options),
    }),
  );
  box.value = value;
  box.setError(error);
  let checking: AbortController | undefined;
  const stopChecking = (): void => {
    checking?.abort();
    checking = undefined;
    box.busy = false;
  };
  resources.add({ dispose: stopChecking });
  /** @returns the value, unless it is refused or changes meanwhile */
  const accept = async (): Promise<string | undefined> => {
    const { value: entered } = box;
    let refusal = validate(entered);
    if (refusal === undefined && check) {
      const current = new AbortController();
      checking = current;
      box.busy = true;
      refusal = await check(entered, current.signal);
      if (checking !== current) {
        return undefined;
      }
      stopChecking();
    }
    box.setError(refusal);
    if (refusal !== undefined) {
      return undefined;
    }
    if (options.password) {
      // VS Code's input box keeps its value in the DOM until it is used again.
      box.value = "";
    }
    return entered;
  };
  try {
    return await new Promise<InputResult>((resolve, reject) => {
      resources.add(
        box.onDidChangeValue((changed) => {
          stopChecking();
          box.setError(undefined);
          if (typeof prompt === "function") {
            box.setPrompt(prompt(changed));
          }
        }),
      );
      resources.add(box.onDidTriggerButton(() => resolve({ kind: "back", value: box.value })));
      resources.add(box.onDidHide(() => resolve({ kind: "canceled" })));
      const tryAccept = (): void => {
        if (!checking) {
          accept().then((entered) => {
            if (entered !== undefined) {
              resolve({ kind: "next", value: entered });
            }
          }, reject);
        }
      };
      resources.add(box.onDidAccept(tryAccept));
      box.show();
      if (acceptAtOnce) {
        tryAccept();
      }
    });
  } finally {
    resources.dispose();
  }
}

/** A single step has no number. */
function stepOf({ step, totalSteps }: DialogStep) {
  return totalSteps > 1 ? { step, totalSteps } : { step: undefined, totalSteps: undefined };
}

function backButton({ step }: DialogStep): readonly vscode.QuickInputButton[] {
  return step > 1 ? [vscode.QuickInputButtons.Back] : [];
}
