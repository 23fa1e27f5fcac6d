import * as l10n from "@vscode/l10n";
import { ApiError, problemKindOf } from "../service/errors";
import { connectionLabel } from "../shared/connectionLabel";
import { remediesOf, remedyLabel } from "../shared/problemKind";
import { formatNumber } from "../shared/text";
import { oneLine } from "../util/strings";
import type { Connection } from "./connection";
import type { ConnectionClient } from "./connectionClient";

export interface TestStep {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The findings in one or more sentences, without secrets. */
  readonly finding: string;
  /** What the user can do about it. */
  readonly advice?: string | undefined;
}

/**
 * `Test Connection`: checks what the user needs, one after the other.
 * @param signal aborted: the requests end, and with them the test
 */
export async function testConnection(
  client: ConnectionClient,
  nowMs: number,
  signal: AbortSignal,
): Promise<readonly TestStep[]> {
  const { connection } = client;
  const steps: TestStep[] = [];
  const add = (name: string, outcome: TestStep["outcome"], finding: string, advice?: string): void => {
    steps.push({ name, outcome, finding, advice });
  };
  const collections = await attempt(async () => {
    const { totalCount } = await client.listCollections({ limit: 1, offset: 0 }, { signal });
    return totalCount === undefined
      ? l10n.t("The service lists collections.")
      : l10n.t("The service lists collections ({0} in total).", formatNumber(totalCount));
  });
  const { error } = collections;
  const problem = error && problemKindOf(error);
  if (problem === "key") {
    add(l10n.t("API key"), "failed", collections.finding, adviceFor(error, connection));
  } else {
    const found = connection.sample
      ? l10n.t("The sample service has its own key.")
      : l10n.t("A key is stored for {0}.", connection.origin);
    add(l10n.t("API key"), "passed", found);
    const outcome = error ? "failed" : "passed";
    add(l10n.t("Collections"), outcome, collections.finding, adviceFor(error, connection));
  }
  // What lists no collections for another reason than these may still have a feed.
  if (problem === "key" || problem === "offline") {
    add(l10n.t("Event feed"), "skipped", l10n.t("Not checked because of the failure above."));
    return steps;
  }
  const feed = await attempt(async () => {
    const since = new Date(nowMs - 3_600_000).toISOString();
    const { items } = await client.readFeed({ pageSize: 1, fields: "ids", since }, { signal });
    return items.length > 0
      ? l10n.t("The feed returns events.")
      : l10n.t("The feed responds, but has no events from the last hour.");
  });
  const feedOutcome = feed.error ? "failed" : "passed";
  add(l10n.t("Event feed"), feedOutcome, feed.finding, adviceFor(feed.error, connection));
  return steps;
}

async function attempt(request: () => Promise<string>): Promise<{ finding: string; error?: ApiError }> {
  try {
    return { finding: await request() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { finding: error.message, error };
  }
}

function adviceFor(error: ApiError | undefined, { sample }: Connection): string | undefined {
  const kind = error && problemKindOf(error);
  if (kind === "offline" && !sample) {
    return l10n.t(
      "Check the base URL, that you are online and connected to the right VPN, and VS Code's settings http.proxy and http.systemCertificates.",
    );
  }
  return kind && remedyLabel(remediesOf(kind, sample)[0]);
}

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/**
 * The report of a connection test as plain text, to be read and shared: it contains no secrets.
 * @param proxy host and port of the configured one; the system's is unknown
 */
export function reportText(
  connection: Connection,
  proxy: string | undefined,
  steps: readonly TestStep[],
  startedAt: Date,
): string {
  const failed = steps.filter((step) => step.outcome === "failed").map((step) => step.name);
  const lines = [
    l10n.t("Connection test of {0}", oneLine(connectionLabel(connection))),
    l10n.t("Base URL: {0}", oneLine(connection.baseUrl)),
    l10n.t("Dataset: {0}", oneLine(connection.dataset)),
    l10n.t("Organization: {0}", oneLine(connection.organizationId ?? l10n.t("not set"))),
    l10n.t("Proxy: {0}", proxy ?? l10n.t("not set")),
    l10n.t("Started at: {0}", startedAt.toISOString()),
    "",
    failed.length === 0 ? l10n.t("All checks passed.") : l10n.t("Failed: {0}.", failed.join(", ")),
    "",
  ];
  for (const { name, outcome, finding, advice } of steps) {
    lines.push(`${marks[outcome]} ${name}`, ...paragraph("    ", finding));
    if (advice !== undefined) {
      lines.push(...paragraph("    → ", advice));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** After its start, lines of at most 80 characters if its words permit: the editor does not wrap them. */
function paragraph(start: string, text: string): string[] {
  const lines = oneLine(text, 500).match(/\S.{0,79}(?=\s|$)|\S+/g) ?? [];
  return lines.map((line, index) => (index === 0 ? start : " ".repeat(start.length)) + line);
}
