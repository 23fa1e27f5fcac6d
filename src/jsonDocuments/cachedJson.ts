import { createHash } from "node:crypto";
import * as v from "valibot";

/** What a document shows as it was last read, kept so that the document outlives the window. */
export interface CachedJson {
  /** Identity of what it shows within its place. */
  readonly id: string;
  /** Exactly as the service sent it. */
  readonly json: string;
  /** When it was read, milliseconds since 1970 UTC. */
  readonly readAt: number;
}

const schema = v.object({ id: v.string(), json: v.string(), readAt: v.number() });

/** Reads what was kept; nothing when it is not what this code writes. */
export function decodeCached(text: string): CachedJson | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    // What stands in `json` is taken apart later: it has to be JSON.
    return result.success && JSON.parse(result.output.json) !== undefined ? result.output : undefined;
  } catch {
    return undefined;
  }
}

export function encodeCached(cached: CachedJson): string {
  return JSON.stringify(cached);
}

/** Where a document's JSON comes from. */
export interface DocumentPlace {
  /** Of the document's address; one for each kind of document. */
  readonly scheme: string;
  /** Of the connection. */
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId?: string;
}

/**
 * Name of a document in the cache: a function of the place it comes from and its identity. Another address or organization
 * under the same connection's name is another place.
 */
export function documentKey({ scheme, name, baseUrl, organizationId }: DocumentPlace, id: string): string {
  const place = [scheme, name, baseUrl, organizationId ?? null, id];
  return createHash("sha256").update(JSON.stringify(place)).digest("hex").slice(0, 32);
}

/** Whether a text has the form of a document's key: it becomes a file's name. */
export function isDocumentKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
