/**
 * What the page saves through VS Code (`setState`) so that the panel is restored after a window reload. Both sides read it,
 * and it may be from an older version, or invalid.
 */
import * as v from "valibot";
import { feedQuerySchema } from "./feedQuery";
import { maxConnectionNameLength, maxSavedFeedIdLength } from "./limits";
import { instantMs, isTrue, type Validated, validMembers } from "./schemas";
import { isRecord } from "./typeGuards";
import { searchTextSchema, sortOrderSchema, timeSpanSchema } from "./viewQueries";

/** An event with a longer ID is not restored after a reload. */
const maxIdLength = 1000;
const maxColumns = 30;
const maxColumnNameLength = 100;

/** CSS pixels; wider than any screen. */
const width = v.pipe(v.number(), v.gtValue(0), v.maxValue(20_000));

/** CSS pixels below the heading, no farther than any screen reaches; less than zero for a row that is cut off. */
const top = v.pipe(v.number(), v.gtValue(-10_000), v.ltValue(10_000));

/** With a four-digit year, as in From and To. */
const calendarMs = v.pipe(instantMs, v.minValue(Date.UTC(1, 0)), v.ltValue(Date.UTC(9999, 11, 31)));

const eventId = v.looseObject({ id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxIdLength)) });
const date = { publishedMs: calendarMs };

const columnNames = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(maxColumnNameLength))),
  v.maxLength(maxColumns),
);

const members = {
  /** Name of the connection. */
  connection: v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxConnectionNameLength)),
  query: feedQuerySchema,
  /** ID of the saved feed that the panel shows. */
  savedFeed: v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxSavedFeedIdLength)),
  view: v.pipe(
    v.looseObject({ text: searchTextSchema }),
    v.transform(({ text, span, sort, allCompanies }) => ({
      text,
      ...validMembers(
        {
          span: v.pipe(timeSpanSchema, v.object({ sinceMs: calendarMs, untilMs: calendarMs })),
          sort: sortOrderSchema,
          allCompanies: isTrue,
        },
        { span, sort, allCompanies },
      ),
    })),
  ),
  chartHidden: isTrue,
  chartMode: v.picklist(["events", "amount"]),
  zone: v.picklist(["local", "utc"]),
  /** `unlisted`: it was not in the list, but its details were shown. */
  selected: v.pipe(
    eventId,
    v.transform((value) => ({ id: value.id, ...validMembers({ ...date, unlisted: isTrue }, value) })),
  ),
  detailsOpen: isTrue,
  /** The topmost visible event; absent: the list is at its top. */
  topmost: v.pipe(
    eventId,
    v.transform((value) => ({ id: value.id, ...validMembers({ ...date, top }, value) })),
  ),
  /** CSS pixels. */
  detailsWidth: width,
  /** Names of the hidden columns. Older versions also saved an order. */
  columns: v.object({ hidden: columnNames }),
  /** CSS pixels of the columns that were resized, by name. */
  columnWidths: v.pipe(
    v.custom<Record<string, unknown>>(isRecord),
    v.transform(validWidths),
    v.check((widths) => Object.keys(widths).length > 0),
  ),
};

export type PageState = { readonly version: 1 } & {
  readonly [K in keyof typeof members]?: Validated<(typeof members)[K]>;
};

/** An event and its position on screen. */
export type ScrollPosition = NonNullable<PageState["topmost"]>;

/** Reads each member separately: an invalid one does not affect the others. */
export function decodePageState(value: unknown): PageState {
  return { version: 1, ...(isRecord(value) && value["version"] === 1 && validMembers(members, value)) };
}

function validWidths(value: Record<string, unknown>): Record<string, number> {
  const widths = Object.entries(value).filter(
    (entry): entry is [string, number] =>
      entry[0] !== "" && entry[0].length <= maxColumnNameLength && v.is(width, entry[1]),
  );
  return Object.fromEntries(widths.slice(0, maxColumns));
}
