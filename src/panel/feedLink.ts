import { decodeQuery, type FeedQuery } from "../shared/feedQuery";

const path = "/feed";
const known = ["days", "since", "until", "type", "sector", "min_amount"] as const;
const maxLength = 20_000;

/**
 * A feed query as path and query of a link. It says what to look for and nothing of where: a link never carries or changes a
 * connection.
 */
export function linkOf(query: FeedQuery): { readonly path: string; readonly query: string } {
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

/** Reads a link that somebody followed: a query, or a sentence that says why it is none. */
export function readLink(link: { readonly path: string; readonly query: string }): FeedQuery | string {
  if (link.path !== path) {
    return "This link is not one to an event feed.";
  }
  if (link.query.length > maxLength) {
    return "This link is too long.";
  }
  const parameters = new URLSearchParams(link.query);
  const stranger = [...parameters.keys()].find((name) => !(known as readonly string[]).includes(name));
  if (stranger !== undefined) {
    return "This link has a part that is not understood; it may be meant for another version.";
  }
  const once = ["days", "since", "until", "sector", "min_amount"] as const;
  if (
    once.some((name) => parameters.getAll(name).length > 1) ||
    (parameters.has("days") && (parameters.has("since") || parameters.has("until")))
  ) {
    return "This link contains conflicting filters.";
  }
  const [days, since, until] = [parameters.get("days"), parameters.get("since"), parameters.get("until")];
  const sector = parameters.get("sector");
  const minAmount = parameters.get("min_amount");
  const query = decodeQuery({
    window:
      since === null
        ? { kind: "last", days: number(days) }
        : { kind: "fixed", since, ...(until === null ? {} : { until }) },
    types: parameters.getAll("type"),
    ...(sector === null ? {} : { sector }),
    ...(minAmount === null ? {} : { minAmount: number(minAmount) }),
  });
  return query ?? "This link has a filter that cannot be used.";
}

/** NaN for anything but a plain decimal number. */
function number(text: string | null): number {
  return text !== null && /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
