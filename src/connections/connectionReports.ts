import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { schemes } from "../ids";
import { connectionLabel } from "../shared/connectionLabel";
import { oneLine } from "../util/strings";
import { withProgressNotification } from "../window";
import type { ConnectionClient } from "./connectionClient";
import { reportText, testConnection } from "./connectionTest";

/** Runs `Test Connection` and shows the report as a read-only document, whose text is the query of its URI. */
export async function reportConnection(client: ConnectionClient): Promise<void> {
  const { connection } = client;
  const { baseUrl } = await client.resolveAddress();
  const startedAt = new Date();
  const label = connectionLabel(connection);
  const steps = await withProgressNotification(l10n.t("Testing {0}…", label), async (_, signal) => {
    const found = await testConnection(client, startedAt.getTime(), signal);
    return signal.aborted ? undefined : found;
  });
  if (steps) {
    const title = oneLine(l10n.t("Connection test of {0}", oneLine(label, 60)), 80);
    const uri = vscode.Uri.from({
      scheme: schemes.report,
      path: `/${title.replace(/[/\\?#:*"<>|]/g, "_")}.txt`,
      query: reportText({ ...connection, baseUrl }, steps, startedAt),
    });
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
