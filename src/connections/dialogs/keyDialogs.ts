import { askModally } from "../../window";
import { validateConnection } from "./validateConnection";
import { type Connection, parseKey } from "../connection";
import type { Connections } from "../connections";
import { showInputStep } from "./inputStep";
import { SecretStoreError } from "../keyStore";

/**
 * `Set API Key…`: asks for a key, checks it with the service and stores it. False when the person gave up; a key that was
 * there before is then still there.
 */
export async function setKey(connection: Connection, connections: Connections): Promise<boolean> {
  let value = "";
  let complaint: string | undefined;
  for (;;) {
    const answer = await showInputStep({
      title: `API key of ${connection.name}`,
      step: 1,
      totalSteps: 1,
      prompt: `Stored securely; sent only to ${connection.origin}`,
      value,
      masked: true,
      ...(complaint === undefined ? {} : { complaint }),
      check: (text) => {
        const result = parseKey(text);
        return "reason" in result ? result.reason : undefined;
      },
    });
    if (answer.kind !== "next") {
      return false;
    }
    value = answer.value;
    const read = parseKey(value);
    if ("reason" in read) {
      complaint = read.reason;
      continue;
    }
    const verdict = await validateConnection(connection, read.key, connections);
    switch (verdict.kind) {
      case "fine":
        return storeKey(connection, read.key, connections);
      case "cancelled":
        return false;
      case "ask":
        complaint =
          verdict.field === "organizationId"
            ? `${verdict.complaint ?? ""} The organization ID is changed with Edit Connection….`
            : verdict.complaint;
    }
  }
}

/** `Clear API Key`: false when the person changed their mind. */
export async function clearKey(connection: Connection, connections: Connections): Promise<boolean> {
  const clear = "Clear Key";
  const choice = await askModally(
    `Clear the API key of "${connection.name}"?`,
    "The connection stays; it cannot be used until a key is set.",
    clear,
  );
  if (choice !== clear) {
    return false;
  }
  await connections.keys.delete(connection.name);
  return true;
}

/** False when the key could not be stored and the person does not want it kept for this session only. */
export async function storeKey(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<boolean> {
  try {
    await connections.keys.store(connection, key);
    return true;
  } catch (error) {
    if (!(error instanceof SecretStoreError)) {
      throw error;
    }
    const keep = "Keep for This Session";
    const choice = await askModally(
      `${error.message} The key cannot be stored.`,
      "It can be kept in memory until this window closes.",
      keep,
    );
    if (choice !== keep) {
      return false;
    }
    connections.keys.keepForSession(connection, key);
    return true;
  }
}
