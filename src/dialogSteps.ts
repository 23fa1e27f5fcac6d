import * as vscode from "vscode";
import { DisposableStore } from "./util/disposable";
import { escapeLabel, escapeNotification } from "./util/strings";
import { maxLineLength, plainTitle } from "./window";

/** A part of what is below an input box, after the codicon of this name. */
export interface PromptPart {
  readonly icon?: string;
  readonly text: string;
}

/** What is below an input box: VS Code breaks no lines there, so several parts are told apart by their icons. */
type Prompt = string | readonly PromptPart[];

export interface InputStep {
  readonly title: string;
  /** From 1. All but the first have a Back button. */
  readonly step?: number;
  readonly totalSteps?: number;
  readonly placeholder?: string;
  /** Follows the value if it is a function. */
  readonly prompt: Prompt | ((value: string) => Prompt);
  readonly value?: string;
  readonly password?: boolean;
  /** Shown until the value changes. */
  readonly error?: string | undefined;
  /** @returns why the value is not accepted */
  readonly validate: (value: string) => string | undefined;
  /** The same, for what takes a moment: with a busy bar, and aborted once the value changes or the input is closed. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Accept the value as soon as it is shown. */
  readonly acceptAtOnce?: boolean;
}

type InputResult = { readonly kind: "next" | "back"; readonly value: string } | { readonly kind: "canceled" };

/** Asks for a text. @returns undefined if it was canceled */
export async function showInput(
  options: Omit<InputStep, "step" | "totalSteps">,
): Promise<string | undefined> {
  const result = await showInputStep(options);
  return result.kind === "next" ? result.value : undefined;
}

/** One of the steps that ask for texts. It stays open when it loses the focus: URLs, keys and names are copied from elsewhere. */
export async function showInputStep(options: InputStep): Promise<InputResult> {
  const { title, step = 1, totalSteps = 1, placeholder, prompt, value = "", password = false } = options;
  const { error, validate, check, acceptAtOnce = false } = options;
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
    box.prompt = promptText(typeof prompt === "function" ? prompt(text) : prompt);
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
    showError(refusal);
    if (refusal !== undefined) {
      return undefined;
    }
    if (password) {
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
          showError(undefined);
          showPrompt(changed);
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

function promptText(prompt: Prompt): string {
  return typeof prompt === "string"
    ? escapeInputText(prompt)
    : prompt
        .map(({ icon, text }) => (icon === undefined ? "" : `$(${icon})\u00a0`) + escapeInputText(text))
        .join(" ");
}

/** VS Code renders both links and icons below an input box. */
function escapeInputText(text: string): string {
  return escapeNotification(escapeLabel(text, maxLineLength), maxLineLength + 100);
}
