import * as l10n from "@vscode/l10n";
import type { Problem } from "../../shared/feedState";
import type { PageCommand, PanelState } from "../../shared/protocol";

/** Names of codicons. */
export const problemIcons: Readonly<Record<Problem["kind"], string>> = {
  offline: "debug-disconnect",
  unavailable: "server",
  key: "key",
  connection: "plug",
  removed: "plug",
  service: "error",
};

/** A button that may solve a problem. */
export interface Remedy {
  readonly label: string;
  readonly message: PageCommand;
}

export function remedyFor(problem: Problem, connection: PanelState["connection"]): Remedy {
  if (!needsUserAction(problem, connection)) {
    return { label: l10n.t("Retry"), message: { type: "retry" } };
  }
  switch (problem.kind) {
    case "key":
      return { label: l10n.t("Set API Key…"), message: { type: "setApiKey" } };
    case "connection":
      return { label: l10n.t("Edit Connection…"), message: { type: "editConnection" } };
    default:
      return { label: l10n.t("Connect…"), message: { type: "connect" } };
  }
}

/** Whether retrying cannot help until something else is changed. */
export function needsUserAction({ kind }: Problem, { sample }: PanelState["connection"]): boolean {
  // The sample service has no settings and no key to change.
  return !sample && (kind === "key" || kind === "connection" || kind === "removed");
}
