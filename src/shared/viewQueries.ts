/** What the page asks about loaded events: the answers need no request to the service. */
import * as v from "valibot";
import { maxSearchLength } from "./limits";
import { instantMs, isTrue, type Validated } from "./schemas";

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A time span `[sinceMs, untilMs)`, milliseconds since 1970 UTC. */
const timeSpanSchema = v.pipe(
  v.object({ sinceMs: instantMs, untilMs: instantMs }),
  v.check(({ sinceMs, untilMs }) => sinceMs < untilMs),
);
export type TimeSpan = Validated<typeof timeSpanSchema>;

/** Identifies an event, and helps to find it if it is not loaded. */
export const eventRefSchema = v.object({ id: v.string(), publishedMs: v.exactOptional(instantMs) });
export type EventRef = Validated<typeof eventRefSchema>;

const datedEventRefSchema = v.object({ id: v.string(), publishedMs: instantMs });
export type DatedEventRef = Validated<typeof datedEventRefSchema>;

export function datedRef(event: EventRef | undefined): DatedEventRef | undefined {
  return event?.publishedMs === undefined ? undefined : { id: event.id, publishedMs: event.publishedMs };
}

/** Without further fields that the event may have. */
export function eventRef({ id, publishedMs }: EventRef): EventRef {
  return { id, ...(publishedMs !== undefined && { publishedMs }) };
}

export const visibleEventsSchema = v.object({
  /** The one that stays in its place while rows come and go; absent at the top of the list. */
  topmost: v.exactOptional(datedEventRefSchema),
  last: datedEventRefSchema,
});
export type VisibleEvents = Validated<typeof visibleEventsSchema>;

/** An order other than newest first. Events without the value come last. */
const sortOrderSchema = v.object({
  by: v.picklist(["amount", "company"]),
  /** Highest amount, or end of the alphabet, first. */
  descending: v.boolean(),
});
export type SortOrder = Validated<typeof sortOrderSchema>;

/** Which of the loaded events are shown. */
export const viewSchema = v.object({
  /** Words that are all in title, company or sector, ignoring case; empty: no search. */
  text: v.pipe(v.string(), v.maxLength(maxSearchLength)),
  /** Only events published in it. */
  span: v.exactOptional(timeSpanSchema),
  /** Without it, newest first. */
  sort: v.exactOptional(sortOrderSchema),
  /** Also events of other companies than those of the saved feed. */
  allCompanies: v.exactOptional(isTrue),
});
export type View = Validated<typeof viewSchema>;

export type ViewChanges = { readonly [K in Exclude<keyof View, "text">]?: View[K] | undefined } & {
  readonly text?: string;
};

/** The view with some changes, without the fields that a `ViewState` adds. */
export function viewOf(view: View, changes: ViewChanges = {}): View {
  const { text, span, sort, allCompanies } = { ...view, ...changes };
  return {
    text,
    ...(span && { span }),
    ...(sort && { sort }),
    ...(allCompanies && { allCompanies }),
  };
}

export const rowsParamsSchema = v.object({
  /** Half-open range of row indexes, as the page counts them. */
  start: index,
  end: index,
  /**
   * A loaded event, with its row index in the page. If the host finds it at another index, the whole range moves with it: new rows
   * above must not move what is being read. If it is gone or has another date, the event that is now in its place is used.
   */
  anchor: v.exactOptional(v.object({ ...eventRefSchema.entries, index })),
  /** These are the rows around those on screen: the host sends them again with each change. */
  isShown: v.exactOptional(isTrue),
});
export type RowsParams = Validated<typeof rowsParamsSchema>;

/** The same rows after the list changed. @param shift see `RowsResult` */
export function movedRows({ start, end, anchor }: RowsParams, shift: number): RowsParams {
  return {
    start: Math.max(0, start + shift),
    end: Math.max(0, end + shift),
    ...(anchor && { anchor: { ...anchor, index: Math.max(0, anchor.index + shift) } }),
  };
}

export const copyFormats = ["id", "entityId", "title", "json", "tsv", "markdown", "link"] as const;
export type CopyFormat = (typeof copyFormats)[number];
