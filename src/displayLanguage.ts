import * as vscode from "vscode";
import { setDisplayLanguage } from "./shared/locale";

// Without a translation into VS Code's display language everything is English, numbers and dates too.
if (vscode.l10n.bundle) {
  setDisplayLanguage({ language: vscode.env.language, messages: vscode.l10n.bundle });
}
