import { ApiError } from "../errors";
import type { CollectionsRequest, FeedRequest, ServiceTarget } from "../types";

/** How several `types` are written into the query (`interface.md` does not show it): `a,b` or `types=a&types=b`. */
export type TypesFormat = "comma" | "repeat";

export type BaseUrlCheck =
  | {
      readonly ok: true;
      /** Origin and path, without a slash at its end. */
      readonly baseUrl: string;
      /** Scheme, host and port: what a key is bound to. */
      readonly origin: string;
    }
  /** `reason` is a sentence for the person. */
  | { readonly ok: false; readonly reason: string };

/** Where a request goes, without the base URL's origin: for the log and for showing it. Never holds the key. */
export interface RequestLine {
  readonly origin: string;
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

const maxBaseUrlLength = 2000;

/**
 * Checks what a person typed, or a settings file holds, as the base URL of a service, and brings it into one form.
 * https, and http for loopback alone; with or without a path and a trailing slash. A path that ends in `/v2` is what
 * some documentation calls the base URL: that end is taken off, because every path of `interface.md` brings its own.
 */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const typed = text.trim();
  if (typed === "") {
    return refused("Enter the base URL of the service.");
  }
  if (!/^https?:\/\//i.test(typed)) {
    return refused("Enter a URL that starts with https:// (or http:// for a service on this machine).");
  }
  // The URL parser drops tabs and line breaks and turns backslashes around: what is sent would not be what is shown.
  if (typed.length > maxBaseUrlLength || /[\s\\\p{Cc}\p{Cs}]/u.test(typed) || !URL.canParse(typed)) {
    return refused("Enter a complete URL, such as https://api.example.com.");
  }
  const url = new URL(typed);
  if (url.username !== "" || url.password !== "") {
    return refused("Remove the user name and password from the URL.");
  }
  if (typed.includes("?") || typed.includes("#")) {
    return refused("Remove everything from ? or # on.");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return refused("Enter a URL that starts with https:// so that others can't read the API key.");
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/v2$/, "").replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + path, origin: url.origin };
}

/** `interface.md`, List collections. Throws `invalidRequest` for a base URL that is none. */
export function collectionsUrl(target: Pick<ServiceTarget, "baseUrl">, request: CollectionsRequest): URL {
  const query = new QueryText().add("limit", request.limit).add("offset", request.offset);
  return new URL(`${baseOf(target.baseUrl)}/v2/collections${query.text}`);
}

/**
 * `interface.md`, Event feed. A parameter that is absent or empty is not sent; `since` is sent beside a cursor too, where
 * the service ignores it. Throws `invalidRequest` for a base URL or a dataset that cannot be part of an address.
 */
export function feedUrl(
  target: Pick<ServiceTarget, "baseUrl" | "dataset">,
  request: FeedRequest,
  typesFormat: TypesFormat,
): URL {
  const types = (request.types ?? []).filter((type) => type !== "");
  const query = new QueryText()
    .add("since", request.since)
    .add("until", request.until)
    .add("cursor", request.cursor)
    .add("page_size", request.pageSize)
    .add("fields", request.fields);
  if (typesFormat === "repeat") {
    types.forEach((type) => query.add("types", type));
  } else if (types.length > 0) {
    query.addEncoded("types", types.map(percentEncoded).join(","));
  }
  query.add("sector", request.sector).add("min_amount", request.minAmount);
  return new URL(`${baseOf(target.baseUrl)}/v2/datasets/${segmentOf(target.dataset)}/feed${query.text}`);
}

/** The feed request as it goes out, in the very characters that `readFeed` sends. Throws like `feedUrl`. */
export function describeFeedRequest(
  target: Pick<ServiceTarget, "baseUrl" | "dataset">,
  request: FeedRequest,
  typesFormat: TypesFormat,
): RequestLine {
  return requestLine(feedUrl(target, request, typesFormat));
}

export function requestLine(url: URL): RequestLine {
  return { origin: url.origin, path: url.pathname, query: url.search };
}

/** Builds a query string of `name=value` pairs; an absent or empty value, or a number that is none, adds nothing. */
class QueryText {
  private readonly pairs: string[] = [];

  get text(): string {
    return this.pairs.length === 0 ? "" : `?${this.pairs.join("&")}`;
  }

  add(name: string, value: string | number | undefined): this {
    if (value === undefined || value === "" || (typeof value === "number" && !Number.isFinite(value))) {
      return this;
    }
    return this.addEncoded(name, percentEncoded(String(value)));
  }

  addEncoded(name: string, encoded: string): this {
    this.pairs.push(`${name}=${encoded}`);
    return this;
  }
}

/**
 * Percent-encodes everything that could mean something in a query, a path segment or a shell's quotes. A space becomes
 * `%20`, not `+`, which only form decoders read as a space. Colons stay: timestamps are easier to read in the log.
 * Half a surrogate pair has no UTF-8 form and goes out as U+FFFD.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"))
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":");
}

function segmentOf(dataset: string): string {
  const name = dataset.trim();
  // The URL parser takes dots as steps through the path, also when they are encoded.
  if (name === "" || name === "." || name === "..") {
    throw new ApiError({ kind: "invalidRequest" }, `"${dataset}" cannot be the dataset of a connection.`);
  }
  return percentEncoded(name);
}

function baseOf(baseUrl: string): string {
  const check = checkBaseUrl(baseUrl);
  if (!check.ok) {
    throw new ApiError({ kind: "invalidRequest" }, `The base URL cannot be used. ${check.reason}`);
  }
  return check.baseUrl;
}

/** This machine: `localhost`, 127.0.0.0/8, `[::1]`. The URL parser has brought numeric forms into dotted decimal. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(reason: string): BaseUrlCheck {
  return { ok: false, reason };
}
