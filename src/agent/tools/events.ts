import { maxPageSize } from "../../service/types";
import { requestFor } from "../../feed/feedRequest";
import { readPages } from "../../service/readPages";
import type { CompanyEvent } from "../../shared/companyEvent";
import { groupBy } from "../../util/groupBy";
import { cleanText } from "./cleanText";
import { connectionText, type EventFilters, matchesCompanies } from "./filters";
import type { Question } from "./question";
import { instantText, spanText } from "./texts";

/** The most pages that are read for a question. */
export const maxPages = 20;

/** What was read for a question. */
export interface EventsRead {
  /** Those that match, newest first, then by ID; those without a readable date at the end. */
  readonly events: readonly CompanyEvent[];
  /** Those that the service sent, also of other companies. */
  readonly seen: readonly CompanyEvent[];
  /** Milliseconds since 1970 UTC: all events from then on were read, and none before. Absent if the whole window was read. */
  readonly readFromMs?: number;
  /** Why the rest was not read. */
  readonly reason?: "enough" | "limit" | "stopped";
  /** All that was read is of one instant, which may have more. */
  readonly isOneInstant?: boolean;
  /** Events that could not be read in full. */
  readonly unreadable: number;
  readonly pages: number;
}

/**
 * Reads the events that match, from the newest on.
 * @param enough ends early once so many match
 * @throws {ApiError}
 */
export async function readEvents(
  filters: EventFilters,
  { connection, signal }: Question,
  enough = Infinity,
): Promise<EventsRead> {
  const { query, window } = filters;
  const { sinceMs, untilMs = Infinity } = window;
  const seen = new Map<string, CompanyEvent>();
  let [pages, unreadable, matching] = [0, 0, 0];
  let reason: EventsRead["reason"];
  const request = requestFor(query, window, maxPageSize);
  for await (const { page, state } of readPages(connection.client, request, { signal })) {
    pages++;
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
    } else if (state.kind === "more" && (pages === maxPages || matching > enough)) {
      reason = matching > enough ? "enough" : "limit";
      break;
    }
  }
  const all = [...seen.values()].sort(inOrder);
  const oldestMs = all.findLast(({ publishedMs }) => publishedMs !== undefined)?.publishedMs;
  const matches = all.filter((event) => matchesCompanies(filters, event));
  if (reason === undefined || oldestMs === undefined) {
    return { events: matches, seen: all, unreadable, pages, ...(reason && { reason, readFromMs: sinceMs }) };
  }
  // The next page may have more events of the oldest instant: they are read together with these.
  const isOneInstant = all[0]?.publishedMs === oldestMs;
  const readFromMs = isOneInstant ? oldestMs : oldestMs + 1;
  const events = matches.filter(({ publishedMs }) => (publishedMs ?? -Infinity) >= readFromMs);
  return { events, seen: all, readFromMs, reason, isOneInstant, unreadable, pages };
}

function inOrder(a: CompanyEvent, b: CompanyEvent): number {
  const instantOf = ({ publishedMs = -Infinity }: CompanyEvent): number => publishedMs;
  return instantOf(b) > instantOf(a) ? 1 : instantOf(b) < instantOf(a) ? -1 : a.id < b.id ? -1 : 1;
}

/** How a call gets what an answer lacks. @param untilMs the answer has no event before it */
export function cutText({ isRolling, window }: EventFilters, untilMs: number): string {
  const since = isRolling ? ` and since=${instantText(window.sinceMs)} instead of period` : "";
  return `cut, go on with until=${instantText(untilMs)}${since}`;
}

/** What the first line of an answer says besides the count. @param cut what `cutText` says; absent if nothing is missing */
export function scopeTexts(
  { window, applied }: EventFilters,
  { unreadable, reason, isOneInstant }: EventsRead,
  question: Question,
  cut?: string,
): string[] {
  const { sinceMs, untilMs = Infinity } = window;
  const nowMs = question.editor.now();
  // An answer covers nothing that has not happened yet.
  const endMs = Math.min(untilMs, Math.max(sinceMs, nowMs));
  return [
    cut ?? (unreadable > 0 ? "not complete" : "complete"),
    ...(reason === "limit" ? [`a question reads at most ${maxPages} pages`] : []),
    ...(reason === "stopped" ? ["the service repeated a page or sent no cursor"] : []),
    ...(isOneInstant ? ["not all events of the oldest instant were read"] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read in full`] : []),
    spanText(sinceMs, endMs),
    ...(applied.length === 0 ? ["no filters"] : applied),
    connectionText(question),
  ];
}

/** Where nothing matches: the types and sectors that the window has, so that the agent can spell them as the service does. */
export async function presentLabels(
  filters: EventFilters,
  { seen, pages }: EventsRead,
  question: Question,
): Promise<{ readonly notes: string[]; readonly lines: string[] }> {
  const { query, window } = filters;
  let events = seen;
  let isAll = true;
  if (seen.length === 0 && pages < maxPages) {
    const request = requestFor({ window: query.window, types: [] }, window, maxPageSize);
    const { items, hasMore, malformed } = await question.connection.client.readFeed(request, {
      signal: question.signal,
    });
    events = items.map(({ value }) => value);
    isAll = !hasMore && malformed === 0;
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
