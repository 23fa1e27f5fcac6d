import * as vscode from "vscode";
import { setDisplayLanguage } from "./shared/locale";

/**
 * Imported first, so that modules may look up messages as they are evaluated. Without a translation of the extension into VS Code's
 * display language everything is English, numbers and dates too.
 */
if (vscode.l10n.bundle) {
  setDisplayLanguage({ language: vscode.env.language, messages: vscode.l10n.bundle });
}
