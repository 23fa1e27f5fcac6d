import * as v from "valibot";
import { parseInstant } from "../../shared/instant";
import { type ExportFormat, exportFormats } from "../engine/eventText";
import { iso } from "../../feed/query";
import { decodeQuery, type FeedQuery } from "../../shared/feedQuery";
import { maxWindowDays } from "../../shared/limits";

/** What a task, a keybinding or the page of a feed panel passes. What is left out is asked for. */
export interface ExportArgument {
  readonly query?: FeedQuery;
  readonly format?: ExportFormat;
  /** A path, absolute or relative to the first workspace folder, or a URI. */
  readonly target?: string;
  /** The feed panel whose page asks for an export; else the one that was focused last. */
  readonly panel?: string;
  /** Ids of the events that are selected there. */
  readonly selected?: readonly string[];
}

const notText = "must be a string";
const text = v.pipe(v.string(notText), v.nonEmpty("must not be empty"));
const instant = v.pipe(
  v.string(notText),
  v.check((value) => parseInstant(value) !== undefined, "must be an ISO 8601 timestamp"),
);
const notDays = `must be a number of days up to ${maxWindowDays.toLocaleString("en-US")}`;
const notAmount = "must be an amount in USD";

const queryFields = {
  days: v.exactOptional(v.pipe(v.number(notDays), v.gtValue(0, notDays), v.maxValue(maxWindowDays, notDays))),
  since: v.exactOptional(instant),
  until: v.exactOptional(instant),
  types: v.exactOptional(v.array(text, "must be an array")),
  sector: v.exactOptional(text),
  minAmount: v.exactOptional(v.pipe(v.number(notAmount), v.finite(notAmount), v.minValue(0, notAmount))),
};

// What only the page passes is not listed in messages.
const schema = v.strictObject(
  {
    query: v.exactOptional(v.strictObject(queryFields, notObject(Object.keys(queryFields)))),
    format: v.exactOptional(v.picklist(exportFormats, `must be one of ${exportFormats.join(", ")}`)),
    target: v.exactOptional(text),
    panel: v.exactOptional(v.string(notText)),
    selected: v.exactOptional(v.array(v.string(notText), "must be an array")),
  },
  notObject(["query", "format", "target"]),
);

/** What is said of something that is no object, or of a field that it does not have. */
function notObject(known: readonly string[]): (issue: v.StrictObjectIssue) => string {
  const names = known.join(", ");
  return ({ path }) => (path ? `is unknown; use ${names}` : `must be an object with ${names}`);
}

/**
 * Reads the argument of the command "Export Events…", which README documents.
 * @param defaultQuery gives the window where the argument's query names none.
 * @throws {Error} with a sentence that says what is wrong with it
 */
export function decodeExportArgument(value: unknown, defaultQuery: FeedQuery): ExportArgument {
  const parsed = v.safeParse(schema, value ?? {});
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const place = v.getDotPath(issue) ?? "argument";
    throw unusable(`${place} ${issue.message}`);
  }
  const { query, ...rest } = parsed.output;
  return query === undefined ? rest : { ...rest, query: queryOf(query, defaultQuery) };
}

type SentQuery = NonNullable<v.InferOutput<typeof schema>["query"]>;

function queryOf(
  { days, since, until, types = [], sector, minAmount }: SentQuery,
  defaultQuery: FeedQuery,
): FeedQuery {
  if (days !== undefined && since !== undefined) {
    throw unusable("query has both days and since");
  }
  if (until !== undefined && since === undefined) {
    throw unusable("query.until requires query.since");
  }
  if (since !== undefined && until !== undefined && canonical(since) >= canonical(until)) {
    throw unusable("query.until must be after query.since");
  }
  const relative = days === undefined ? defaultQuery.window : { kind: "last", days };
  const query = decodeQuery({
    window:
      since === undefined
        ? relative
        : { kind: "fixed", since: canonical(since), ...(until !== undefined && { until: canonical(until) }) },
    types,
    ...(sector !== undefined && { sector }),
    ...(minAmount !== undefined && { minAmount }),
  });
  if (!query) {
    throw unusable("query has too many filters, or a filter that is too long");
  }
  return query;
}

function unusable(what: string): Error {
  return new Error(`Invalid argument for Export Events: ${what}.`);
}

function canonical(instantText: string): string {
  return iso(parseInstant(instantText) ?? Number.NaN);
}
