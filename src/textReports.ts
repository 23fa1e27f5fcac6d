import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { schemes } from "./ids";
import { Disposable } from "./util/disposable";
import { oneLine } from "./util/strings";

/** Read-only plain-text documents that say what a command found. They exist as long as this window. */
export class TextReports extends Disposable implements vscode.TextDocumentContentProvider {
  private readonly changed = this.register(new vscode.EventEmitter<vscode.Uri>());
  private readonly texts = new Map<string, string>();

  readonly onDidChange = this.changed.event;

  constructor() {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(schemes.report, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.texts.get(uri.toString()) ??
      `${l10n.t("This report is no longer available. Run the command again.")}\n`
    );
  }

  /** Replaces a report with the same title. */
  async show(title: string, text: string): Promise<void> {
    const fileName = oneLine(title, 80).replace(/[/\\?#:*"<>|]/g, "_");
    const uri = vscode.Uri.from({ scheme: schemes.report, path: `/${fileName}.txt` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
