import type { ApiError } from "../../api/errors";
import { oneLine } from "../../util/strings";
import type { Connection } from "../connection";
import type { TestStep } from "./connectionTest";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/** The report of a connection test as plain text, to be read and shared: it contains no secrets. */
export function reportText(connection: Connection, steps: readonly TestStep[], startedAt: Date): string {
  const failed = steps.filter((step) => step.outcome === "failed").map((step) => step.name);
  const lines = [
    `Connection test of ${oneLine(connection.name)}`,
    `Base URL      ${oneLine(connection.baseUrl)}`,
    `Dataset       ${oneLine(connection.dataset)}`,
    `Organization  ${oneLine(connection.organizationId ?? "not set")}`,
    `Started at    ${startedAt.toISOString()}`,
    "",
    failed.length === 0 ? "All checks passed." : `Failed: ${failed.join(", ")}.`,
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

/** What the user can do about an error. */
export function adviceFor({ failure }: ApiError, connection: Connection): string | undefined {
  const { baseUrl, dataset, organizationId } = connection;
  if (connection.sample) {
    return "The sample service runs inside VS Code. Reload the window and try again.";
  }
  switch (failure.kind) {
    case "unauthorized":
    case "invalidRequest":
    case "noKey":
      return "Enter the key again with Company Feed: Set API Key… Each environment has its own keys.";
    case "forbidden":
      return organizationId === undefined
        ? "The key is valid, but an organization ID is required. Add it with Company Feed: Edit Connection…"
        : `The key is valid, but not for organization ${organizationId}. Change or clear the ID with Company Feed: Edit Connection…`;
    case "notFound":
      return `Check the base URL (${baseUrl}) and the dataset (${dataset}) with Company Feed: Edit Connection…`;
    case "redirected":
      return "The key is not sent to other addresses. If the service moved, change the base URL with Company Feed: Edit Connection…";
    case "unavailable":
      return "The service is reachable, but busy or down. Try again later.";
    case "unreachable":
    case "timeout":
      return "Check that you are online and connected to the right VPN, and check VS Code's setting http.proxy.";
    case "interrupted":
      return "The service is reachable, but its responses are incomplete. Try again. A proxy or VPN may be the cause.";
    case "untrusted":
      return "The certificate is not trusted. See TLS above.";
    case "malformed":
    case "tooLarge":
      return "The response may be from a sign-in page or a gateway instead of the service. Check the base URL.";
    case "rejected":
    case "connectionChanged":
    case "aborted":
      return undefined;
  }
}
