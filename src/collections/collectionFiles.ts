import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Connection } from "../connections/connection";

/** A collection as it was last seen, kept so that its document outlives the window. */
export interface KeptCollection {
  /** Identity of the collection within its connection. */
  readonly id: string;
  /** Exactly as the service sent it. */
  readonly json: string;
  /** When it was read, milliseconds since 1970 UTC. */
  readonly readAt: number;
}

const schema = v.object({ id: v.string(), json: v.string(), readAt: v.number() });

/** Reads what was kept; nothing when it is not what this code writes. */
export function decodeKept(text: string): KeptCollection | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    // What stands in `json` is taken apart later: it has to be JSON.
    return result.success && JSON.parse(result.output.json) !== undefined ? result.output : undefined;
  } catch {
    return undefined;
  }
}

export function encodeKept(kept: KeptCollection): string {
  return JSON.stringify(kept);
}

/**
 * Name of a collection's document: a function of the place it comes from and its identity. Another address or organization
 * under the same connection's name is another place.
 */
export function documentKey(connection: Connection, id: string): string {
  const place = [connection.name, connection.baseUrl, connection.organizationId ?? null, id];
  return createHash("sha256").update(JSON.stringify(place)).digest("hex").slice(0, 32);
}

/** Whether a text has the form of a document's name: it becomes a file's name. */
export function isDocumentKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
