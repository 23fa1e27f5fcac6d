import * as l10n from "@vscode/l10n";
import { parseUrl } from "../../util/url";
import { ApiError, type NamedThing } from "../errors";
import type { FeedRequest, OffsetRequest, ServiceTarget, TypesFormat } from "../types";

type BaseUrlCheck =
  | {
      readonly ok: true;
      /** Origin and path, without a trailing slash. */
      readonly baseUrl: string;
      /** Scheme, host and port: the key is sent only there. */
      readonly origin: string;
    }
  /** `reason` is a sentence for the user. */
  | { readonly ok: false; readonly reason: string };

const maxBaseUrlLength = 2000;

/**
 * Validates and normalizes a base URL from user input or settings: https, or http for loopback only; with or without a path
 * and a trailing slash. A trailing `/v2` is removed (`docs/service.md`, Addresses).
 */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const input = text.trim();
  if (input === "") {
    return invalid(l10n.t("Enter the base URL of the service."));
  }
  if (!/^https?:\/\//i.test(input)) {
    return invalid(
      l10n.t("Enter a URL that starts with https:// (or http:// for a service on this machine)."),
    );
  }
  // The URL parser drops tabs and line breaks and replaces backslashes, so the URL sent would differ from the one shown.
  const isParseable = input.length <= maxBaseUrlLength && !/[\s\\\p{Cc}\p{Cs}]/u.test(input);
  const url = isParseable ? parseUrl(input) : undefined;
  if (!url) {
    return invalid(l10n.t("Enter a complete URL, such as {0}.", "https://api.example.com"));
  }
  if (url.username !== "" || url.password !== "") {
    return invalid(l10n.t("Remove the user name and password from the URL."));
  }
  if (input.includes("?") || input.includes("#")) {
    return invalid(l10n.t("Remove the ? or # and everything after it."));
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return invalid(l10n.t("Enter a URL that starts with https:// so that others can't read the API key."));
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/v2$/, "").replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + path, origin: url.origin };
}

/** `docs/service.md`, Collections: request. Throws `invalidRequest` for an invalid base URL. */
export function collectionsUrl(target: Pick<ServiceTarget, "baseUrl">, request: OffsetRequest): URL {
  return serviceUrl(target, "/collections", pageQuery(request));
}

/**
 * `docs/service.md`, Event feed: request. Absent and empty parameters are left out; `since` is also sent with a cursor, although
 * the service then ignores it. Throws `invalidRequest` for an invalid base URL or dataset.
 */
export function feedUrl(
  target: Pick<ServiceTarget, "baseUrl" | "dataset">,
  request: FeedRequest,
  typesFormat: TypesFormat,
): URL {
  const types = (request.types ?? []).filter((type) => type !== "").map(percentEncoded);
  return serviceUrl(target, `/datasets/${datasetSegment(target.dataset)}/feed`, [
    ...parameter("since", request.since),
    ...parameter("until", request.until),
    ...parameter("cursor", request.cursor),
    ...parameter("page_size", request.pageSize),
    ...parameter("fields", request.fields),
    ...(typesFormat === "comma" && types.length > 0 ? [types.join(",")] : types).map(
      (type) => `types=${type}`,
    ),
    ...parameter("sector", request.sector),
    ...parameter("min_amount", request.minAmount),
  ]);
}

/** `docs/service.md`, Event by ID. Throws `invalidRequest` for an invalid base URL or dataset, `invalidName` for the ID. */
export function eventUrl(target: Pick<ServiceTarget, "baseUrl" | "dataset">, id: string): URL {
  return serviceUrl(target, `/datasets/${datasetSegment(target.dataset)}/events/${nameSegment(id, "event")}`);
}

/** `docs/service.md`, Documents: request. Throws `invalidRequest` for an invalid base URL, `invalidName` for the name. */
export function documentsUrl(
  target: Pick<ServiceTarget, "baseUrl">,
  collection: string,
  request: OffsetRequest,
): URL {
  return collectionUrl(target, collection, "/documents", pageQuery(request));
}

/** The URL of a document. Throws as `documentsUrl` does. */
export function documentUrl(target: Pick<ServiceTarget, "baseUrl">, collection: string, id: string): URL {
  return collectionUrl(target, collection, `/documents/${nameSegment(id, "document")}`);
}

/** The URL of a collection, by its name, or of what is below it. Throws as `documentsUrl` does. */
export function collectionUrl(
  target: Pick<ServiceTarget, "baseUrl">,
  collection: string,
  below: "" | `/${string}` = "",
  query: readonly string[] = [],
): URL {
  return serviceUrl(target, `/collections/${nameSegment(collection, "collection")}${below}`, query);
}

function serviceUrl(
  { baseUrl }: Pick<ServiceTarget, "baseUrl">,
  path: string,
  query: readonly string[] = [],
): URL {
  const check = checkBaseUrl(baseUrl);
  if (!check.ok) {
    throw new ApiError(
      { kind: "invalidRequest", part: "baseUrl" },
      l10n.t({
        message: "The base URL isn't valid. {0}",
        args: [check.reason],
        comment: ["{0} is a sentence that says what to do"],
      }),
    );
  }
  return new URL(`${check.baseUrl}/v2${path}${query.length === 0 ? "" : `?${query.join("&")}`}`);
}

function pageQuery({ limit, offset }: OffsetRequest): string[] {
  return [...parameter("limit", limit), ...parameter("offset", offset)];
}

/** None for an absent or empty value, or a number that is not finite. */
function parameter(name: string, value: string | number | undefined): string[] {
  return value === undefined || value === "" || (typeof value === "number" && !Number.isFinite(value))
    ? []
    : [`${name}=${percentEncoded(String(value))}`];
}

/**
 * Percent-encodes everything that has a meaning in a query, a path segment or shell quotes. A space becomes `%20`, since only
 * form decoders understand `+`. Colons stay, so that timestamps in the log are readable. Lone surrogates become U+FFFD.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"))
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":");
}

/** A name or an ID as one path segment that arrives as exactly this text. Throws `invalidName` for one that cannot. */
function nameSegment(name: string, thing: NamedThing): string {
  // The URL parser resolves dot segments, even encoded ones, and UTF-8 has no lone surrogates.
  if (name === "" || name === "." || name === ".." || /\p{Cs}/u.test(name)) {
    throw new ApiError({ kind: "invalidName", thing }, invalidNameMessage(name, thing));
  }
  return percentEncoded(name);
}

function invalidNameMessage(name: string, thing: NamedThing): string {
  const shown = name.replace(/\p{Cs}/gu, "\ufffd");
  switch (thing) {
    case "collection":
      return name === ""
        ? l10n.t("The collection has no name, so nothing was sent.")
        : l10n.t('A URL can\'t contain the collection name "{0}", so nothing was sent.', shown);
    case "document":
      return name === ""
        ? l10n.t("The document has no ID, so nothing was sent.")
        : l10n.t('A URL can\'t contain the document ID "{0}", so nothing was sent.', shown);
    case "event":
      return name === ""
        ? l10n.t("The event has no ID, so nothing was sent.")
        : l10n.t('A URL can\'t contain the event ID "{0}", so nothing was sent.', shown);
  }
}

function datasetSegment(dataset: string): string {
  const name = dataset.trim();
  // The URL parser resolves dot segments, even encoded ones.
  if (name === "" || name === "." || name === "..") {
    throw new ApiError(
      { kind: "invalidRequest", part: "dataset" },
      l10n.t('"{0}" isn\'t a valid dataset.', dataset),
    );
  }
  return percentEncoded(name);
}

/** `localhost`, 127.0.0.0/8 or `[::1]`; the URL parser has normalized other numeric forms to dotted decimal. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function invalid(reason: string): BaseUrlCheck {
  return { ok: false, reason };
}
