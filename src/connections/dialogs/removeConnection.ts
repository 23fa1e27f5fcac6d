import { askModally } from "../../window";
import type { Connection } from "../connection";
import type { Connections } from "../connections";
import { SecretStoreError } from "../keyStore";

/** `Remove Connection…`: its key first, then its entry. False when the person changed their mind. */
export async function removeConnection(connection: Connection, connections: Connections): Promise<boolean> {
  const choice = await askModally(
    `Remove the connection "${connection.name}"?`,
    "Its API key is deleted with it.",
    "Remove",
  );
  if (choice !== "Remove") {
    return false;
  }
  try {
    await connections.keys.delete(connection.name);
  } catch (error) {
    if (!(error instanceof SecretStoreError) || !(await removeAllTheSame(error))) {
      throw error;
    }
  }
  await connections.list.remove(connection.name);
  return true;
}

async function removeAllTheSame(error: SecretStoreError): Promise<boolean> {
  const choice = await askModally(
    `${error.message} The key could not be deleted.`,
    "You can remove the connection anyway. Its key then stays in the secret storage.",
    "Remove Anyway",
  );
  return choice === "Remove Anyway";
}
