import { validateConnection, type ValidationResult } from "./validateConnection";
import { type Connection, defaultDataset } from "../connection";
import { type Draft, type Field, promptForDraft, connectionOf, type Position } from "./connectionForm";
import type { Connections } from "../connections";
import { storeKey } from "./keyDialogs";

const connectFields: readonly Field[] = ["baseUrl", "key", "organizationId", "name"];
const editFields: readonly Field[] = ["baseUrl", "key", "organizationId", "dataset", "name"];

/**
 * `Connect…`: asks base URL, key, organization and name, checks them with the service, and only then stores the connection
 * and its key and makes it the active one. Answers the new connection, or nothing when the person gave up.
 */
export async function connect(connections: Connections): Promise<Connection | undefined> {
  const draft = { baseUrl: "", key: "", organizationId: "", dataset: defaultDataset, name: "" };
  const checked = await askUntilChecked(
    { title: "Connect to a service", fields: connectFields, draft, others: namesOf(connections) },
    connections,
  );
  if (!checked) {
    return undefined;
  }
  const { connection, key } = checked;
  if (key !== undefined && !(await storeKey(connection, key, connections))) {
    return undefined;
  }
  try {
    await connections.list.save(connection);
  } catch (error) {
    await connections.keys.delete(connection.name);
    throw error;
  }
  await connections.activate(connection.name);
  return connection;
}

/**
 * `Edit Connection…`: the same questions with what is stored filled in, and the dataset. The stored key stays where none is
 * entered and the origin is the same; for another origin it is deleted and a new one is asked for.
 */
export async function editConnection(
  before: Connection,
  connections: Connections,
): Promise<Connection | undefined> {
  const checked = await askUntilChecked(
    {
      title: `Edit ${before.name}`,
      fields: editFields,
      draft: {
        baseUrl: before.baseUrl,
        key: "",
        organizationId: before.organizationId ?? "",
        dataset: before.dataset,
        name: before.name,
      },
      others: namesOf(connections).filter((name) => name !== before.name),
      before,
    },
    connections,
  );
  if (!checked) {
    return undefined;
  }
  const { connection, key } = checked;
  const renamed = connection.name !== before.name;
  const keyBefore = await keyOf(before, connections);
  const stored = key ?? (renamed ? keyBefore : undefined);
  if (stored !== undefined && !(await storeKey(connection, stored, connections))) {
    return undefined;
  }
  if (renamed) {
    connections.rename(before.name, connection.name);
  }
  const wasActive = connections.active?.connection.name === before.name;
  try {
    await connections.list.save(connection, before.name);
  } catch (error) {
    // Settings that cannot be written leave all as it was.
    if (renamed) {
      await connections.keys.delete(connection.name);
    } else if (stored !== undefined && keyBefore !== undefined) {
      await connections.keys.store(before, keyBefore);
    }
    throw error;
  }
  if (wasActive) {
    await connections.activate(connection.name);
  }
  if (renamed) {
    await connections.keys.delete(before.name);
  }
  return connection;
}

interface Form {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly draft: Draft;
  /** Names that are taken. */
  readonly others: readonly string[];
  /** What is edited; absent when it is new. */
  readonly before?: Connection;
}

/** Asks, checks, and asks again where the service complains. `key` is absent where the stored one stays. */
async function askUntilChecked(
  form: Form,
  connections: Connections,
): Promise<{ readonly connection: Connection; readonly key?: string } | undefined> {
  let position: Position = { field: "baseUrl" };
  for (;;) {
    const key = await promptForDraft({ ...form, position });
    if (key === undefined) {
      return undefined;
    }
    const connection = connectionOf(form.draft);
    const verdict = await check(connection, key.value, form.before, connections);
    switch (verdict.kind) {
      case "cancelled":
        return undefined;
      case "ask":
        position = verdict;
        break;
      case "fine":
        return { connection, ...(key.value === undefined ? {} : { key: key.value }) };
    }
  }
}

async function check(
  connection: Connection,
  key: string | undefined,
  before: Connection | undefined,
  connections: Connections,
): Promise<ValidationResult> {
  const usable = key ?? (before && (await keyOf(before, connections)));
  if (usable === undefined) {
    return { kind: "ask", field: "key", complaint: "No key is stored for this connection. Enter one." };
  }
  return validateConnection(connection, usable, connections);
}

async function keyOf(connection: Connection, connections: Connections): Promise<string | undefined> {
  const found = await connections.keys.lookUp(connection);
  return found.kind === "found" ? found.key : undefined;
}

/** Also those of entries that cannot be used: saving under one of them would replace it. */
function namesOf(connections: Connections): string[] {
  return [...connections.list.names];
}
