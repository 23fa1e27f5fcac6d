import * as l10n from "@vscode/l10n";
import { showInputStep } from "../../dialogSteps";
import { withFullStop } from "../../util/strings";
import { showModalWarning } from "../../window";
import { type Connection, parseKey } from "../connection";
import type { Connections } from "../connections";
import { SecretStorageError } from "../secretStorage";
import { validateConnection } from "./validateConnection";

/**
 * `Set API Key…`: asks for a key and stores it once the service accepts it. Until then a stored key is kept. Changes have to be
 * allowed again: another key may be for another environment.
 */
export async function setKey(connection: Connection, connections: Connections): Promise<void> {
  let value = "";
  let error: string | undefined;
  for (;;) {
    const input = await showInputStep({
      title: l10n.t("API key for {0}", connection.name),
      step: 1,
      totalSteps: 1,
      prompt: l10n.t("Stored securely; sent only to {0}", connection.origin),
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
        // First, so that no failure leaves another key with a permission that was not given for it.
        if (connections.list.find(connection.name)?.allowChanges) {
          await connections.setAllowChanges(connection.name, false);
        }
        await storeKey(connection, parsed.key, connections);
        return;
      case "canceled":
        return;
      case "edit":
        error =
          result.field === "organizationId"
            ? l10n.t(
                "{0} Run Company Feed: Edit Connection… to change the organization ID.",
                withFullStop(result.error ?? ""),
              )
            : result.error;
    }
  }
}

/** `Clear API Key` */
export async function clearKey({ name }: Connection, connections: Connections): Promise<void> {
  const clear = l10n.t("Clear Key");
  const message = l10n.t('Clear the API key for "{0}"?', name);
  const detail = l10n.t("You can't use the connection until you set another key.");
  if ((await showModalWarning(message, detail, clear)) === clear) {
    await connections.keys.delete(name);
  }
}

/** @returns false if the key could not be stored and the user does not want to keep it for this session */
export async function storeKey(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<boolean> {
  try {
    await connections.keys.store(connection, key);
    return true;
  } catch (error) {
    const keep = await confirmAfter(
      error,
      l10n.t("Couldn't store the API key."),
      l10n.t("You can keep it in memory until this window closes."),
      l10n.t("Keep for This Session"),
    );
    if (keep) {
      connections.keys.storeForSession(connection, key);
    }
    return keep;
  }
}

/** @throws if the key could not be deleted, unless the user wants to remove the connection anyway */
export async function deleteKey(name: string, connections: Connections): Promise<void> {
  try {
    await connections.keys.delete(name);
  } catch (error) {
    const remove = await confirmAfter(
      error,
      l10n.t("Couldn't delete the API key."),
      l10n.t("You can remove the connection anyway. Its key then stays in the secret storage."),
      l10n.t("Remove Anyway"),
    );
    if (!remove) {
      throw error;
    }
  }
}

/** Asks whether to continue after an error of the secret storage. @throws other errors */
async function confirmAfter(
  error: unknown,
  message: string,
  detail: string,
  button: string,
): Promise<boolean> {
  if (!(error instanceof SecretStorageError)) {
    throw error;
  }
  return (await showModalWarning(`${message} ${error.message}`, detail, button)) === button;
}
