import * as l10n from "@vscode/l10n";
import { filterNames, filters } from "../shared/filters";
import { oneLine } from "../util/strings";
import { parseTypedUrl } from "../util/url";
import { ApiError } from "./errors";
import type {
  ChangeRequest,
  FeedRequest,
  HttpRequest,
  ServiceAddress,
  SubscriptionSettings,
  TypesFormat,
} from "./types";

/**
 * Validates and normalizes a base URL from user input or settings: https, or http for loopback only; with or without a path
 * and a trailing slash. A trailing `/v2` is removed (`docs/service.md`, Addresses).
 * @returns the URL without a trailing slash, and its origin; a sentence for the user if it is invalid
 */
export function checkBaseUrl(text: string): { readonly baseUrl: string; readonly origin: string } | string {
  const input = text.trim();
  if (input === "") {
    return l10n.t("Enter the base URL of the service.");
  }
  const isHttp = /^https?:\/\//i.test(input);
  if (!isHttp && input.includes("://")) {
    return l10n.t("Enter a URL that starts with https:// (or http:// for a service on this machine).");
  }
  const url = parseTypedUrl(input);
  if (!url || !isHttp) {
    return l10n.t("Enter a complete URL, such as {0}.", "https://api.example.com");
  }
  if (url.username !== "" || url.password !== "") {
    return l10n.t("Remove the user name and password from the URL.");
  }
  if (input.includes("?") || input.includes("#")) {
    return l10n.t("Remove the ? or # and everything after it.");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return l10n.t("Enter a URL that starts with https:// so that others can't read the API key.");
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/v2$/, "").replace(/\/+$/, "");
  return { baseUrl: url.origin + path, origin: url.origin };
}

/** `localhost`, 127.0.0.0/8 or `[::1]`; the URL parser has normalized other numeric forms to dotted decimal. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Why a text can't be a path below the base URL, such as `v2/a/b`; undefined if it can.
 * @param hasId whether one of its segments must be `{id}`, the place for the ID of an article
 */
export function checkPath(text: string, hasId = false): string | undefined {
  const segments = text
    .trim()
    .replace(/^\/|\/$/g, "")
    .split("/");
  const isPlain = (segment: string): boolean =>
    /^(?!(?:\.|%2e){1,2}$)[^\s?#\\{}\p{Cc}\p{Cs}]{1,200}$/iu.test(segment);
  const ids = segments.filter((segment) => segment === "{id}").length;
  if (ids === Number(hasId) && segments.every((segment) => segment === "{id}" || isPlain(segment))) {
    return undefined;
  }
  return hasId
    ? l10n.t("Enter a path below the base URL with one segment {0}, and without a host, .., ? or #.", "{id}")
    : l10n.t("Enter a path below the base URL, without a host, .., ? or #.");
}

// The functions below throw `invalidName` for a dataset, a name or an ID that a URL cannot contain.

/**
 * `docs/service.md`, Event feed: request, or Publications. Absent and empty parameters are left out; `since` is also sent with a
 * cursor, although the service then ignores it.
 */
export function feedUrl(address: ServiceAddress, request: FeedRequest, typesFormat: TypesFormat): URL {
  const parameters = {
    since: request.since,
    until: request.until,
    cursor: request.cursor,
    page_size: request.pageSize,
    fields: request.fields,
  };
  if (request.source) {
    // No filters: it may not have those of events.
    const missing = l10n.t("The path of the publication feed isn't set for this connection.");
    return urlBelow(address, knownPath(address.publicationsPath, missing), parameters);
  }
  const url = datasetUrl(address, ["feed"], parameters);
  const written = filterNames.flatMap((name) => {
    const texts = filters[name].format(request).map(percentEncoded);
    const values = typesFormat === "comma" && texts.length > 0 ? [texts.join(",")] : texts;
    return values.map((text) => `${filters[name].parameter}=${text}`);
  });
  url.search = [url.search, ...written].join("&");
  return url;
}

/** `docs/service.md`, Publications */
export function articleUrl(address: ServiceAddress, id: string): URL {
  const missing = l10n.t("The path of an article isn't set for this connection.");
  const path = knownPath(address.articlePath, missing).replace("{id}", () => nameSegment(id));
  return urlBelow(address, path);
}

/** @param message of the error if there is no path */
function knownPath(path: string | undefined, message: string): string {
  if (path === undefined) {
    throw new ApiError({ kind: "noPath" }, message);
  }
  return `/${path.replace(/^\//, "")}`;
}

/** The URL of something below the dataset. */
export function datasetUrl(
  address: ServiceAddress,
  segments: readonly string[],
  parameters: Parameters = {},
): URL {
  return serviceUrl(address, ["datasets", address.dataset, ...segments], parameters);
}

/** The one HTTP request of a change (`docs/service.md`, Changes), which is shown to the user before it is sent. */
export function describeRequest(address: ServiceAddress, change: ChangeRequest): HttpRequest {
  const collection = (...path: string[]): URL => serviceUrl(address, ["collections", ...path]);
  const subscriptions = (...ids: string[]): URL => datasetUrl(address, [...subscriptionsPath, ...ids]);
  switch (change.kind) {
    case "createCollection": {
      const body = JSON.stringify({ description: change.description });
      return { method: "PUT", url: collection(change.collection), body };
    }
    case "deleteCollection":
      return { method: "DELETE", url: collection(change.collection) };
    case "changeEnvironment": {
      const body = JSON.stringify({ new_environment: change.environment });
      return { method: "PATCH", url: collection(change.collection, "environment"), body };
    }
    case "deleteAllDocuments":
      return { method: "DELETE", url: collection(change.collection, "documents") };
    case "deleteDocument":
      return { method: "DELETE", url: collection(change.collection, "documents", change.documentId) };
    case "createSubscription":
      return { method: "POST", url: subscriptions(), body: subscriptionBody(change.settings) };
    case "updateSubscription":
      return { method: "PATCH", url: subscriptions(change.id), body: subscriptionBody(change.settings) };
    case "deleteSubscription":
      return { method: "DELETE", url: subscriptions(change.id) };
  }
}

/** Below a dataset (`docs/service.md`, Webhook alerts: requests). */
export const subscriptionsPath = ["webhooks", "subscriptions"] as const;

function subscriptionBody({ callbackUrl, domains, feeds, secret }: Partial<SubscriptionSettings>): string {
  return JSON.stringify({ callback_url: callbackUrl, watchlist_domains: domains, feeds, secret });
}

type Parameters = Readonly<Record<string, string | number | undefined>>;

export function serviceUrl(
  address: ServiceAddress,
  segments: readonly string[],
  parameters: Parameters = {},
): URL {
  return urlBelow(address, `/v2/${segments.map(nameSegment).join("/")}`, parameters);
}

/** Leaves out parameters that are absent, empty or not finite. */
function urlBelow({ baseUrl }: ServiceAddress, path: string, parameters: Parameters = {}): URL {
  const url = new URL(baseUrl + path);
  url.search = Object.entries(parameters)
    .filter(([, value = ""]) => value !== "" && (typeof value === "string" || Number.isFinite(value)))
    .map(([name, value]) => `${name}=${percentEncoded(String(value))}`)
    .join("&");
  return url;
}

/**
 * Percent-encodes everything that has a meaning in a query, a path segment or shell quotes. A space becomes `%20`, since only
 * form decoders understand `+`. Colons stay, so that timestamps in the log are readable. Lone surrogates become U+FFFD.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":");
}

/** A name or an ID as one path segment that arrives as exactly this text: the URL parser resolves dot segments, even encoded ones. */
function nameSegment(name: string): string {
  if (["", ".", ".."].includes(name) || !name.isWellFormed()) {
    const message = l10n.t('A URL can\'t contain the name or ID "{0}", so nothing was sent.', oneLine(name));
    throw new ApiError({ kind: "invalidName" }, message);
  }
  return percentEncoded(name);
}
