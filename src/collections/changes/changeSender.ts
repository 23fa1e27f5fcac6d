import * as l10n from "@vscode/l10n";
import { ApiError } from "../../service/errors";
import type { ChangeRequest, ChangeResponse } from "../../service/types";
import { connectionLabel } from "../../shared/connectionLabel";
import type { ConnectionChangeOptions, ConnectionClient } from "../../connections/connectionClient";

/** The client of a connection, as captured when the dialog of a change opened. */
export type ChangeClient = Pick<ConnectionClient, "connection" | "blockingError" | "change">;

export type ChangeOutcome =
  | { readonly kind: "done"; readonly response: ChangeResponse }
  /** The service has not made the change. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The answer was lost: only another read can tell whether the change was made. */
  | { readonly kind: "unknown"; readonly error: ApiError };

/**
 * Sends changes, each once (docs/service.md, Changes). What was confirmed for one connection is not sent after another one was
 * activated, nor after it was edited or removed; and nothing is sent twice while the first request runs.
 */
export class ChangeSender {
  private readonly running = new Set<string>();

  /** @param activeClient the client of the active connection */
  constructor(private readonly activeClient: () => unknown) {}

  /** @throws a sentence if nothing may be sent any more for what a dialog was opened for */
  requireUnchanged(client: ChangeClient): void {
    const { connection, blockingError } = client;
    if (blockingError?.kind === "connectionChanged") {
      throw new Error(l10n.t("{0} Nothing was sent.", blockingError.message));
    }
    if (this.activeClient() !== client) {
      throw new Error(
        l10n.t('Another connection is active now. Nothing was sent to "{0}".', connectionLabel(connection)),
      );
    }
  }

  async send(
    client: ChangeClient,
    change: ChangeRequest,
    options?: ConnectionChangeOptions,
  ): Promise<ChangeOutcome> {
    this.requireUnchanged(client);
    const key = JSON.stringify([client.connection.name, change]);
    if (this.running.has(key)) {
      throw new Error(l10n.t("This request is already running. It was not sent again."));
    }
    this.running.add(key);
    try {
      return { kind: "done", response: await client.change(change, options) };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (error.kind === "connectionChanged" && !error.mayHaveBeenApplied) {
        this.requireUnchanged(client);
      }
      return { kind: error.mayHaveBeenApplied ? "unknown" : "refused", error };
    } finally {
      this.running.delete(key);
    }
  }
}
