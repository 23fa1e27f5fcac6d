import { createHmac } from "node:crypto";
import * as v from "valibot";
import { dayMs, parseInstant } from "../shared/instant";
import { HttpError } from "./http";
import { type Call, wholeNumber } from "./operation";
import type { SampleEvent, SampleEvents } from "./sampleSource";

const instant = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:00)$/,
    "Input should be an ISO 8601 date and time in UTC",
  ),
  v.transform(parseInstant),
  v.number("Input should be a date that exists"),
);

const windowEntries = {
  since: v.optional(instant),
  until: v.optional(instant),
  cursor: v.optional(v.string()),
  page_size: v.optional(wholeNumber(1, 500), "40"),
  fields: v.optional(v.picklist(["full", "ids"]), "full"),
};

/** `docs/service.md`, Publications */
export const windowQuery = v.strictObject(windowEntries);

/** `docs/service.md`, Event feed: request */
export const feedQuery = v.strictObject({
  ...windowEntries,
  types: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").map((type) => type.trim())),
    ),
    "",
  ),
  sector: v.optional(v.string()),
  min_amount: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i, "Input should be a number"),
      v.transform(Number),
    ),
  ),
});

type FeedQuery = v.InferOutput<typeof feedQuery>;

/** A page starts after the event with this instant and ID or, if the ID is empty, before the instant. */
interface Position {
  /** Start of the window, milliseconds since 1970 UTC. */
  readonly since: number;
  readonly ms: number;
  readonly id: string;
}

/**
 * Reads one page from one UTC day, so pages may be short or empty (`docs/service.md`, Event feed: paging).
 * @param list name of the list in the page
 */
export function readPage(list: string, source: SampleEvents, query: FeedQuery, { now, key }: Call) {
  const { events, next } = readSlice(source, query, startOf(query, key), now);
  return {
    [list]:
      query.fields === "full"
        ? events
        : events.map(({ id, title, published_at }) => ({ id, title, published_at })),
    has_more: next !== undefined,
    next_cursor: next ? encodeCursor(next, key) : null,
    page_size: query.page_size,
  };
}

/** @param id `id` or `event_id` of an event that is available at `now` */
export function readEvent(source: SampleEvents, id: string, now: number): SampleEvent | undefined {
  for (let day = source.dayBefore(Infinity, now); day !== undefined; day = source.dayBefore(day, now)) {
    const event = source.eventsOn(day, now).find((each) => each.id === id || each["event_id"] === id);
    if (event) {
      return event;
    }
  }
  return undefined;
}

/** A cursor contains `since`, and replaces that of the query. */
function startOf({ since = -Infinity, until = Infinity, cursor }: FeedQuery, key: string): Position {
  const start = cursor === undefined ? { since, ms: until, id: "" } : decodeCursor(cursor, key);
  return until <= start.ms ? { since: start.since, ms: until, id: "" } : start;
}

function readSlice(
  source: SampleEvents,
  query: FeedQuery,
  start: Position,
  now: number,
): { readonly events: readonly SampleEvent[]; readonly next?: Position } {
  const { since, ms, id } = start;
  // After an event, others with the same instant may follow.
  const day = source.dayBefore(id === "" ? ms : ms + 1, now);
  if (day === undefined || day + dayMs <= since) {
    return { events: [] };
  }
  const all = source.eventsOn(day, now).filter((event) => isAfter(event, start) && matches(event, query));
  const events = all.slice(0, query.page_size);
  const last = events.at(-1);
  if (last && all.length > events.length) {
    return { events, next: { since, ms: publishedMs(last), id: last.id } };
  }
  const older = source.dayBefore(day, now);
  const isLast = older === undefined || older + dayMs <= since;
  return isLast ? { events } : { events, next: { since, ms: day, id: "" } };
}

function isAfter(event: SampleEvent, { since, ms, id }: Position): boolean {
  const published = publishedMs(event);
  return published >= since && (published < ms || (published === ms && id !== "" && event.id > id));
}

function matches({ type, ...event }: SampleEvent, { types, sector, min_amount }: FeedQuery): boolean {
  const amount = event.event_data?.["amount"];
  return (
    (types.every((each) => each === "") || (type !== undefined && types.includes(type))) &&
    (sector === undefined || event.sector === sector) &&
    (min_amount === undefined || (typeof amount === "number" && amount >= min_amount))
  );
}

function publishedMs(event: SampleEvent): number {
  return Date.parse(event.published_at);
}

/** Signed: clients must not make or change cursors. */
function encodeCursor({ since, ms, id }: Position, key: string): string {
  const payload = [since, ms, id].join(" ");
  const signature = createHmac("sha256", key).update(payload).digest("base64").slice(0, 12);
  // Plain base64 contains + and /, which catches clients that don't encode the cursor.
  return signature + Buffer.from(payload).toString("base64");
}

function decodeCursor(cursor: string, key: string): Position {
  const [since, ms, ...id] = Buffer.from(cursor.slice(12), "base64").toString().split(" ");
  const position = { since: Number(since), ms: Number(ms), id: id.join(" ") };
  if (encodeCursor(position, key) !== cursor) {
    const detail = "This cursor was not issued by this service. Start again without a cursor.";
    throw new HttpError(400, { detail });
  }
  return position;
}
