/** How a problem looks, and the way out of it. */
import type { Problem } from "../../shared/feedState";
import type { PageCommand, PanelState } from "../../shared/protocol";

export const problemIcons: Readonly<Record<Problem["kind"], string>> = {
  offline: "debug-disconnect",
  unavailable: "server",
  key: "key",
  connection: "plug",
  removed: "plug",
  service: "error",
};

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

/** The one useful thing to do about a problem. */
export function remedyFor({ kind }: Problem, { sample }: PanelState["connection"]): Remedy {
  // The sample service has neither settings nor a key to change.
  return sample ? retry : remedies[kind];
}

/** Whether the person has to do something before a retry can help. */
export function needsPerson(problem: Problem, connection: PanelState["connection"]): boolean {
  return remedyFor(problem, connection) !== retry;
}
