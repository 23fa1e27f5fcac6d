import * as l10n from "@vscode/l10n";
import type { ChangeRequest, Collection } from "../../service/types";
import { connectionLabel } from "../../shared/connectionLabel";
import type { ChangeDestination, ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { views } from "../../ids";
import { showModalWarning, withQuietProgress } from "../../window";
import type { CollectionTreeInput } from "../tree/collectionTreeInput";
import type { CollectionsView } from "../tree/collectionsView";
import type { ChangeOutcome, ChangeSender } from "./changeSender";
import { environmentsOf, environmentsText, runningText } from "./changeText";

export interface ChangeContext {
  readonly connections: Connections;
  readonly view: CollectionsView;
  readonly sender: ChangeSender;
}

/** What a command was invoked on. Nothing is sent once another connection is active. */
export interface ChangeTarget {
  readonly client: ConnectionClient;
  readonly input: CollectionTreeInput;
  /** Nothing is sent with another key than that of what is shown: it may see another environment. */
  readonly destination: ChangeDestination;
}

export interface CollectionTarget extends ChangeTarget {
  readonly collection: Collection;
}

/** Asks, unless it was allowed before, whether the connection may be used to change something. The answer is kept with it. */
export async function allowChanges(
  { client, input }: ChangeTarget,
  { connections, sender }: ChangeContext,
): Promise<boolean> {
  const { connection } = client;
  if (connection.allowChanges) {
    return true;
  }
  const allow = l10n.t("Allow Changes");
  const name = connectionLabel(connection);
  const detail = [
    environmentsText(environmentsOf(input.list.state.items)),
    "",
    connection.sample
      ? l10n.t(
          "Commands can then create, move and delete its collections and documents, until this window closes. Each change is shown and confirmed first.",
        )
      : l10n.t(
          "Commands can then create, move and delete collections and documents on {0}. Each change is shown and confirmed first. You can take this back with Company Feed: Edit Connection…",
          connection.origin,
        ),
  ];
  if ((await showModalWarning(l10n.t('Allow changes on "{0}"?', name), detail, allow)) !== allow) {
    return false;
  }
  sender.requireUnchanged(client);
  await connections.setAllowChanges(connection.name, true);
  return true;
}

/** The title of a dialog: what it does, and with which connection. */
export function dialogTitle(action: string, { client }: ChangeTarget): string {
  return l10n.t({
    message: "{0} · {1}",
    args: [action, connectionLabel(client.connection)],
    comment: ["The title of a dialog: what it does, and the name of a connection"],
  });
}

export function send(
  { client, destination }: ChangeTarget,
  change: ChangeRequest,
  { sender }: ChangeContext,
): Promise<ChangeOutcome> {
  // Rejected at once instead of after the progress has started.
  sender.requireUnchanged(client);
  return Promise.resolve(
    withQuietProgress(views.collections, runningText(change), () =>
      sender.send(client, change, { destination }),
    ),
  );
}
