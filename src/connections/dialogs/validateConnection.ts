import * as l10n from "@vscode/l10n";
import { ApiError } from "../../service/errors";
import { showModalWarning, withProgressNotification } from "../../window";
import type { Connection } from "../connection";
import type { Connections } from "../connections";

export type ValidationResult =
  /** The service accepted the connection, or the user wants to save it anyway. */
  | { readonly kind: "accepted" }
  | { readonly kind: "canceled" }
  /** A field is wrong, or the user wants to change it. */
  | {
      readonly kind: "edit";
      readonly field: "baseUrl" | "key" | "organizationId" | "dataset" | "name";
      readonly error?: string;
    };

/**
 * Requests one collection with a key that is not stored yet (docs/service.md, Collections: request). If that fails, asks the
 * user what to do.
 */
export async function validateConnection(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<ValidationResult> {
  for (;;) {
    try {
      await requestCollection(connection, key, connections);
      return { kind: "accepted" };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const result = await handleError(error);
      if (result !== "retry") {
        return result;
      }
    }
  }
}

async function requestCollection(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<void> {
  await withProgressNotification(l10n.t("Checking {0}…", connection.name), async (_, signal) => {
    const client = await connections.clientWithKey(connection, key);
    await client.listCollections({ limit: 1, offset: 0 }, { signal });
  });
}

async function handleError(error: ApiError): Promise<ValidationResult | "retry"> {
  const { failure } = error;
  switch (failure.kind) {
    case "unauthorized":
      return { kind: "edit", field: "key", error: error.message };
    case "invalidRequest":
      return { kind: "edit", field: failure.part, error: error.message };
    case "forbidden":
      return { kind: "edit", field: "organizationId", error: error.message };
    case "aborted":
      return { kind: "edit", field: "name" };
    default: {
      const retry = l10n.t("Retry");
      const edit = l10n.t({ message: "Edit", args: [], comment: ["Verb, a button"] });
      const save = l10n.t("Save Anyway");
      const detail = l10n.t("Nothing has been saved yet.");
      switch (await showModalWarning(error.message, detail, retry, edit, save)) {
        case retry:
          return "retry";
        case edit:
          return { kind: "edit", field: "baseUrl", error: error.message };
        case save:
          return { kind: "accepted" };
        default:
          return { kind: "canceled" };
      }
    }
  }
}
