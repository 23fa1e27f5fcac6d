import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { schemes } from "../ids";
import { connectionLabel } from "../shared/connectionLabel";
import { oneLine } from "../util/strings";
import { parseUrl } from "../util/url";
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
      query: reportText({ ...connection, baseUrl }, proxyFor(baseUrl), steps, startedAt),
    });
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

/** Host and port of the proxy in VS Code's settings or the environment, without its credentials. Exceptions from it are not considered. */
function proxyFor(baseUrl: string): string | undefined {
  const { env } = process;
  const variable = (name: string) => env[name] || env[name.toLowerCase()];
  const settings = vscode.workspace.getConfiguration("http");
  const text =
    settings.get<string>("proxy")?.trim() ||
    (baseUrl.startsWith("https:") && variable("HTTPS_PROXY")) ||
    variable("HTTP_PROXY");
  if (!text || settings.get("proxySupport") === "off") {
    return undefined;
  }
  return parseUrl(text)?.host ?? l10n.t("A proxy with an invalid URL");
}
