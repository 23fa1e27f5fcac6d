import * as l10n from "@vscode/l10n";
import { extensionId } from "../ids";
import { parseUrl } from "../util/url";

/** Path and query of a link that VS Code opens with this extension. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
}

export interface EventReference {
  /** The event's `id` or `event_id`. */
  readonly id: string;
}

const path = "/event";
/** As for restored events. */
const maxIdLength = 1000;

/**
 * A link that shows an event. It contains no connection: the active one is used.
 * @param scheme of links that this VS Code opens
 */
export function formatEventLink(id: string, scheme: string): string {
  // Twice, because VS Code decodes the query before its parameters are read.
  return `${scheme}://${extensionId}${path}?id=${encodeURIComponent(encodeURIComponent(id.toWellFormed()))}`;
}

export function isEventLink(link: Pick<LinkParts, "path">): boolean {
  return link.path === path;
}

/**
 * @param link decoded once, as VS Code passes it on
 * @returns the event, or a sentence that says why the link is invalid
 */
export function parseEventLink(link: LinkParts): EventReference | string {
  // A plus sign is no space here.
  const parameters = new URLSearchParams(link.query.replaceAll("+", "%2B"));
  const [id, ...others] = parameters.getAll("id");
  if (!isEventLink(link) || id === undefined || others.length > 0) {
    return l10n.t("This isn't a link to an event.");
  }
  if ([...parameters.keys()].length > 1) {
    return l10n.t("This link has an unknown part. It may be for another version of Company Feed.");
  }
  return checkId(id);
}

/**
 * Reads what the user typed or pasted: an ID, a link to an event, or the URL of an event at the service.
 * @returns the same as `parseEventLink`
 */
export function parseEventReference(text: string): EventReference | string {
  const typed = unquoted(text);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    return /[\s\p{Cc}]/u.test(typed)
      ? l10n.t("An event ID has no spaces or line breaks. Enter one ID, such as {0}.", "evt_8f14e45f")
      : checkId(typed);
  }
  const url = parseUrl(typed);
  if (url?.host.toLowerCase() === extensionId) {
    return parseEventLink({ path: url.pathname, query: decoded(url.search.slice(1)) ?? "" });
  }
  const segment = url && /\/events\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  const id = segment === undefined ? undefined : decoded(segment);
  return id === undefined ? l10n.t("This isn't a link to an event.") : checkId(id);
}

function checkId(id: string): EventReference | string {
  if (id === "") {
    return l10n.t("Enter the ID of an event, or paste a link to it.");
  }
  if (id.length > maxIdLength) {
    return l10n.t("This is too long for the ID of an event.");
  }
  if (id === "." || id === ".." || !id.isWellFormed()) {
    return l10n.t("This isn't the ID of an event.");
  }
  return { id };
}

/** Without the quotes and the comma of JSON, and without spaces around it. */
function unquoted(text: string): string {
  const trimmed = text.trim().replace(/,$/, "");
  return /^(["'`]).*\1$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
