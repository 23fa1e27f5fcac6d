import * as l10n from "@vscode/l10n";
import { extensionId } from "../ids";
import { parseUrl } from "../util/url";

/** Path and query of a link that VS Code opens with this extension. */
interface LinkParts {
  readonly path: string;
  readonly query: string;
}

/** The event's `id` or `event_id`, or a sentence that says why there is none. */
type ParsedEvent = { readonly id: string } | string;

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

/** @param link decoded once, as VS Code passes it on */
export function parseEventLink(link: LinkParts): ParsedEvent {
  // A plus sign is no space here.
  const parameters = new URLSearchParams(link.query.replaceAll("+", "%2B"));
  const [id, ...others] = parameters.getAll("id");
  if (!isEventLink(link) || id === undefined || others.length > 0 || parameters.size > 1) {
    return l10n.t("This isn't a link to an event.");
  }
  return checkId(id);
}

/** Reads what the user typed or pasted: an ID, a link to an event, or the URL of an event at the service. */
export function parseEventReference(text: string): ParsedEvent {
  const typed = unquoted(text);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    return /[\s\p{Cc}]/u.test(typed)
      ? l10n.t("An event ID has no spaces or line breaks. Enter one ID, such as {0}.", "evt_8f14e45f")
      : checkId(typed);
  }
  const url = parseUrl(typed);
  if (url?.host.toLowerCase() === extensionId) {
    return parseEventLink({ path: url.pathname, query: decoded(url.search.slice(1)) });
  }
  const segment = /\/events\/([^/]+)\/?$/.exec(url?.pathname ?? "")?.[1] ?? "";
  const id = decoded(segment);
  return id === "" ? l10n.t("This isn't a link to an event.") : checkId(id);
}

function checkId(id: string): ParsedEvent {
  if (id === "") {
    return l10n.t("Enter the ID of an event, or paste a link to it.");
  }
  return id.length > maxIdLength || id === "." || id === ".." || !id.isWellFormed()
    ? l10n.t("This isn't the ID of an event.")
    : { id };
}

/** Without the quotes and the comma of JSON, and without spaces around it. */
function unquoted(text: string): string {
  const trimmed = text.trim().replace(/,$/, "");
  return /^(["'`]).*\1$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}

/** Empty if it is not encoded as it must be. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
