import * as l10n from "@vscode/l10n";
import { type PickItem, showQuickPick } from "../window";
import type { RequestLanguage } from "./requestCode";

/** Undefined when the quick pick is dismissed. */
export async function pickRequestLanguage(): Promise<RequestLanguage | undefined> {
  const items: readonly (PickItem & { readonly language: RequestLanguage })[] = [
    { language: "curl", label: "cURL", description: l10n.t("Shell command"), icon: "terminal" },
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
