import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { Clock } from "../util/clock";

/** Calls may fail or never return. */
export type SecretStorage = Pick<vscode.SecretStorage, "get" | "store" | "delete" | "onDidChange">;

/** The secret storage failed or timed out. Has no `cause`, because its errors may contain the secret. */
export class SecretStorageError extends Error {}

/** Enough time to answer the dialog of the system's keyring. */
const timeoutMs = 20_000;

/** Awaits a call of the secret storage. @throws {SecretStorageError} also if it takes too long */
export async function withSecretTimeout<T>(clock: Clock, operation: PromiseLike<T>): Promise<T> {
  let timer: { dispose(): void } | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = clock.after(timeoutMs, () =>
      reject(new SecretStorageError(l10n.t("VS Code's secret storage isn't responding."))),
    );
  });
  try {
    return await Promise.race([operation, timeout]);
  } catch (error) {
    throw error instanceof SecretStorageError
      ? error
      : new SecretStorageError(l10n.t("VS Code's secret storage failed."));
  } finally {
    timer?.dispose();
  }
}
