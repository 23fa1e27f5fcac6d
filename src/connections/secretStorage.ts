import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { Clock } from "../util/clock";

/** Calls may fail or never return. */
export type SecretStorage = Pick<vscode.SecretStorage, "get" | "store" | "delete" | "onDidChange">;

/** Enough time to answer the dialog of the system's keyring. */
const timeoutMs = 20_000;

/** Awaits a call of the secret storage. Rejects with a sentence if it fails, or takes too long. */
export async function withSecretTimeout<T>(clock: Clock, operation: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(timeoutMs, () =>
      reject(new Error(l10n.t("VS Code's secret storage isn't responding."))),
    );
    // Without the cause, as the error may contain the secret.
    const fail = (): void => reject(new Error(l10n.t("VS Code's secret storage failed.")));
    operation.then(resolve, fail).then(() => timer.dispose());
  });
}
