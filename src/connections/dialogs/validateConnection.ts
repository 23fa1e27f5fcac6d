import { ApiError } from "../../api/errors";
import { askModally, withProgressNotification } from "../../window";
import type { Connection } from "../connection";
import type { Connections } from "../connections";

export type ValidationResult =
  /** The service answered, or the person wants to go on all the same. */
  | { readonly kind: "fine" }
  | { readonly kind: "cancelled" }
  /** Something that was typed is at fault, or the person wants to change it. */
  | {
      readonly kind: "ask";
      readonly field: "baseUrl" | "key" | "organizationId" | "name";
      readonly complaint?: string;
    };

/** One small request with a key that is not stored yet (`GET /v2/collections?limit=1&offset=0`). */
export async function validateConnection(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<ValidationResult> {
  for (;;) {
    try {
      await ask(connection, key, connections);
      return { kind: "fine" };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const next = await reactTo(error);
      if (next !== "retry") {
        return next;
      }
    }
  }
}

async function ask(connection: Connection, key: string, connections: Connections): Promise<void> {
  await withProgressNotification(`Checking ${connection.name}…`, true, async (_, token) => {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      const client = await connections.clientWith(connection, key);
      await client.listCollections({ limit: 1, offset: 0 }, { signal: controller.signal });
    } finally {
      listener.dispose();
    }
  });
}

/** Whether to ask again (and what), to try again, to give up, or to go on all the same. */
async function reactTo(error: ApiError): Promise<ValidationResult | "retry"> {
  switch (error.kind) {
    case "unauthorized":
    case "invalidRequest":
      return { kind: "ask", field: "key", complaint: error.message };
    case "forbidden":
      return { kind: "ask", field: "organizationId", complaint: error.message };
    case "aborted":
      return { kind: "ask", field: "name" };
    default: {
      const choice = await askModally(
        error.message,
        "Nothing was saved yet.",
        "Retry",
        "Edit",
        "Save Anyway",
      );
      switch (choice) {
        case "Retry":
          return "retry";
        case "Edit":
          return { kind: "ask", field: "baseUrl" };
        case "Save Anyway":
          return { kind: "fine" };
        case undefined:
          return { kind: "cancelled" };
      }
    }
  }
}
