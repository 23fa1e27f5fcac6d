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

const retry: Remedy = { label: "Retry", message: { type: "retry" } };

const remedies: Readonly<Record<Problem["kind"], Remedy>> = {
  offline: retry,
  unavailable: retry,
  key: { label: "Set API Key…", message: { type: "setApiKey" } },
  connection: { label: "Edit Connection…", message: { type: "editConnection" } },
  removed: { label: "Connect…", message: { type: "connect" } },
  service: retry,
};

export function remedyFor({ kind }: Problem, { sample }: PanelState["connection"]): Remedy {
  // The sample service has no settings and no key to change.
  return sample ? retry : remedies[kind];
}

/** Whether retrying cannot help until something else is changed. */
export function needsUserAction(problem: Problem, connection: PanelState["connection"]): boolean {
  return remedyFor(problem, connection) !== retry;
}
