import type { Window } from "../../../feed/feedRequest";
import { isWithin } from "../../../feed/paging/windowReader";
import type { CompanyEvent } from "../../../shared/companyEvent";
import type { FeedQuery } from "../../../shared/feedQuery";
import { comparableText } from "../../../shared/text";
import { isYoungerThan, maxAgeMs } from "./age";

/** What an agent's question asks the service for. */
export interface EventsQuestion {
  readonly window: Window;
  /** Only its filters are used; the window is `window`. */
  readonly query: FeedQuery;
}

/** All events that the service had for a question when it was read. */
export interface KnownEvents extends EventsQuestion {
  /** By our clock, milliseconds since 1970 UTC. */
  readonly readAtMs: number;
  /** Events published from this instant on may be missing. */
  readonly completeUntilMs: number;
  /**
   * Some items are unreadable, undated or have only a title. Which narrower questions these belong to is not known, so that no
   * narrower question can be answered.
   */
  readonly isVague: boolean;
  /** Newest first. */
  events(): Iterable<CompanyEvent>;
}

/** For how long events of a past window are used again. The service may have changed or removed some since. */
export const maxAgeOfPastMs = 30 * 60_000;

/**
 * The events of a question, if those read before are exactly what the service would send. Undefined if they are too old, or if that is
 * not certain.
 * @param overlapMs how late events may be published
 */
export function answerFrom(
  known: KnownEvents,
  question: EventsQuestion,
  overlapMs: number,
  nowMs: number,
): CompanyEvent[] | undefined {
  return isFresh(known, question.window, overlapMs, nowMs) ? narrowed(known, question) : undefined;
}

/** As `answerFrom`, however old the events are. */
export function narrowed(known: KnownEvents, question: EventsQuestion): CompanyEvent[] | undefined {
  const isSame = sameFilters(known.query, question.query);
  if (!coversWindow(known.window, question.window) || !mayCoverFilters(known.query, question.query)) {
    return undefined;
  }
  if (known.isVague && !(isSame && sameWindow(known.window, question.window))) {
    return undefined;
  }
  const events = [...known.events()].filter((event) => isWithin(event, question.window));
  return isSame ? events : filtered(events, known.query, question.query);
}

/** Whether events were read recently enough for a window. @param overlapMs how late events may be published */
export function isFresh(
  { readAtMs, completeUntilMs }: Pick<KnownEvents, "readAtMs" | "completeUntilMs">,
  { untilMs }: Window,
  overlapMs: number,
  nowMs: number,
): boolean {
  const isPast = untilMs !== undefined && untilMs + overlapMs <= completeUntilMs;
  return isYoungerThan(isPast ? maxAgeOfPastMs : maxAgeMs, readAtMs, nowMs);
}

export function coversWindow(outer: Window, { sinceMs, untilMs = Infinity }: Window): boolean {
  return outer.sinceMs <= sinceMs && untilMs <= (outer.untilMs ?? Infinity);
}

/** Whether a window has the same end as another one, and does not begin before. */
export function beginsWithin(outer: Window, inner: Window): boolean {
  return outer.sinceMs <= inner.sinceMs && outer.untilMs === inner.untilMs;
}

function sameWindow(a: Window, b: Window): boolean {
  return a.sinceMs === b.sinceMs && a.untilMs === b.untilMs;
}

export function sameFilters(a: FeedQuery, b: FeedQuery): boolean {
  return (
    a.sector === b.sector &&
    a.minAmount === b.minAmount &&
    a.types.length === b.types.length &&
    a.types.every((type) => b.types.includes(type))
  );
}

/** Whether the wide filters leave out no event that passes the narrow ones. */
export function mayCoverFilters(wide: FeedQuery, narrow: FeedQuery): boolean {
  return (
    (wide.types.length === 0 ||
      (narrow.types.length > 0 && narrow.types.every((type) => wide.types.includes(type)))) &&
    (wide.sector === undefined || wide.sector === narrow.sector) &&
    (wide.minAmount === undefined || (narrow.minAmount !== undefined && wide.minAmount <= narrow.minAmount))
  );
}

/**
 * Filters events as the service does (docs/service.md, Event feed: request). Undefined where that is not specified: which spellings of
 * a type it takes for the same, and whether `min_amount` drops events without `event_data.amount`.
 */
function filtered(events: CompanyEvent[], wide: FeedQuery, narrow: FeedQuery): CompanyEvent[] | undefined {
  let result = events;
  if (narrow.types.length !== wide.types.length) {
    const spellings = new Set(events.flatMap(({ type }) => type ?? []));
    if (!narrow.types.every((type) => isOneSpelling(type, spellings))) {
      return undefined;
    }
    result = result.filter(({ type }) => type !== undefined && narrow.types.includes(type));
  }
  if (narrow.sector !== wide.sector) {
    result = result.filter(({ sector }) => sector === narrow.sector);
  }
  const { minAmount } = narrow;
  if (minAmount !== undefined && minAmount !== wide.minAmount) {
    if (result.some(({ amount }) => amount === undefined)) {
      return undefined;
    }
    result = result.filter(({ amount = 0 }) => amount >= minAmount);
  }
  return result;
}

/** Whether the service can only mean events with exactly this type: no event has another spelling of it. */
function isOneSpelling(type: string, spellings: ReadonlySet<string>): boolean {
  const isOther = (other: string): boolean => other !== type && lettersOf(other) === lettersOf(type);
  return spellings.has(type) && !type.includes(",") && ![...spellings].some(isOther);
}

function lettersOf(type: string): string {
  return comparableText(type).replace(/[\s_-]/g, "");
}
