import * as l10n from "@vscode/l10n";
import { showModalWarning } from "../../window";
import { type Connection, defaultDataset, parseKey, toConnection } from "../connection";
import type { Connections } from "../connections";
import { type ConnectionForm, type FormStart, showConnectionForm } from "./connectionForm";
import { addConnection, replaceConnection, storedKey } from "../saveConnection";
import { deleteKey, storeKey } from "./keyDialogs";
import { validateConnection, type ValidationResult } from "./validateConnection";

/**
 * `Connect…`: asks for the connection's details, checks them with the service, and only then stores and activates it.
 * @returns undefined if it was canceled
 */
export async function connect(connections: Connections): Promise<Connection | undefined> {
  const submitted = await submitForm(
    {
      title: l10n.t("Connect to a service"),
      fields: ["baseUrl", "key", "organizationId", "name"],
      values: {
        baseUrl: "",
        key: "",
        organizationId: "",
        dataset: defaultDataset,
        name: "",
        allowChanges: false,
      },
      // Also those of invalid entries, which saving under the same name would replace.
      existingNames: [...connections.list.names],
    },
    connections,
  );
  if (!submitted) {
    return undefined;
  }
  const { connection, key } = submitted;
  const isAdded = await addConnection(connections, connection, key, (...args) =>
    storeKey(...args, connections),
  );
  return isAdded ? connection : undefined;
}

/**
 * `Edit Connection…`: the same form with the stored values and the dataset. An empty key keeps the stored one, unless the
 * origin changes: then another key is required, and replaces the stored one.
 */
export async function editConnection(original: Connection, connections: Connections): Promise<void> {
  const submitted = await submitForm(
    {
      title: l10n.t({
        message: "Edit {0}",
        args: [original.name],
        comment: ["{0} is the name of a connection"],
      }),
      fields: [
        "baseUrl",
        "key",
        "organizationId",
        "dataset",
        "name",
        // A command that changes something asks first: here it can be taken back.
        ...(original.allowChanges ? (["allowChanges"] as const) : []),
      ],
      values: {
        baseUrl: original.baseUrl,
        key: "",
        organizationId: original.organizationId ?? "",
        dataset: original.dataset,
        name: original.name,
        allowChanges: original.allowChanges ?? false,
      },
      existingNames: [...connections.list.names].filter((name) => name !== original.name),
      original,
    },
    connections,
  );
  if (submitted) {
    const { connection, key } = submitted;
    await replaceConnection(connections, original, connection, key, (...args) =>
      storeKey(...args, connections),
    );
  }
}

/** `Remove Connection…`: deletes its key first. */
export async function removeConnection({ name }: Connection, connections: Connections): Promise<void> {
  const remove = l10n.t("Remove");
  const message = l10n.t('Remove the connection "{0}"?', name);
  if ((await showModalWarning(message, l10n.t("Its API key will be deleted."), remove)) === remove) {
    await deleteKey(name, connections);
    await connections.list.remove(name);
  }
}

/** Shows the form until the service accepts the connection. `key` is absent if the stored one is kept. */
async function submitForm(
  form: ConnectionForm,
  connections: Connections,
): Promise<{ readonly connection: Connection; readonly key?: string } | undefined> {
  let start: FormStart = { field: "baseUrl" };
  while (await showConnectionForm(form, start)) {
    const connection = toConnection(form.values);
    if (typeof connection === "string") {
      throw new Error(connection);
    }
    const key = parseKey(form.values.key);
    const result = await validate(connection, "key" in key ? key.key : undefined, form.original, connections);
    switch (result.kind) {
      case "canceled":
        return undefined;
      case "edit":
        start = result;
        break;
      case "accepted":
        return { connection, ...("key" in key && { key: key.key }) };
    }
  }
  return undefined;
}

async function validate(
  connection: Connection,
  enteredKey: string | undefined,
  original: Connection | undefined,
  connections: Connections,
): Promise<ValidationResult> {
  const key = enteredKey ?? (original && (await storedKey(connections, original.name, connection.origin)));
  return key === undefined
    ? { kind: "edit", field: "key", error: l10n.t("No API key is stored for this connection. Enter one.") }
    : validateConnection(connection, key, connections);
}
