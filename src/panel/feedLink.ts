import { decodeQuery, type FeedQuery } from "../shared/feedQuery";

const path = "/feed";
/** Parameters that a link has at most once; `type` may be repeated. */
const singleParameters = ["days", "since", "until", "sector", "min_amount"] as const;
const parameterNames: ReadonlySet<string> = new Set([...singleParameters, "type"]);
const maxLength = 20_000;

/** The path and query of a link that opens a feed query. It contains no connection: the active one is used. */
export function formatFeedLink(query: FeedQuery): { readonly path: string; readonly query: string } {
  const { window } = query;
  const parameters = new URLSearchParams();
  if (window.kind === "last") {
    parameters.set("days", String(window.days));
  } else {
    parameters.set("since", window.since);
    if (window.until !== undefined) {
      parameters.set("until", window.until);
    }
  }
  query.types.forEach((type) => parameters.append("type", type));
  if (query.sector !== undefined) {
    parameters.set("sector", query.sector);
  }
  if (query.minAmount !== undefined) {
    parameters.set("min_amount", String(query.minAmount));
  }
  return { path, query: parameters.toString() };
}

/** @returns the query of a link, or a sentence that says why it is invalid */
export function parseFeedLink(link: { readonly path: string; readonly query: string }): FeedQuery | string {
  if (link.path !== path) {
    return "This is not a link to an event feed.";
  }
  if (link.query.length > maxLength) {
    return "This link is too long.";
  }
  const parameters = new URLSearchParams(link.query);
  if ([...parameters.keys()].some((name) => !parameterNames.has(name))) {
    return "This link contains an unknown filter. It may be for another version of Company Feed.";
  }
  const valueOf = (name: (typeof singleParameters)[number]) => parameters.get(name) ?? undefined;
  const days = valueOf("days");
  const since = valueOf("since");
  const until = valueOf("until");
  const sector = valueOf("sector");
  const minAmount = valueOf("min_amount");
  if (
    singleParameters.some((name) => parameters.getAll(name).length > 1) ||
    (days !== undefined && (since !== undefined || until !== undefined))
  ) {
    return "This link contains conflicting filters.";
  }
  const query = decodeQuery({
    window:
      since === undefined
        ? { kind: "last", days: parseNumber(days) }
        : { kind: "fixed", since, ...(until !== undefined && { until }) },
    types: parameters.getAll("type"),
    ...(sector !== undefined && { sector }),
    ...(minAmount !== undefined && { minAmount: parseNumber(minAmount) }),
  });
  return query ?? "This link contains an invalid filter.";
}

/** NaN for anything but a plain decimal number. */
function parseNumber(text: string | undefined): number {
  return text !== undefined && /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
