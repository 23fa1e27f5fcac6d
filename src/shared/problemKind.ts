import * as l10n from "@vscode/l10n";

/**
 * What a failure means for the user; decides its icon and remedy. `offline`: the service cannot be reached or not be trusted;
 * `unavailable`: it answered that it is busy or down; `key`: another API key is needed; `connection`: the connection's
 * settings do not fit the service; `removed`: the connection no longer exists; `service`: anything else.
 */
export type ProblemKind = "offline" | "unavailable" | "key" | "connection" | "removed" | "service";

/** What may solve a problem. */
export type RemedyKind = "retry" | "testConnection" | "editConnection" | "setApiKey" | "connect";

/** The most likely one first. */
const remedies: Readonly<Record<ProblemKind, readonly [RemedyKind, ...RemedyKind[]]>> = {
  offline: ["retry", "testConnection", "editConnection"],
  unavailable: ["retry"],
  key: ["setApiKey"],
  connection: ["editConnection", "testConnection"],
  removed: ["connect"],
  service: ["retry"],
};

/** @param isSample the sample service has no settings and no key to change */
export function remediesOf(kind: ProblemKind, isSample: boolean): readonly [RemedyKind, ...RemedyKind[]] {
  return isSample ? ["retry"] : remedies[kind];
}

export const remedyLabels: Readonly<Record<RemedyKind, () => string>> = {
  retry: () => l10n.t("Retry"),
  testConnection: () => l10n.t("Test Connection"),
  editConnection: () => l10n.t("Edit Connection…"),
  setApiKey: () => l10n.t("Set API Key…"),
  connect: () => l10n.t("Connect…"),
};
