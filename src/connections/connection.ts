import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { ServiceAddress } from "../service/types";
import { checkBaseUrl, checkPath } from "../service/urls";
import { sampleConnectionName } from "../shared/text";
import { maxConnectionNameLength } from "../shared/limits";

/** A named service. Its API key is stored separately, see `KeyStore`. */
export interface Connection extends ServiceAddress {
  readonly name: string;
  /** Scheme, host and port of the base URL: the only place where the key is sent. */
  readonly origin: string;
  /** Commands may create, change and delete. Off until the user allows it. */
  readonly allowChanges?: boolean;
  /** The bundled sample service, which is not in the settings and gets a new port and key at each start. */
  readonly sample: boolean;
}

export const defaultDataset = "companydata";

/** The base URL is known once the sample service has started. */
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
 * True if running requests may continue: only `allowChanges`, `articlePath` or a `publicationsPath` that was
 * missing differ.
 */
export function isSameTarget(a: Connection, b: Connection): boolean {
  return (
    a.baseUrl === b.baseUrl &&
    a.dataset === b.dataset &&
    a.organizationId === b.organizationId &&
    (a.publicationsPath ?? b.publicationsPath) === b.publicationsPath
  );
}

/** The error if the setting is not an array. */
export function notListReason(): string {
  return l10n.t("The setting companyFeed.connections must be a list. Fix it in settings.json first.");
}

/** Decodes the setting `companyFeed.connections`. An invalid entry becomes a sentence with the reason. */
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
    // An entry that is not an object has no path.
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

/** Trims the values. @returns the reason if the base URL is invalid */
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

/** Leaves out default values. */
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

/** @returns why the text can't be sent as `X-Organization-ID`; empty is valid, and not sent */
export function validateOrganizationId(text: string): string | undefined {
  return /^[\x21-\x7e]{0,200}$/.test(text.trim())
    ? undefined
    : l10n.t("Enter an organization ID without spaces or special characters.");
}

/** @returns why the text can't be a dataset; empty means the default */
export function validateDataset(text: string): string | undefined {
  return /^(?!\.{1,2}$)[^\s/?#\\]{0,200}$/.test(text.trim())
    ? undefined
    : l10n.t("Enter a dataset without spaces, slashes, ? or #.");
}

/** Host name with a dot, IP address or localhost, with an optional port. Anything else might be a key. */
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

/** Strips white space, quotes and "Bearer" from a pasted API key. */
export function parseKey(pasted: string) {
  const invalid = (reason: string) => ({ kind: "invalid", reason }) as const;
  const key = pasted
    .trim()
    .replace(/^Bearer(\s+|$)/i, "")
    .replace(/^["'`“”„‘’«»]+|["'`“”„‘’«»]+$/g, "")
    .trim();
  if (key === "") {
    return invalid(l10n.t("Enter the API key."));
  }
  return key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key)
    ? ({ kind: "key", key } as const)
    : invalid(l10n.t("An API key has no spaces or special characters. Copy the key again."));
}
