import * as v from "valibot";
import { parseInstant } from "../api/isoInstant";
import { type ExportFormat, exportFormats } from "../feed/export/eventText";
import { iso } from "../feed/query";
import { decodeQuery, type FeedQuery, maxWindowDays } from "../shared/feedQuery";

/** What a task, a keybinding or the feed panel's page says of an export. What is left out is asked for. */
export interface ExportArgument {
  readonly query?: FeedQuery;
  readonly format?: ExportFormat;
  /** A path, absolute or relative to the first workspace folder, or a URI. */
  readonly target?: string;
  /** Ids of the events that are selected in the feed panel that was focused last. */
  readonly selected?: readonly string[];
}

const text = v.pipe(v.string(), v.nonEmpty());
const instant = v.pipe(
  v.string(),
  v.check((value) => parseInstant(value) !== undefined, "not an ISO 8601 timestamp"),
);

const schema = v.strictObject({
  query: v.exactOptional(
    v.strictObject({
      days: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(maxWindowDays))),
      since: v.exactOptional(instant),
      until: v.exactOptional(instant),
      types: v.exactOptional(v.array(text)),
      sector: v.exactOptional(text),
      minAmount: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    }),
  ),
  format: v.exactOptional(v.picklist(exportFormats)),
  target: v.exactOptional(text),
  selected: v.exactOptional(v.array(v.string())),
});

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
    throw new Error(`Export Events cannot use its argument: ${place}: ${issue.message}.`);
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
    throw new Error("Export Events cannot use its argument: query: it names both days and since.");
  }
  if (until !== undefined && since === undefined) {
    throw new Error("Export Events cannot use its argument: query: an until needs a since.");
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
    throw new Error("Export Events cannot use its argument: query: the service could not be asked for this.");
  }
  return query;
}

function canonical(instantText: string): string {
  return iso(parseInstant(instantText) ?? Number.NaN);
}
