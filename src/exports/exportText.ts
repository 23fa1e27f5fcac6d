import type { Checkpoint, ExportTotals } from "../feed/export/checkpoint";
import type { ExportFormat } from "../feed/export/eventText";
import { windowOf } from "../feed/query";
import { dayMs } from "../shared/day";
import { activeFilters, type FeedQuery } from "../shared/feedQuery";

export interface FormatWords {
  readonly label: string;
  readonly description: string;
  /** Of the file's name, without the dot. */
  readonly extension: string;
}

export const formatWords: Readonly<Record<ExportFormat, FormatWords>> = {
  ndjson: {
    label: "NDJSON",
    description: "One event per line, as the service sent it",
    extension: "ndjson",
  },
  json: {
    label: "JSON",
    description: "One array of the events, as the service sent them",
    extension: "json",
  },
  csv: { label: "CSV", description: "A table, with company and event data in columns", extension: "csv" },
};

/**
 * A file name that tells what was asked for; nothing in it means something to a file system.
 * @param part which of the events they are, where they are not all of the query's window: `selection-of-4`
 */
export function suggestedName(query: FeedQuery, format: ExportFormat, nowMs: number, part?: string): string {
  const { sinceMs, untilMs = nowMs } = windowOf(query, nowMs);
  const filters = [
    ...query.types,
    ...(query.sector === undefined ? [] : [query.sector]),
    ...(query.minAmount === undefined ? [] : [`from-${query.minAmount}-USD`]),
  ];
  const parts = part === undefined ? [] : [part];
  const words = ["company-events", day(sinceMs), day(untilMs), ...parts, ...filters];
  const name = words.map((word) => word.toWellFormed().replace(/[^\p{L}\p{N}-]+/gu, "-")).join("_");
  return `${name.slice(0, 100).toWellFormed()}.${formatWords[format].extension}`;
}

/** What a query asks for: `last 7 days · funding · Fintech`. */
export function queryWords(query: FeedQuery): string {
  const { window } = query;
  const stretch =
    window.kind === "last"
      ? `last ${counted(window.days, "day")}`
      : `${minute(Date.parse(window.since))} to ${window.until === undefined ? "now" : minute(Date.parse(window.until))} UTC`;
  return [stretch, ...activeFilters(query)].join(" · ");
}

/** What an export under way has done: events, days of the window, events a second. */
export function progressWords(checkpoint: Checkpoint, eventsPerSecond: number): string {
  const { order, totals } = checkpoint;
  const rate = `${Math.round(eventsPerSecond).toLocaleString("en-US")} a second`;
  if (!order.place) {
    return `${counted(totals.events, "event")}, ${rate}`;
  }
  const { walkedMs, spanMs } = walk(checkpoint);
  const days = `${Math.floor(walkedMs / dayMs).toLocaleString("en-US")} of ${counted(Math.max(1, Math.round(spanMs / dayMs)), "day")}`;
  return `${counted(totals.events, "event")}, ${days}, ${rate}`;
}

/** How much of the window was walked, 0 to 100. */
export function percentWalked(checkpoint: Checkpoint): number {
  const { walkedMs, spanMs } = walk(checkpoint);
  return spanMs > 0 ? (100 * walkedMs) / spanMs : 0;
}

/** The last word on an export that has all that was asked for, or only what came until it was stopped. */
export function doneWords(totals: ExportTotals, fileName: string, isWhole: boolean): string {
  const { events, newestMs, oldestMs, malformed, duplicates } = totals;
  const span =
    newestMs === undefined || oldestMs === undefined
      ? ""
      : ` from ${minute(oldestMs)} to ${minute(newestMs)} UTC`;
  return [
    `Exported ${counted(events, "event")}${span} to ${fileName}.`,
    ...(isWhole ? [] : ["That is a part of the window: the rest of it was not read."]),
    ...(malformed === 0
      ? []
      : [`${counted(malformed, "item")} could not be read and ${malformed === 1 ? "was" : "were"} skipped.`]),
    ...(duplicates === 0
      ? []
      : [`${counted(duplicates, "repetition")} ${duplicates === 1 ? "was" : "were"} left out.`]),
  ].join(" ");
}

/** How far an export came that is not done. @param canGoOn whether there is somewhere to read the rest from */
export function keptWords({ state, totals }: Checkpoint, fileName: string, canGoOn: boolean): string {
  const events = counted(totals.events, "event");
  if (state === "complete") {
    return `The export of ${events} to ${fileName} is done but for its file.`;
  }
  return `The export to ${fileName} has ${events} so far${canGoOn ? ", and can go on from there" : ""}.`;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

function walk({ order, startedMs, reachedMs }: Checkpoint): { walkedMs: number; spanMs: number } {
  const { sinceMs, untilMs = startedMs } = order.window;
  const spanMs = Math.max(0, untilMs - sinceMs);
  return { spanMs, walkedMs: Math.min(Math.max(0, untilMs - (reachedMs ?? untilMs)), spanMs) };
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function minute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}
