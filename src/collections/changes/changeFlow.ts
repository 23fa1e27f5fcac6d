import * as l10n from "@vscode/l10n";
import type { Connection } from "../../connections/connection";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { ApiError } from "../../service/errors";
import type { ChangeRequest, ChangeResponse, ServiceTarget } from "../../service/types";
import { connectionLabel, withFullStop } from "../../shared/text";
import { showConfirmation, showWarning, withQuietProgress } from "../../window";
import { listText, refreshedText, requestText } from "./changeText";

type ChangeOutcome =
  | { readonly kind: "made"; readonly response: ChangeResponse }
  /** Nothing was changed. The user can correct the change and try again. */
  | { readonly kind: "refused"; readonly message: string }
  /** The outcome is unknown, or there is nothing to change. A warning was shown; trying again makes no sense. */
  | { readonly kind: "failed" };

/**
 * One command that changes something (docs/service.md, Changes). Each request is sent once. Nothing is sent when another
 * connection is active, or when the connection or its key has changed since the command was run.
 */
export class ChangeFlow {
  constructor(
    private readonly connections: Pick<Connections, "active">,
    private readonly client: Pick<ConnectionClient, "blockingError" | "change" | "connection">,
    private readonly destination: Pick<ServiceTarget, "baseUrl" | "dataset">,
  ) {}

  get connectionName(): string {
    return connectionLabel(this.client.connection);
  }

  /** The title of a dialog. @param action what the dialog is for */
  titleOf(action: string): string {
    return l10n.t({
      message: "{0} · {1}",
      args: [action, this.connectionName],
      comment: ["The title of a dialog: what it does, and the name of a connection"],
    });
  }

  /** The request as it would be sent. @throws {ApiError} if it cannot be sent */
  requestText(change: ChangeRequest): string {
    return requestText(this.destination, change);
  }

  /**
   * Sends a change once. If it failed, refreshes the list where needed, and shows a warning.
   * @param viewId view that shows the progress
   * @param refresh is passed the warning, and returns whether the list was read again
   */
  async sendAndTell(
    change: ChangeRequest,
    viewId: string,
    title: string,
    refresh: (warning: string, mayHaveBeenApplied: boolean) => Promise<boolean>,
  ): Promise<ChangeOutcome> {
    let error: ApiError;
    try {
      const response = await withQuietProgress(viewId, title, () => this.send(change));
      return { kind: "made", response };
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) {
        throw thrown;
      }
      error = thrown;
    }
    const { failure, mayHaveBeenApplied } = error;
    const secret = "settings" in change ? change.settings.secret : undefined;
    // The service may quote the secret.
    const message = withFullStop(secret ? error.message.replaceAll(secret, "…") : error.message);
    const isGone = "status" in failure && [404, 410].includes(failure.status);
    if (mayHaveBeenApplied || isGone) {
      const uncertain = `${title}: ${message} ${l10n.t("The change may have been made.")}`;
      const warning = mayHaveBeenApplied ? uncertain : message;
      const isRead = await refresh(warning, mayHaveBeenApplied);
      void showWarning(`${warning} ${refreshedText(isRead)}`);
      return { kind: "failed" };
    }
    if (failure.kind === "notOffered") {
      void showWarning(message);
      return { kind: "failed" };
    }
    if (error.isOneOf("connectionChanged", "changesNotAllowed", "noKey", "aborted")) {
      throw error;
    }
    return { kind: "refused", message: l10n.t("{0} Nothing was changed.", message) };
  }

  async send(change: ChangeRequest): Promise<ChangeResponse> {
    this.requireActive();
    return this.client.change(change);
  }

  /** Reads a list again, unless another connection is active. @returns whether it was read */
  async refresh(read: () => Promise<boolean>): Promise<boolean> {
    return this.connections.active === this.client && (await read());
  }

  /** @throws {Error} if nothing more may be sent */
  requireActive(): void {
    const { blockingError } = this.client;
    if (blockingError?.kind === "connectionChanged") {
      throw new Error(l10n.t("{0} Nothing was sent.", blockingError.message));
    }
    if (this.connections.active !== this.client) {
      throw new Error(
        l10n.t('Another connection is active now. Nothing was sent to "{0}".', this.connectionName),
      );
    }
  }
}

/**
 * Begins a change on the active connection, which the user has to allow once.
 * @param environments named in the question
 * @returns undefined if the user does not allow changes
 */
export async function startChange(
  connections: Connections,
  environments: readonly string[] = [],
): Promise<ChangeFlow | undefined> {
  const client = connections.active;
  if (!client) {
    throw new Error(l10n.t("Connect to a service first."));
  }
  await client.requireKey();
  const { baseUrl } = await client.resolveAddress();
  const { connection } = client;
  const flow = new ChangeFlow(connections, client, { baseUrl, dataset: connection.dataset });
  if (!connection.allowChanges && !(await askToAllowChanges(connection, environments))) {
    return undefined;
  }
  flow.requireActive();
  if (!connection.allowChanges) {
    await connections.setAllowChanges(connection.name, true);
  }
  return flow;
}

async function askToAllowChanges(connection: Connection, environments: readonly string[]): Promise<boolean> {
  const detail = [
    connection.sample
      ? l10n.t(
          "Commands can then create, change and delete its collections, documents and webhook alerts, until this window closes. You confirm each change before it is sent.",
        )
      : l10n.t(
          "Commands can then create, change and delete collections, documents and webhook alerts on {0}. You confirm each change before it is sent. Changes stay allowed until you edit the connection or set another API key.",
          connection.origin,
        ),
    ...(environments.length > 0
      ? [l10n.t("Environments of the loaded collections: {0}.", listText(environments, Infinity))]
      : []),
  ];
  const question = l10n.t('Allow changes on "{0}"?', connectionLabel(connection));
  return showConfirmation(question, detail, l10n.t("Allow Changes"));
}
