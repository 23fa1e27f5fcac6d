import { maxPageSize } from "../../service/types";
import { requestFor } from "../../feed/feedRequest";
import { readPages } from "../../service/readPages";
import type { CompanyEvent } from "../../shared/companyEvent";
import { sameQuery } from "../../shared/feedQuery";
import { groupBy } from "../../util/groupBy";
import { cleanText } from "./cleanText";
import { connectionText, type EventFilters, matchesCompanies } from "./filters";
import { isoLocalInstant, isoLocalSpan } from "./texts";
import type { ToolCallContext } from "./toolCallContext";

/** What one call reads at most. The service may send a page for each day. */
const maxEvents = 10_000;
const maxPages = 400;

export interface EventsRead {
  /** Matching events, newest first, then by ID; those without a readable date come last. */
  readonly events: readonly CompanyEvent[];
  /** All events that the service sent, including those of other companies. */
  readonly seen: readonly CompanyEvent[];
  /** Absent if all events were read. */
  readonly rest?: {
    /** Milliseconds since 1970 UTC. All events from then on were read, none before. Undefined if none was read. */
    readonly endMs: number | undefined;
    /** Why it was not read. */
    readonly reason: "enough" | "limit" | "stopped";
    /** All events that were read have the same instant, which may have more. */
    readonly isSameInstant: boolean;
  };
  /** Number of events that could not be read in full. */
  readonly unreadable: number;
  readonly pages: number;
}

/**
 * Reads the matching events, newest first.
 * @param enough stops once more than this number match
 * @throws {ApiError}
 */
export async function readEvents(
  filters: EventFilters,
  { connection, signal }: ToolCallContext,
  enough = Infinity,
): Promise<EventsRead> {
  const { query, window } = filters;
  const { sinceMs, untilMs = Infinity } = window;
  const seen = new Map<string, CompanyEvent>();
  let [pages, received, unreadable, matching] = [0, 0, 0, 0];
  let reason: NonNullable<EventsRead["rest"]>["reason"] | undefined;
  const request = requestFor(query, window, maxPageSize);
  for await (const { page, state } of readPages(connection.client, request, { signal })) {
    pages++;
    received += page.items.length;
    unreadable += page.malformed;
    for (const { value } of page.items) {
      const { id, publishedMs = sinceMs } = value;
      if (publishedMs >= sinceMs && publishedMs < untilMs) {
        matching += !seen.has(id) && matchesCompanies(filters, value) ? 1 : 0;
        seen.set(id, value);
      }
    }
    if (state.kind === "stopped") {
      reason = "stopped";
    } else if (state.kind === "more" && (received >= maxEvents || pages === maxPages || matching > enough)) {
      reason = matching > enough ? "enough" : "limit";
      break;
    }
  }
  const all = [...seen.values()].sort(inOrder);
  const oldestMs = all.findLast(({ publishedMs }) => publishedMs !== undefined)?.publishedMs;
  const matches = all.filter((event) => matchesCompanies(filters, event));
  const read = { events: matches, seen: all, unreadable, pages };
  if (reason === undefined) {
    return read;
  }
  if (oldestMs === undefined) {
    return { ...read, rest: { endMs: undefined, reason, isSameInstant: false } };
  }
  // The oldest instant is left to the next call, because the next page may have more events of it.
  const isSameInstant = all[0]?.publishedMs === oldestMs;
  const endMs = isSameInstant ? oldestMs : oldestMs + 1;
  const events = matches.filter(({ publishedMs }) => (publishedMs ?? -Infinity) >= endMs);
  return { ...read, events, rest: { endMs, reason, isSameInstant } };
}

function inOrder(a: CompanyEvent, b: CompanyEvent): number {
  const instantOf = ({ publishedMs = -Infinity }: CompanyEvent): number => publishedMs;
  return instantOf(b) > instantOf(a) ? 1 : instantOf(b) < instantOf(a) ? -1 : a.id < b.id ? -1 : 1;
}

/** Says how to get the rest. @param untilMs the answer has no earlier events; undefined if it has none at all */
export function cutText({ isRolling, window }: EventFilters, untilMs: number | undefined): string {
  if (untilMs === undefined) {
    return "cut, ask for a shorter period";
  }
  const since = isRolling ? ` and since=${isoLocalInstant(window.sinceMs)} instead of period` : "";
  return `cut, go on with until=${isoLocalInstant(untilMs)}${since}`;
}

/** The window may end in the future, the answer does not. */
export function endOfAnswer({ window }: EventFilters, { host }: ToolCallContext): number {
  const { sinceMs, untilMs = Infinity } = window;
  return Math.min(untilMs, Math.max(sinceMs, host.now()));
}

/** The first line of an answer after the count. @param cut from `cutText`; absent if nothing is missing */
export function scopeTexts(
  filters: EventFilters,
  { unreadable, rest }: EventsRead,
  context: ToolCallContext,
  cut?: string,
): string[] {
  const { window, applied } = filters;
  return [
    cut ?? (unreadable > 0 ? "not complete" : "complete"),
    ...(rest?.reason === "limit"
      ? [`a question reads at most ${maxEvents.toLocaleString("en")} events or ${maxPages} pages`]
      : []),
    ...(rest?.reason === "stopped" ? ["the service repeated a page or sent no cursor"] : []),
    ...(rest?.isSameInstant ? ["not all events of the oldest instant were read"] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read in full`] : []),
    isoLocalSpan(window.sinceMs, endOfAnswer(filters, context)),
    ...(applied.length === 0 ? ["no filters"] : applied),
    connectionText(context),
  ];
}

/** If nothing matches: the types and sectors in the window, so that the agent can correct its spelling. */
export async function presentLabels(
  filters: EventFilters,
  { events: matching, seen, rest, pages }: EventsRead,
  { connection, signal }: ToolCallContext,
): Promise<{ readonly notes: string[]; readonly lines: string[] } | undefined> {
  if (matching.length > 0 || rest) {
    return undefined;
  }
  const whole = { window: filters.query.window, types: [] };
  let events = seen;
  let isAll = true;
  if ((seen.length === 0 || !sameQuery(filters.query, whole)) && pages < maxPages) {
    const request = requestFor(whole, filters.window, maxPageSize);
    // The newest pages may be empty, for example soon after midnight in UTC.
    for await (const { page, state } of readPages(connection.client, request, { signal })) {
      events = page.items.map(({ value }) => value);
      isAll = state.kind === "complete" && page.malformed === 0;
      if (events.length > 0 || page.malformed > 0 || ++pages === maxPages) {
        break;
      }
    }
  }
  if (events.length === 0) {
    return { notes: isAll ? ["There are no events at all in this window."] : [], lines: [] };
  }
  return {
    notes: [
      `Nothing matches. The data below lists the types and sectors of the ${isAll ? "" : "newest "}${events.length} events in this window.`,
    ],
    lines: [labelLine("type", events), labelLine("sector", events)],
  };
}

const maxLabels = 40;

/** `types	funding	acquisition`, the most frequent first */
function labelLine(property: "type" | "sector", events: readonly CompanyEvent[]): string {
  const labels = [...groupBy(events, (event) => event[property])]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([label]) => (label === undefined ? [] : cleanText(label, 60)));
  return [`${property}s`, ...labels.slice(0, maxLabels)].join("\t");
}
