/** Links that VS Code opens with this extension. They contain no connection: the active one is used. */
import * as l10n from "@vscode/l10n";
import { extensionId } from "../ids";
import { decodeQueryFields, type FeedQuery } from "../shared/feedQuery";
import { filterNames, filters, plainNumber } from "../shared/filters";
import { maxEventIdLength } from "../shared/limits";
import type { EventRef } from "../shared/viewQueries";
import { parseUrl } from "../util/url";

interface LinkParts {
  readonly path: string;
  readonly query: string;
}

/** The event, by its `id` or `event_id`, or a sentence that says why the text is invalid. */
type ParsedEvent = EventRef | string;

const eventPath = "/event";
const feedPath = "/feed";

/** @param link as VS Code passes it, decoded once. @returns what to open, or why the link is invalid */
export function parseLink(
  link: LinkParts,
): { readonly event: EventRef } | { readonly query: FeedQuery } | string {
  switch (link.path) {
    case eventPath: {
      const event = parseEventLink(link.query);
      return typeof event === "string" ? event : { event };
    }
    case feedPath:
      return parseFeedLink(link.query);
    default:
      return l10n.t("This isn't a link to an event feed.");
  }
}

/** A link to a feed query. @param scheme URI scheme of this VS Code */
export function formatFeedLink(query: FeedQuery, scheme: string): string {
  // VS Code decodes the query once before its parameters are read. A colon may stay as it is.
  const written = parametersOf(query).toString().replaceAll("%3A", ":").replaceAll("%", "%25");
  return `${scheme}://${extensionId}${feedPath}?${written}`;
}

function parametersOf(query: FeedQuery): URLSearchParams {
  const { window } = query;
  const parameters = new URLSearchParams(
    window.kind === "last"
      ? { days: String(window.days) }
      : { since: window.since, ...(window.until !== undefined && { until: window.until }) },
  );
  for (const name of filterNames) {
    const { linkName, format } = filters[name];
    format(query).forEach((text) => parameters.append(linkName, text));
  }
  return parameters;
}

function parseFeedLink(text: string): { readonly query: FeedQuery } | string {
  const parameters = new URLSearchParams(text);
  const [days, since, until] = ["days", "since", "until"].map((name) => parameters.get(name) ?? undefined);
  const values = filterNames.map((name) => {
    const texts = parameters.getAll(filters[name].linkName);
    return [name, texts.length > 0 ? filters[name].parse(texts) : undefined] as const;
  });
  const query = decodeQueryFields({
    ...Object.fromEntries(values),
    types: parameters.getAll(filters.types.linkName),
    window:
      since === undefined
        ? { kind: "last", days: plainNumber(days) }
        : { kind: "fixed", since, ...(until !== undefined && { until }) },
  });
  // Other parameters may be filters of another version.
  return query && sorted(parametersOf(query)) === sorted(parameters)
    ? { query }
    : l10n.t("This link contains an invalid filter. It may be for another version of Company Feed.");
}

/** Sorts the parameters by name. */
function sorted(parameters: URLSearchParams): string {
  parameters.sort();
  return parameters.toString();
}

/** A link that shows an event. @param scheme URI scheme of this VS Code */
export function formatEventLink(id: string, scheme: string): string {
  // Twice, because VS Code decodes the query before its parameters are read.
  const encoded = encodeURIComponent(encodeURIComponent(id.toWellFormed()));
  return `${scheme}://${extensionId}${eventPath}?id=${encoded}`;
}

function parseEventLink(query: string): ParsedEvent {
  // Here, a plus sign does not mean a space.
  const parameters = new URLSearchParams(query.replaceAll("+", "%2B"));
  const id = parameters.get("id");
  return id === null || parameters.size > 1 ? l10n.t("This isn't a link to an event.") : checkId(id);
}

/** Parses a typed or pasted event ID, or link to an event. */
export function parseEventReference(text: string): ParsedEvent {
  const typed = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    return /[\s\p{Cc}]/u.test(typed)
      ? l10n.t("An event ID has no spaces or line breaks. Enter one ID, such as {0}.", "evt_8f14e45f")
      : checkId(typed);
  }
  const url = parseUrl(typed);
  return url?.host.toLowerCase() === extensionId && url.pathname === eventPath
    ? parseEventLink(decoded(url.search.slice(1)))
    : l10n.t("This isn't a link to an event.");
}

function checkId(id: string): ParsedEvent {
  if (id === "") {
    return l10n.t("Enter the ID of an event, or paste a link to it.");
  }
  return id.length > maxEventIdLength || id === "." || id === ".." || !id.isWellFormed()
    ? l10n.t("This isn't the ID of an event.")
    : { id };
}

/** Empty if the encoding is invalid. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return "";
  }
}
