import { showModalWarning } from "../../window";
import { type Connection, parseKey } from "../connection";
import type { Connections } from "../connections";
import { SecretStorageError } from "../keyStore";
import { showInputStep } from "./inputStep";
import { validateConnection } from "./validateConnection";

/** `Set API Key…`: asks for a key and stores it once the service accepts it. Until then a stored key is kept. */
export async function setKey(connection: Connection, connections: Connections): Promise<void> {
  let value = "";
  let error: string | undefined;
  for (;;) {
    const input = await showInputStep({
      title: `API key of ${connection.name}`,
      step: 1,
      totalSteps: 1,
      prompt: `Stored securely; sent only to ${connection.origin}`,
      value,
      password: true,
      error,
      validate: (text) => {
        const parsed = parseKey(text);
        return "reason" in parsed ? parsed.reason : undefined;
      },
    });
    if (input.kind !== "next") {
      return;
    }
    value = input.value;
    const parsed = parseKey(value);
    if ("reason" in parsed) {
      error = parsed.reason;
      continue;
    }
    const result = await validateConnection(connection, parsed.key, connections);
    switch (result.kind) {
      case "accepted":
        await storeKey(connection, parsed.key, connections);
        return;
      case "cancelled":
        return;
      case "edit":
        error =
          result.field === "organizationId"
            ? `${result.error ?? ""} Run Edit Connection… to change the organization ID.`
            : result.error;
    }
  }
}

/** `Clear API Key` */
export async function clearKey({ name }: Connection, connections: Connections): Promise<void> {
  const clear = "Clear Key";
  const detail = "You can't use the connection until you set another key.";
  if ((await showModalWarning(`Clear the API key of "${name}"?`, detail, clear)) === clear) {
    await connections.keys.delete(name);
  }
}

/** @returns false if the key could not be stored and the person does not want to keep it for this session */
export async function storeKey(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<boolean> {
  try {
    await connections.keys.store(connection, key);
    return true;
  } catch (error) {
    if (!(error instanceof SecretStorageError)) {
      throw error;
    }
    const keep = "Keep for This Session";
    const choice = await showModalWarning(
      `Couldn't store the API key. ${error.message}`,
      "You can keep it in memory until this window closes.",
      keep,
    );
    if (choice !== keep) {
      return false;
    }
    connections.keys.storeForSession(connection, key);
    return true;
  }
}
