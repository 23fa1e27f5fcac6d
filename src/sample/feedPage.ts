import { createHmac, timingSafeEqual } from "node:crypto";
import { dayMs } from "../shared/instant";
import type { SampleFeedQuery } from "./query";
import type { SampleEvent, SampleSource } from "./sampleSource";

/** A position in the feed's order: after the event with this instant and id or, without an id, before the instant. */
export interface Position {
  /** Milliseconds since 1970 UTC. */
  readonly ms: number;
  readonly id?: string;
}

/** What a cursor encodes. */
interface CursorState {
  /** Where the next page starts. */
  readonly position: Position;
  /** Start of the window, inclusive, in milliseconds since 1970 UTC, or -Infinity. */
  readonly since: number;
}

const macBytes = 9;

/** Encodes cursors so that only its own are accepted: clients must not make or change one. */
export class CursorCodec {
  /** @param secret key of the MAC in each cursor */
  constructor(private readonly secret: Uint8Array) {}

  encode({ position, since }: CursorState): string {
    const payload = Buffer.from([position.ms, since, position.id ?? ""].join(" "));
    // Contains the + and / of plain base64, to catch clients that do not encode it.
    return Buffer.concat([this.mac(payload), payload]).toString("base64");
  }

  /** Undefined for a cursor that this codec did not encode. */
  decode(cursor: string): CursorState | undefined {
    const bytes = Buffer.from(cursor, "base64");
    const payload = bytes.subarray(macBytes);
    const mac = bytes.subarray(0, macBytes);
    if (
      mac.length < macBytes ||
      bytes.toString("base64") !== cursor ||
      !timingSafeEqual(mac, this.mac(payload))
    ) {
      return undefined;
    }
    const [ms, since, ...rest] = payload.toString().split(" ");
    const id = rest.join(" ");
    return { position: { ms: Number(ms), ...(id ? { id } : {}) }, since: Number(since) };
  }

  private mac(payload: Uint8Array): Buffer {
    return createHmac("sha256", this.secret).update(payload).digest().subarray(0, macBytes);
  }
}

/** A page of events, and where the next page starts if there is one. */
interface FeedSlice {
  readonly events: readonly SampleEvent[];
  readonly next?: Position;
}

/** Reads one page from one UTC day: it may be short or empty before the window ends (`docs/service.md`, Event feed: paging). */
export function readFeedSlice(source: SampleSource, query: SampleFeedQuery, now: number): FeedSlice {
  const { since, position } = query;
  // With an id, events of the same instant may follow.
  const day = source.dayBefore(position.id === undefined ? position.ms : position.ms + 1, now);
  if (day === undefined || day + dayMs <= since) {
    return { events: [] };
  }
  const all = source.eventsOn(day, now);
  const events: SampleEvent[] = [];
  for (let i = indexAfter(all, position); i < all.length; i++) {
    const event = all[i];
    if (!event || publishedMs(event) < since) {
      return { events };
    }
    if (matches(event, query)) {
      const last = events.at(-1);
      if (last && events.length === query.pageSize) {
        return { events, next: { ms: publishedMs(last), id: last.id } };
      }
      events.push(event);
    }
  }
  const older = source.dayBefore(day, now);
  const isLast = older === undefined || older + dayMs <= since;
  return isLast ? { events } : { events, next: { ms: day } };
}

/** The event with this `id` or `event_id`, if it is available at `now`. */
export function readEvent(source: SampleSource, id: string, now: number): SampleEvent | undefined {
  const on = (day: number) =>
    source.eventsOn(day, now).find((event) => event.id === id || event["event_id"] === id);
  if (source.dayOfEvent) {
    const day = source.dayOfEvent(id);
    return Number.isNaN(day) ? undefined : on(day);
  }
  for (let day = source.dayBefore(Infinity, now); day !== undefined; day = source.dayBefore(day, now)) {
    const event = on(day);
    if (event) {
      return event;
    }
  }
  return undefined;
}

/** Index of the first event after the position. */
function indexAfter(events: readonly SampleEvent[], position: Position): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event && !isAfter(event, position)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function isAfter(event: SampleEvent, { ms, id }: Position): boolean {
  const published = publishedMs(event);
  return published < ms || (published === ms && id !== undefined && event.id > id);
}

function matches(event: SampleEvent, { types, sector, minAmount }: SampleFeedQuery): boolean {
  const amount = event.event_data?.["amount"];
  return (
    (!types || (event.type !== undefined && types.has(event.type))) &&
    (sector === undefined || event.sector === sector) &&
    (minAmount === undefined || (typeof amount === "number" && amount >= minAmount))
  );
}

function publishedMs(event: SampleEvent): number {
  return Date.parse(event.published_at);
}
