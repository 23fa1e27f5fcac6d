import type * as vscode from "vscode";

/** The CommonJS entry: VS Code can't import an ES module below a folder with "%" in its name. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const extension = await import("./extension.js");
  extension.activate(context);
}
