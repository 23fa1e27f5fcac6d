import * as l10n from "@vscode/l10n";
import { showModalWarning } from "../window";
import type { Connection } from "./connection";
import { ConnectionForm } from "./connectionForm";
import type { Connections } from "./connections";

/** The dialogs, loaded together on first use. */
export { pickConnection, pickConnectionToRead, switchConnection } from "./connectionPick";

/** `Connect…`. @returns whether a connection was added, which is the active one then */
export async function connect(connections: Connections): Promise<boolean> {
  const fields = ["baseUrl", "key", "organizationId", "name"] as const;
  const form = new ConnectionForm(connections, l10n.t("Connect to a service"), fields);
  const added = await form.show(saveTo(connections));
  if (added) {
    await connections.activate(added.name);
  }
  return added !== undefined;
}

/**
 * `Edit Connection…`: the same form with the stored values and the dataset. An empty key keeps the stored one, unless the
 * origin changes: then another key is required, and replaces the stored one. Changes have to be allowed again.
 */
export async function editConnection(original: Connection, connections: Connections): Promise<void> {
  const title = l10n.t({
    message: "Edit {0}",
    args: [original.name],
    comment: ["{0} is the name of a connection"],
  });
  const fields = ["baseUrl", "key", "organizationId", "dataset", "name"] as const;
  const form = new ConnectionForm(connections, title, fields, original);
  await activateIfNone(await form.show(saveTo(connections, original)), connections);
}

/**
 * `Set API Key…`: asks for a key and stores it once the service accepts it. Until then a stored key is kept. Changes have to be
 * allowed again: another key may be for another environment.
 */
export async function setApiKey(connection: Connection, connections: Connections): Promise<void> {
  const title = l10n.t("API key for {0}", connection.name);
  const form = new ConnectionForm(connections, title, ["key"], connection);
  const saved = await form.show(async (_, key) => {
    // First, so that no failure leaves another key with a permission that was not given for it.
    if (connections.list.find(connection.name)?.allowChanges) {
      await connections.setAllowChanges(connection.name, false);
    }
    await connections.saveKey(connection, key);
  });
  await activateIfNone(saved, connections);
}

/** `Clear API Key` */
export async function clearApiKey({ name }: Connection, connections: Connections): Promise<void> {
  const clear = l10n.t("Clear Key");
  const message = l10n.t('Clear the API key for "{0}"?', name);
  const detail = l10n.t("You can't use the connection until you set another key.");
  if ((await showModalWarning(message, detail, clear)) === clear) {
    await connections.keys.delete(name);
  }
}

/** `Remove Connection…` */
export async function removeConnection({ name }: Connection, connections: Connections): Promise<void> {
  const remove = l10n.t("Remove");
  const message = l10n.t('Remove the connection "{0}"?', name);
  if ((await showModalWarning(message, l10n.t("Its API key will be deleted."), remove)) === remove) {
    await connections.remove(name);
  }
}

function saveTo(connections: Connections, original?: Connection) {
  /** As it is in the settings: a second attempt may be under another name. */
  let saved = original;
  return async (connection: Connection, key: string | undefined): Promise<void> => {
    await connections.save(connection, saved);
    saved = connection;
    await connections.saveKey(connection, key, original);
  };
}

/** The active connection stays active, also under another name. Another one takes its place only if there is none. */
async function activateIfNone(saved: Connection | undefined, connections: Connections): Promise<void> {
  const active = connections.active?.connection.name;
  if (saved && (active === undefined || active === saved.name)) {
    await connections.activate(saved.name);
  }
}
