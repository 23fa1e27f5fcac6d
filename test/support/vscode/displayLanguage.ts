import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";

const languagePackId = "test.language-pack";

/** To be called before the page is loaded: VS Code would look for the language pack in the Marketplace. */
export function nameLanguagePack(page: Page): Promise<unknown> {
  return page.addInitScript((id) => {
    // Not in the frames of webviews, which have no storage.
    if (window === window.top) {
      localStorage.setItem("vscode.nls.languagePackExtensionId", id);
    }
  }, languagePackId);
}

/**
 * Makes a language VS Code's display language without a language pack from the Marketplace: its own texts stay English, and
 * extensions get their translations.
 * @returns arguments of the server
 */
export async function displayLanguageArgs(userDataDir: string, language: string): Promise<string[]> {
  await mkdir(userDataDir, { recursive: true });
  const translation = path.join(userDataDir, `${language}.i18n.json`);
  await writeFile(translation, JSON.stringify({ version: "1.0.0", contents: {} }));
  const extension = { extensionIdentifier: { id: languagePackId }, version: "1.0.0" };
  const pack = { hash: "0", label: language, extensions: [extension], translations: { vscode: translation } };
  // VS Code keeps the installed language packs in this file.
  await writeFile(path.join(userDataDir, "languagepacks.json"), JSON.stringify({ [language]: pack }));
  return ["--locale", language];
}
