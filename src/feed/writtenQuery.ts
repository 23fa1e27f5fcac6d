/** A feed query as people write it, in the argument of a task and in settings, with a sentence for each mistake. */
import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { decodeQueryFields, type FeedQuery, type FeedWindow } from "../shared/feedQuery";
import { activeValues, filterSchemas } from "../shared/filters";
import { parseInstant } from "../shared/instant";
import { maxWindowDays } from "../shared/limits";
import { formatNumber } from "../shared/text";
import { fieldMark, notString, problem } from "../shared/schemas";

const instant = v.pipe(
  v.string(notString),
  v.check(
    (value) => parseInstant(value) !== undefined,
    problem((field) => l10n.t("{0} must be an ISO 8601 timestamp", field)),
  ),
  v.transform((value) => new Date(parseInstant(value) ?? Number.NaN).toISOString()),
);
const daysRange = problem((field) =>
  l10n.t("{0} must be a number of days up to {1}", field, formatNumber(maxWindowDays)),
);

/** The fields of a query, for the schema of an object that contains it. */
export const writtenQueryFields = {
  days: v.exactOptional(
    v.pipe(v.number(daysRange), v.gtValue(0, daysRange), v.maxValue(maxWindowDays, daysRange)),
  ),
  since: v.exactOptional(instant),
  until: v.exactOptional(instant),
  ...filterSchemas("written"),
};

type WrittenQuery = {
  [K in keyof typeof writtenQueryFields]?: v.InferOutput<(typeof writtenQueryFields)[K]>;
};

/**
 * @param defaultWindow used without `days` and `since`
 * @param prefix put before the names of fields in messages
 * @returns a message without a full stop if the fields do not go together
 */
export function queryFromWritten(
  { days, since, until, ...filters }: WrittenQuery,
  defaultWindow: FeedWindow,
  prefix = "",
): FeedQuery | string {
  const names = { days: `${prefix}days`, since: `${prefix}since`, until: `${prefix}until` };
  if (days !== undefined && since !== undefined) {
    return l10n.t("{0} and {1} can't be combined", names.days, names.since);
  }
  if (until !== undefined && since === undefined) {
    return l10n.t("{0} requires {1}", names.until, names.since);
  }
  if (since !== undefined && until !== undefined && since >= until) {
    return l10n.t("{0} must be after {1}", names.until, names.since);
  }
  const relative = days === undefined ? defaultWindow : { kind: "last", days };
  const query = decodeQueryFields({
    window: since === undefined ? relative : { kind: "fixed", since, ...(until !== undefined && { until }) },
    types: [],
    ...filters,
  });
  return query ?? l10n.t("there are too many filters, or one of them is too long");
}

export function writtenQueryOf({ window, ...filters }: FeedQuery): WrittenQuery {
  return {
    ...(window.kind === "last"
      ? { days: window.days }
      : { since: window.since, ...(window.until !== undefined && { until: window.until }) }),
    ...activeValues(filters),
  };
}

/** The message for a value that is not an object, for an unknown field and for a missing one. */
export function notObject(
  fields: readonly string[],
): (issue: { readonly expected: string | null }) => string {
  const names = fields.join(", ");
  return ({ expected }) =>
    expected === "never"
      ? l10n.t("{0} is unknown; use {1}", fieldMark, names)
      : expected === "Object"
        ? l10n.t("{0} must be an object with {1}", fieldMark, names)
        : l10n.t("{0} is required", fieldMark);
}

/** The message of an issue, with the name of the invalid field: `query.days must be a number of days up to 3,650`. */
export function problemText(issue: v.BaseIssue<unknown>, valueName: string): string {
  return issue.message.replace(fieldMark, () => v.getDotPath(issue) ?? valueName);
}
