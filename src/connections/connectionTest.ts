import * as l10n from "@vscode/l10n";
import { ApiError, problemKindOf } from "../service/errors";
import { connectionLabel, formatNumber } from "../shared/text";
import { remediesOf, remedyLabels } from "../shared/problemKind";
import { oneLine } from "../util/strings";
import type { Connection } from "./connection";
import type { ConnectionClient } from "./connectionClient";

export interface TestStep {
  readonly name: string;
  /** One or more sentences, without secrets. */
  readonly finding: string;
  /** Set if the step failed. */
  readonly advice?: string;
}

/** `Test Connection`: checks the key, the collections and the feed. @param signal ends the test */
export async function testConnection(
  client: ConnectionClient,
  nowMs: number,
  signal: AbortSignal,
): Promise<readonly TestStep[]> {
  const { connection } = client;
  const collections = await attempt(l10n.t("Collections"), connection, async () => {
    const { totalCount } = await client.listCollections({ limit: 1, offset: 0 }, { signal });
    return totalCount === undefined
      ? l10n.t("The service lists collections.")
      : l10n.t("The service lists collections ({0} in total).", formatNumber(totalCount));
  });
  const problem = collections.error && problemKindOf(collections.error);
  if (problem === "key") {
    return [{ ...collections, name: l10n.t("API key") }];
  }
  const found = connection.sample
    ? l10n.t("The sample service has its own key.")
    : l10n.t("A key is stored for {0}.", connection.origin);
  const key: TestStep = { name: l10n.t("API key"), finding: found };
  // Unless the service is unreachable, test the feed too.
  if (problem === "offline") {
    return [key, collections];
  }
  const feed = await attempt(l10n.t("Event feed"), connection, async () => {
    const since = new Date(nowMs - 3_600_000).toISOString();
    const { items, hasMore } = await client.readFeed({ pageSize: 1, fields: "ids", since }, { signal });
    return items.length > 0 || hasMore
      ? l10n.t("The feed returns events.")
      : l10n.t("The feed responds, but has no events from the last hour.");
  });
  return [key, collections, feed];
}

async function attempt(
  name: string,
  connection: Connection,
  request: () => Promise<string>,
): Promise<TestStep & { readonly error?: ApiError }> {
  try {
    return { name, finding: await request() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { name, finding: error.message, advice: adviceFor(error, connection), error };
  }
}

function adviceFor(error: ApiError, { sample }: Connection): string {
  const kind = problemKindOf(error);
  if (kind === "offline" && !sample) {
    return l10n.t(
      "Check the base URL, that you are online and connected to the right VPN, and VS Code's settings http.proxy and http.systemCertificates.",
    );
  }
  return remedyLabels[remediesOf(kind, sample)[0]]();
}

/** Plain text without secrets, so that it can be shared. */
export function reportText(connection: Connection, steps: readonly TestStep[], startedAt: Date): string {
  const failed = steps.filter(({ advice }) => advice !== undefined).map(({ name }) => name);
  const lines = [
    l10n.t("Connection test of {0}", oneLine(connectionLabel(connection))),
    l10n.t("Base URL: {0}", oneLine(connection.baseUrl)),
    l10n.t("Dataset: {0}", oneLine(connection.dataset)),
    l10n.t("Organization: {0}", oneLine(connection.organizationId ?? l10n.t("not set"))),
    l10n.t("Started at: {0}", startedAt.toISOString()),
    "",
    failed.length === 0 ? l10n.t("All checks passed.") : l10n.t("Failed: {0}.", failed.join(", ")),
    "",
  ];
  for (const { name, finding, advice } of steps) {
    lines.push(`${advice === undefined ? "✓" : "✗"} ${name}`, ...paragraph("    ", finding));
    if (advice !== undefined) {
      lines.push(...paragraph("    → ", advice));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Wraps the text after 80 characters, which the editor does not. */
function paragraph(start: string, text: string): string[] {
  const lines = oneLine(text, 500).match(/\S.{0,79}(?=\s|$)|\S+/g) ?? [];
  return lines.map((line, index) => (index === 0 ? start : " ".repeat(start.length)) + line);
}
