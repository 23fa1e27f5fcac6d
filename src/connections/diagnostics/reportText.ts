import * as l10n from "@vscode/l10n";
import { oneLine } from "../../util/strings";
import type { Connection } from "../connection";
import { connectionLabel } from "../../shared/connectionLabel";
import type { TestStep } from "./connectionTest";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/** The report of a connection test as plain text, to be read and shared: it contains no secrets. */
export function reportText(connection: Connection, steps: readonly TestStep[], startedAt: Date): string {
  const failed = steps.filter((step) => step.outcome === "failed").map((step) => step.name);
  const lines = [
    l10n.t("Connection test of {0}", oneLine(connectionLabel(connection))),
    ...columns([
      [l10n.t("Base URL"), oneLine(connection.baseUrl)],
      [l10n.t("Dataset"), oneLine(connection.dataset)],
      [l10n.t("Organization"), oneLine(connection.organizationId ?? l10n.t("not set"))],
      [l10n.t("Changes"), connection.allowChanges ? l10n.t("allowed") : l10n.t("not allowed")],
      [l10n.t("Started at"), startedAt.toISOString()],
    ]),
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

function columns(rows: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => label.padEnd(width) + value);
}
