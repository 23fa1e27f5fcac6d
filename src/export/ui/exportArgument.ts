import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { parseInstant } from "../../shared/instant";
import { type ExportFormat, exportFormats } from "../engine/exportFormat";
import { iso } from "../../feed/feedRequest";
import { decodeQueryFields, type FeedQuery, type FilterName } from "../../shared/feedQuery";
import { maxWindowDays } from "../../shared/limits";
import { formatNumber } from "../../shared/text";

/** What a task, a keybinding or a feed panel passes. Export Events… asks for what is left out. */
export interface ExportArgument {
  readonly query?: FeedQuery;
  readonly format?: ExportFormat;
  /** A path or a URI, see `parseTargetPath`. */
  readonly target?: string;
  /** Id of the feed panel to export from; absent for the one focused last. */
  readonly panel?: string;
  /** Ids of the events selected in the panel. */
  readonly selected?: readonly string[];
}

/** In messages of the schema, where the invalid field is not known yet. */
const fieldMark = "\0";

/** A message that names the invalid field. */
function problem(sentence: (field: string) => string): () => string {
  return () => sentence(fieldMark);
}

const notString = problem((field) => l10n.t("{0} must be a string", field));
const notArray = problem((field) => l10n.t("{0} must be an array", field));
const text = v.pipe(
  v.string(notString),
  v.nonEmpty(problem((field) => l10n.t("{0} must not be empty", field))),
);
const instant = v.pipe(
  v.string(notString),
  v.check(
    (value) => parseInstant(value) !== undefined,
    problem((field) => l10n.t("{0} must be an ISO 8601 timestamp", field)),
  ),
  v.transform((value) => iso(parseInstant(value) ?? Number.NaN)),
);
const daysRange = problem((field) =>
  l10n.t("{0} must be a number of days up to {1}", field, formatNumber(maxWindowDays)),
);
const notUsd = problem((field) => l10n.t("{0} must be an amount in USD", field));

const queryFields = {
  days: v.exactOptional(
    v.pipe(v.number(daysRange), v.gtValue(0, daysRange), v.maxValue(maxWindowDays, daysRange)),
  ),
  since: v.exactOptional(instant),
  until: v.exactOptional(instant),
  types: v.exactOptional(v.array(text, notArray)),
  sector: v.exactOptional(text),
  minAmount: v.exactOptional(v.pipe(v.number(notUsd), v.finite(notUsd), v.minValue(0, notUsd))),
} satisfies Record<FilterName | "days" | "since" | "until", unknown>;

// Messages do not list fields that only a feed panel passes.
const schema = v.strictObject(
  {
    query: v.exactOptional(v.strictObject(queryFields, notObject(Object.keys(queryFields)))),
    format: v.exactOptional(
      v.picklist(
        exportFormats,
        problem((field) => l10n.t("{0} must be one of {1}", field, exportFormats.join(", "))),
      ),
    ),
    target: v.exactOptional(text),
    panel: v.exactOptional(v.string(notString)),
    selected: v.exactOptional(v.array(v.string(notString), notArray)),
  },
  notObject(["query", "format", "target"]),
);

/** The message for a value that is not an object, and for an unknown field. */
function notObject(fields: readonly string[]): (issue: v.StrictObjectIssue) => string {
  const names = fields.join(", ");
  return ({ expected }) =>
    expected === "never"
      ? l10n.t("{0} is unknown; use {1}", fieldMark, names)
      : l10n.t("{0} must be an object with {1}", fieldMark, names);
}

/**
 * Decodes the argument of Export Events… (docs/export.md).
 * @param defaultQuery supplies the window if the argument's query has none
 * @throws {Error} with a sentence
 */
export function decodeExportArgument(value: unknown, defaultQuery: FeedQuery): ExportArgument {
  const parsed = v.safeParse(schema, value ?? {});
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw invalidArgument(issue.message.replace(fieldMark, () => v.getDotPath(issue) ?? "argument"));
  }
  const { query, ...rest } = parsed.output;
  return query === undefined ? rest : { ...rest, query: queryOf(query, defaultQuery) };
}

type QueryArgument = NonNullable<v.InferOutput<typeof schema>["query"]>;

function queryOf(
  { days, since, until, types = [], sector, minAmount }: QueryArgument,
  defaultQuery: FeedQuery,
): FeedQuery {
  if (days !== undefined && since !== undefined) {
    throw invalidArgument(l10n.t("query must not have both days and since"));
  }
  if (until !== undefined && since === undefined) {
    throw invalidArgument(l10n.t("query.until requires query.since"));
  }
  if (since !== undefined && until !== undefined && since >= until) {
    throw invalidArgument(l10n.t("query.until must be after query.since"));
  }
  const relative = days === undefined ? defaultQuery.window : { kind: "last", days };
  const query = decodeQueryFields({
    window: since === undefined ? relative : { kind: "fixed", since, ...(until !== undefined && { until }) },
    types,
    sector,
    minAmount,
  });
  if (!query) {
    throw invalidArgument(l10n.t("query has too many filters, or a filter that is too long"));
  }
  return query;
}

function invalidArgument(reason: string): Error {
  return new Error(l10n.t("Invalid argument for Export Events: {0}.", reason));
}
