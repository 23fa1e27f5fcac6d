import { oneLine } from "../../util/strings";
import type { Connection } from "../connection";
import type { TestStep } from "./connectionTest";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/** The report of a connection test as plain text, made to be read and to be copied into a mail: it holds no secret. */
export function reportText(connection: Connection, steps: readonly TestStep[], at: Date): string {
  const failed = steps.filter((step) => step.outcome === "failed");
  const lines = [
    `Connection test of ${oneLine(connection.name)}`,
    `Base URL      ${oneLine(connection.baseUrl)}`,
    `Dataset       ${oneLine(connection.dataset)}`,
    `Organization  ${oneLine(connection.organizationId ?? "not set")}`,
    `At            ${at.toISOString()}`,
    "",
    failed.length === 0
      ? "Everything works."
      : `What is in the way: ${failed.map((step) => step.name).join(", ")}.`,
    "",
  ];
  for (const { name, outcome, finding, advice } of steps) {
    lines.push(`${marks[outcome]} ${name}`, `    ${oneLine(finding, 500)}`);
    if (advice !== undefined) {
      lines.push(`    → ${oneLine(advice, 500)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
