import * as l10n from "@vscode/l10n";
import { type PickItem, showQuickPick } from "../window";
import { type RequestLanguage, requestLanguages } from "./requestCode";

/** @param argument what a keybinding passes to the command; a menu passes a resource, which is ignored */
export function requestLanguageOf(argument: unknown): RequestLanguage | undefined {
  if (typeof argument !== "string") {
    return undefined;
  }
  const language = requestLanguages.find((candidate) => candidate === argument);
  if (!language) {
    throw new Error(l10n.t('"{0}" is not one of {1}.', argument, requestLanguages.join(", ")));
  }
  return language;
}

/** Undefined when the quick pick is dismissed. */
export async function pickRequestLanguage(): Promise<RequestLanguage | undefined> {
  const items: readonly (PickItem & { readonly language: RequestLanguage })[] = [
    { language: "curl", label: "cURL", description: l10n.t("Command for a shell"), icon: "terminal" },
    { language: "typescript", label: "TypeScript", description: "fetch", icon: "symbol-namespace" },
    { language: "python", label: "Python", description: "httpx", icon: "snake" },
  ];
  const picked = await showQuickPick(items, {
    title: l10n.t("Copy Feed Request"),
    placeHolder: l10n.t("Select a language"),
    matchOnDescription: true,
  });
  return picked?.language;
}
