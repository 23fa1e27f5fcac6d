import type { Problem } from "../../shared/feedState";
import { remediesOf, remedyLabel } from "../../shared/problemKind";
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

/** The most likely one first. */
export function remediesFor({ kind }: Problem, { sample }: PanelState["connection"]): readonly Remedy[] {
  return remediesOf(kind, sample).map((remedy) => ({
    label: remedyLabel(remedy),
    message: { type: remedy },
  }));
}

/** Whether retrying cannot help until something else is changed. */
export function needsUserAction({ kind }: Problem, { sample }: PanelState["connection"]): boolean {
  return !remediesOf(kind, sample).includes("retry");
}
