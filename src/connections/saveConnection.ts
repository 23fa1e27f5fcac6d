import type { Connection } from "./connection";
import type { Connections } from "./connections";

/** @returns false if the key couldn't be stored, and the user does not want to go on without it */
export type StoreKey = (connection: Connection, key: string) => Promise<boolean>;

/** Saves and activates a new connection. @returns whether it was saved */
export async function addConnection(
  connections: Connections,
  connection: Connection,
  key: string | undefined,
  storeKey: StoreKey,
): Promise<boolean> {
  const isSaved = await saveWithKey(connections, connection, key, storeKey);
  if (isSaved) {
    await connections.activate(connection.name);
  }
  return isSaved;
}

/** Replaces a connection, which may get another name. It stays active. @param key undefined to keep the stored one */
export async function replaceConnection(
  connections: Connections,
  original: Connection,
  connection: Connection,
  key: string | undefined,
  storeKey: StoreKey,
): Promise<void> {
  const { name } = original;
  const isRenamed = connection.name !== name;
  const newKey = key ?? (isRenamed ? await storedKey(connections, name, connection.origin) : undefined);
  const wasActive = connections.active?.connection.name === name;
  if (!(await saveWithKey(connections, connection, newKey, storeKey, name))) {
    return;
  }
  if (wasActive) {
    await connections.activate(connection.name);
  }
  if (isRenamed) {
    await connections.keys.delete(name);
  }
}

/** A key is found only for the origin it was entered for: the stored key never goes to a new one. */
export async function storedKey(
  { keys }: Connections,
  name: string,
  origin: string,
): Promise<string | undefined> {
  const lookup = await keys.lookUp({ name, origin });
  return lookup.kind === "found" ? lookup.key : undefined;
}

/** If the settings can't be saved, the keys and the names of the connections stay as they were. */
async function saveWithKey(
  connections: Connections,
  connection: Connection,
  key: string | undefined,
  storeKey: StoreKey,
  replacedName = connection.name,
): Promise<boolean> {
  const restoreKey = await connections.keys.backUp(connection.name);
  if (key !== undefined && !(await storeKey(connection, key))) {
    return false;
  }
  const undoRename = connections.rename(replacedName, connection.name);
  try {
    await connections.list.save(connection, replacedName);
    return true;
  } catch (error) {
    undoRename();
    if (key !== undefined) {
      // If this fails, too, the error to fix first is that of the settings.
      await restoreKey().catch(() => undefined);
    }
    throw error;
  }
}
