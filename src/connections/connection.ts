import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { ServiceAddress } from "../service/types";
import { checkBaseUrl, checkPath } from "../service/urls";
import { sampleConnectionName } from "../shared/connectionLabel";
import { maxConnectionNameLength } from "../shared/limits";

/** A named service. Its API key is stored separately, see `KeyStore`. */
export interface Connection extends ServiceAddress {
  readonly name: string;
  /** Scheme, host and port of the base URL: the only place where the key is sent. */
  readonly origin: string;
  /** Whether commands may create, change and delete what the service has. Off until the user allows it. */
  readonly allowChanges?: boolean;
  /** The bundled sample service: not in the settings, with a new port and key each time. */
  readonly sample: boolean;
}

export const defaultDataset = "companydata";

/** The connection to the bundled sample service. Its URL is known once the service has started. */
export const sampleConnection: Connection = {
  name: sampleConnectionName,
  baseUrl: "",
  origin: "sample",
  dataset: defaultDataset,
  publicationsPath: "v2/datasets/companydata/publications",
  articlePath: "v2/datasets/companydata/articles/{id}",
  sample: true,
};

/** An entry of the setting `companyFeed.connections`. */
const entrySchema = v.looseObject({
  name: v.string(),
  baseUrl: v.string(),
  dataset: v.optional(v.string()),
  organizationId: v.optional(v.string()),
  publicationsPath: v.optional(v.string()),
  articlePath: v.optional(v.string()),
  allowChanges: v.optional(v.boolean()),
});

type ConnectionEntry = v.InferOutput<typeof entrySchema>;

/**
 * Whether requests that go to `a` may go on to `b`: only what is allowed, the path of an article, and one of the publication feed that
 * was missing may differ.
 */
export function isSameTarget(a: Connection, b: Connection): boolean {
  return (
    a.baseUrl === b.baseUrl &&
    a.dataset === b.dataset &&
    a.organizationId === b.organizationId &&
    (a.publicationsPath ?? b.publicationsPath) === b.publicationsPath
  );
}

/** Why the setting can't be read if it is no list. */
export function notListReason(): string {
  return l10n.t("The setting companyFeed.connections must be a list. Fix it in settings.json first.");
}

/** For each entry of the setting `companyFeed.connections`, the connection that it describes, or a sentence why it describes none. */
export function decodeConnections(value: unknown): readonly (Connection | string)[] {
  if (value !== undefined && !Array.isArray(value)) {
    return [notListReason()];
  }
  const names = new Set<string>();
  const entries: readonly unknown[] = value ?? [];
  return entries.map((entry) => {
    const decoded = decodeEntry(entry);
    if (typeof decoded === "string") {
      return decoded;
    }
    if (names.has(decoded.name)) {
      return l10n.t('Another entry is already named "{0}".', decoded.name);
    }
    names.add(decoded.name);
    return decoded;
  });
}

function decodeEntry(entry: unknown): Connection | string {
  const parsed = v.safeParse(entrySchema, entry);
  if (!parsed.success) {
    // "name" of what is no object.
    const field = parsed.issues[0].path?.[0].key;
    return l10n.t('"{0}" is missing or has the wrong type.', typeof field === "string" ? field : "name");
  }
  const { name, dataset, organizationId, publicationsPath, articlePath } = parsed.output;
  return (
    validateName(name, []) ??
    validateDataset(dataset ?? "") ??
    validateOrganizationId(organizationId ?? "") ??
    (publicationsPath ? checkPath(publicationsPath) : undefined) ??
    (articlePath ? checkPath(articlePath, true) : undefined) ??
    toConnection(parsed.output)
  );
}

/** The connection that an entry describes, with its values trimmed; a sentence if its base URL is invalid. */
export function toConnection(entry: ConnectionEntry): Connection | string {
  const { name, dataset, organizationId, publicationsPath, articlePath, allowChanges } = entry;
  const url = checkBaseUrl(entry.baseUrl);
  return typeof url === "string"
    ? url
    : {
        name: name.trim(),
        ...url,
        dataset: dataset?.trim() || defaultDataset,
        ...(organizationId?.trim() && { organizationId: organizationId.trim() }),
        ...(publicationsPath?.trim() && { publicationsPath: publicationsPath.trim() }),
        ...(articlePath?.trim() && { articlePath: articlePath.trim() }),
        ...(allowChanges && { allowChanges }),
        sample: false,
      };
}

/** The entry of the setting for a connection, without default values. */
export function toEntry(connection: Connection): ConnectionEntry {
  const { name, baseUrl, dataset, organizationId, publicationsPath, articlePath, allowChanges } = connection;
  return {
    name,
    baseUrl,
    ...(dataset !== defaultDataset && { dataset }),
    ...(organizationId !== undefined && { organizationId }),
    ...(publicationsPath !== undefined && { publicationsPath }),
    ...(articlePath !== undefined && { articlePath }),
    ...(allowChanges && { allowChanges }),
  };
}

/** @returns why the name is invalid or taken */
export function validateName(name: string, existing: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") {
    return l10n.t("Enter a name.");
  }
  if (trimmed.length > maxConnectionNameLength || /\p{Cc}/u.test(trimmed)) {
    return l10n.t("Enter a name of at most {0} characters, on one line.", maxConnectionNameLength);
  }
  if (trimmed.toLowerCase() === sampleConnection.name.toLowerCase()) {
    return l10n.t('"{0}" is reserved for the sample service.', trimmed);
  }
  return existing.includes(trimmed) ? l10n.t('A connection named "{0}" already exists.', trimmed) : undefined;
}

/** @returns why the text cannot be sent as `X-Organization-ID`; an empty one is valid, and not sent */
export function validateOrganizationId(text: string): string | undefined {
  return /^[\x21-\x7e]{0,200}$/.test(text.trim())
    ? undefined
    : l10n.t("Enter an organization ID without spaces or special characters.");
}

/** @returns why the text cannot be a dataset; an empty one stands for the default */
export function validateDataset(text: string): string | undefined {
  return /^(?!\.{1,2}$)[^\s/?#\\]{0,200}$/.test(text.trim())
    ? undefined
    : l10n.t("Enter a dataset without spaces, slashes, ? or #.");
}

/** A host name with a dot, an IP address or localhost, with or without a port. Anything else might be a pasted key. */
const hostPattern =
  /^(?:localhost|\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63})(?::\d{1,5})?(?=[/?#]|$)/iu;
const loopbackPattern = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i;

/** Adds the missing scheme to a typed base URL: `https://`, or `http://` for a service on this machine. */
export function addScheme(text: string): string {
  const input = text.trim();
  const scheme = loopbackPattern.test(input) ? "http" : "https";
  return hostPattern.test(input) ? `${scheme}://${input}` : input;
}

/** Longer than any API key, but short enough for a header. */
const maxKeyLength = 4096;

/** Strips white space, quotes and "Bearer" from a pasted API key, or explains why it is invalid. */
export function parseKey(pasted: string): { readonly key: string } | { readonly reason: string } {
  const key = pasted
    .trim()
    .replace(/^Bearer(\s+|$)/i, "")
    .replace(/^["'`“”„‘’«»]+|["'`“”„‘’«»]+$/g, "")
    .trim();
  if (key === "") {
    return { reason: l10n.t("Enter the API key.") };
  }
  return key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key)
    ? { key }
    : { reason: l10n.t("An API key has no spaces or special characters. Copy the key again.") };
}
