import * as v from "valibot";
import { checkBaseUrl } from "../api/http/urls";
import { maxConnectionNameLength } from "../shared/limits";

/** A service under a name (`design.md`: connection). Its key is kept apart, see `KeyStore`. */
export interface Connection {
  readonly name: string;
  /** Normalized, see `checkBaseUrl`. */
  readonly baseUrl: string;
  /** Scheme, host and port: the key is sent there and nowhere else. */
  readonly origin: string;
  readonly dataset: string;
  readonly organizationId?: string;
  /** The service that ships inside: not in the settings, its address and key are new each time. */
  readonly sample: boolean;
}

export const defaultDataset = "companydata";

/** The connection to the service that ships inside; where it listens is known once it runs. */
export const sampleConnection: Connection = {
  name: "Sample",
  baseUrl: "",
  origin: "sample",
  dataset: defaultDataset,
  sample: true,
};

/** A connection as it stands in the setting `companyFeed.connections`. */
export interface ConnectionEntry {
  readonly name: string;
  readonly baseUrl: string;
  readonly dataset?: string;
  readonly organizationId?: string;
}

export interface InvalidEntry {
  /** Place in the setting's list. */
  readonly index: number;
  /** A sentence. */
  readonly reason: string;
}

const entrySchema = v.looseObject({
  name: v.string(),
  baseUrl: v.string(),
  dataset: v.optional(v.string()),
  organizationId: v.optional(v.string()),
});

/** Reads the setting `companyFeed.connections`, which people edit by hand: a broken entry costs that entry. */
export function decodeConnections(value: unknown): {
  readonly connections: readonly Connection[];
  readonly broken: readonly InvalidEntry[];
} {
  const connections: Connection[] = [];
  const broken: InvalidEntry[] = [];
  if (value !== undefined && !Array.isArray(value)) {
    return { connections, broken: [{ index: 0, reason: "The setting is not a list." }] };
  }
  for (const [index, entry] of (value ?? []).entries()) {
    const result = decodeEntry(entry);
    if (typeof result === "string") {
      broken.push({ index, reason: result });
    } else if (connections.some((other) => other.name === result.name)) {
      broken.push({ index, reason: `The name "${result.name}" is taken by an entry above.` });
    } else {
      connections.push(result);
    }
  }
  return { connections, broken };
}

function decodeEntry(entry: unknown): Connection | string {
  const parsed = v.safeParse(entrySchema, entry);
  if (!parsed.success) {
    const field = parsed.issues[0].path?.[0]?.key;
    return field === "dataset" || field === "organizationId"
      ? `Its ${field} is not a text.`
      : "It needs a name and a baseUrl, both texts.";
  }
  const { name, baseUrl, dataset, organizationId } = parsed.output;
  return (
    checkName(name, []) ??
    checkDataset(dataset) ??
    checkOrganizationId(organizationId ?? "") ??
    fromEntry({
      name: name.trim(),
      baseUrl,
      ...(dataset === undefined ? {} : { dataset }),
      ...(organizationId === undefined ? {} : { organizationId }),
    })
  );
}

function fromEntry(entry: ConnectionEntry): Connection | string {
  const address = checkBaseUrl(entry.baseUrl);
  if (!address.ok) {
    return address.reason;
  }
  const organizationId = entry.organizationId?.trim();
  return {
    name: entry.name,
    baseUrl: address.baseUrl,
    origin: address.origin,
    dataset: entry.dataset?.trim() || defaultDataset,
    ...(organizationId ? { organizationId } : {}),
    sample: false,
  };
}

/** The setting's form of a connection: nothing that is the default. */
export function toEntry(connection: Connection): ConnectionEntry {
  return {
    name: connection.name,
    baseUrl: connection.baseUrl,
    ...(connection.dataset === defaultDataset ? {} : { dataset: connection.dataset }),
    ...(connection.organizationId === undefined ? {} : { organizationId: connection.organizationId }),
  };
}

/** The name of a connection that was remembered; nothing for what cannot be one. */
export function decodeName(kept: unknown): string | undefined {
  return typeof kept === "string" && kept !== "" && kept.length <= maxConnectionNameLength ? kept : undefined;
}

/** Why a name cannot be given to a connection, or nothing. */
export function checkName(name: string, taken: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") {
    return "Enter a name.";
  }
  if (trimmed.length > maxConnectionNameLength) {
    return `Enter a name of at most ${maxConnectionNameLength} characters.`;
  }
  if (/\p{Cc}/u.test(trimmed)) {
    return "Enter a name without control characters.";
  }
  if (trimmed.toLowerCase() === sampleConnection.name.toLowerCase()) {
    return `"${sampleConnection.name}" is the name of the sample service.`;
  }
  return taken.includes(trimmed) ? `There is a connection named "${trimmed}" already.` : undefined;
}

/** Why this cannot be sent as `X-Organization-ID`, or nothing. Empty is fine: no header. */
export function checkOrganizationId(text: string): string | undefined {
  return /^[\x21-\x7e]{0,200}$/.test(text.trim())
    ? undefined
    : "An organization ID is a single word of plain characters, or empty.";
}

export function checkDataset(text: string | undefined): string | undefined {
  return text === undefined || /^(?!\.{1,2}$)[^\s/?#\\]{0,200}$/.test(text.trim())
    ? undefined
    : "A dataset is one segment of an address: no spaces, slashes, ? or #.";
}

/** Longer than any key, and short enough for a header. */
const maxKeyLength = 4096;

/** An API key as pasted: without the white space and quotes around it, or why it cannot be one. */
export function parseKey(pasted: string): { readonly key: string } | { readonly reason: string } {
  const key = pasted
    .trim()
    .replace(/^Bearer(\s+|$)/i, "")
    .replace(/^["'`“”„‘’«»]+|["'`“”„‘’«»]+$/g, "")
    .trim();
  if (key === "") {
    return { reason: "Paste the API key." };
  }
  return key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key)
    ? { key }
    : { reason: "This has spaces or characters that no API key has. Copy it once more, the key alone." };
}
