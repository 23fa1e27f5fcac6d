import * as l10n from "@vscode/l10n";
import { decodeQueryFields, type FeedQuery } from "../shared/feedQuery";

const path = "/feed";
/** Parameters that a link has at most once. */
const singleParameters = ["days", "since", "until", "sector", "min_amount"] as const;
type SingleParameter = (typeof singleParameters)[number];
/** Parameters that may be repeated. */
const listParameters = ["type"] as const;
type ListParameter = (typeof listParameters)[number];
type Parameter = [name: SingleParameter | ListParameter, value: string];
const maxLength = 20_000;

/** The path and query of a link that opens a feed query. It contains no connection: the active one is used. */
export function formatFeedLink(query: FeedQuery): { readonly path: string; readonly query: string } {
  const { window, types, sector, minAmount } = query;
  const parameters: Readonly<Record<keyof FeedQuery, readonly Parameter[]>> = {
    window:
      window.kind === "last"
        ? parameter("days", window.days)
        : [...parameter("since", window.since), ...parameter("until", window.until)],
    types: types.flatMap((type) => parameter("type", type)),
    sector: parameter("sector", sector),
    minAmount: parameter("min_amount", minAmount),
  };
  return { path, query: new URLSearchParams(Object.values(parameters).flat()).toString() };
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
  const known: readonly string[] = [...singleParameters, ...listParameters];
  if ([...parameters.keys()].some((name) => !known.includes(name))) {
    return l10n.t("This link contains an unknown filter. It may be for another version of Company Feed.");
  }
  const valueOf = (name: SingleParameter) => parameters.get(name) ?? undefined;
  const days = valueOf("days");
  const since = valueOf("since");
  const until = valueOf("until");
  const sector = valueOf("sector");
  const minAmount = valueOf("min_amount");
  if (
    singleParameters.some((name) => parameters.getAll(name).length > 1) ||
    (days !== undefined && (since !== undefined || until !== undefined))
  ) {
    return l10n.t("This link contains conflicting filters.");
  }
  const query = decodeQueryFields({
    window:
      since === undefined
        ? { kind: "last", days: parseNumber(days) }
        : { kind: "fixed", since, ...(until !== undefined && { until }) },
    types: parameters.getAll("type"),
    sector,
    minAmount: minAmount === undefined ? undefined : parseNumber(minAmount),
  });
  return query ? { query } : l10n.t("This link contains an invalid filter.");
}

function parameter(name: Parameter[0], value: string | number | undefined): Parameter[] {
  return value === undefined ? [] : [[name, String(value)]];
}

/** NaN for anything but a plain decimal number. */
function parseNumber(text: string | undefined): number {
  return text !== undefined && /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
