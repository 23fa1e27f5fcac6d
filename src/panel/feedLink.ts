import * as l10n from "@vscode/l10n";
import { decodeQueryFields, type FeedQuery } from "../shared/feedQuery";
import { filterNames, filters, plainNumber } from "../shared/filters";

const path = "/feed";
const maxLength = 20_000;

/** The path and query of a link that opens a feed query. It contains no connection: the active one is used. */
export function formatFeedLink(query: FeedQuery): { readonly path: string; readonly query: string } {
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
  return { path, query: parameters.toString() };
}

/** @returns what a link opens, or a sentence that says why it is invalid */
export function parseFeedLink(link: {
  readonly path: string;
  readonly query: string;
}): { readonly query: FeedQuery } | string {
  if (link.path !== path) {
    return l10n.t("This isn't a link to an event feed.");
  }
  if (link.query.length > maxLength) {
    return l10n.t("This link is too long.");
  }
  const parameters = new URLSearchParams(link.query);
  const all = filterNames.map((name) => filters[name]);
  const single = ["days", "since", "until", ...all.flatMap((each) => (each.isList ? [] : each.linkName))];
  const known: readonly string[] = [...single, ...all.map(({ linkName }) => linkName)];
  if ([...parameters.keys()].some((name) => !known.includes(name))) {
    return l10n.t("This link contains an unknown filter. It may be for another version of Company Feed.");
  }
  const days = parameters.get("days");
  const since = parameters.get("since");
  const until = parameters.get("until");
  if (
    single.some((name) => parameters.getAll(name).length > 1) ||
    (days !== null && (since !== null || until !== null))
  ) {
    return l10n.t("This link contains conflicting filters.");
  }
  const values: Record<string, unknown> = { types: [] };
  for (const name of filterNames) {
    const texts = parameters.getAll(filters[name].linkName);
    if (texts.length > 0) {
      values[name] = filters[name].parse(texts);
    }
  }
  const query = decodeQueryFields({
    window:
      since === null
        ? { kind: "last", days: plainNumber(days ?? undefined) }
        : { kind: "fixed", since, ...(until !== null && { until }) },
    ...values,
  });
  return query ? { query } : l10n.t("This link contains an invalid filter.");
}
