import { activeFilters, type FeedQuery } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import type { Checkpoint } from "../engine/checkpoint";
import type { ExportFormat } from "../engine/eventText";
import type { Window } from "../../feed/query";
import { counted } from "../../shared/text";
import { cutToBytes } from "../../util/fileNames";

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
    description: "One array of events, as the service sent them",
    extension: "json",
  },
  csv: { label: "CSV", description: "Table with columns for company and event data", extension: "csv" },
};

/** Leaves room for a number before the extension where systems allow 255 bytes. */
const maxNameBytes = 200;

/**
 * A file name that tells what was asked for; nothing in it means something to a file system.
 * @param part which of the events they are, where they are not all of the query's window: `selection-of-4`
 */
export function suggestedName(
  query: FeedQuery,
  { sinceMs, untilMs }: Window,
  format: ExportFormat,
  nowMs: number,
  part?: string,
): string {
  const filters = [
    ...query.types,
    ...(query.sector === undefined ? [] : [query.sector]),
    ...(query.minAmount === undefined ? [] : [`from-${query.minAmount}-USD`]),
  ];
  const parts = part === undefined ? [] : [part];
  const words = ["company-events", day(sinceMs), day(untilMs ?? nowMs), ...parts, ...filters];
  const name = words.map((word) => word.toWellFormed().replace(/[^\p{L}\p{M}\p{N}-]+/gu, "-")).join("_");
  return `${cutToBytes(name.slice(0, 100), maxNameBytes)}.${formatWords[format].extension}`;
}

/** What a query asks for: `last 7 days · funding · Fintech`. */
export function queryWords(query: FeedQuery): string {
  const { window } = query;
  const stretch =
    window.kind === "last"
      ? `last ${counted(window.days, "day")}`
      : stretchWords({
          sinceMs: Date.parse(window.since),
          ...(window.until !== undefined && { untilMs: Date.parse(window.until) }),
        });
  return [stretch, ...activeFilters(query)].join(" · ");
}

/** The same for events that were loaded with it: the window has moved on since. */
export function loadedWords(query: FeedQuery, window: Window): string {
  return [stretchWords(window), ...activeFilters(query)].join(" · ");
}

function stretchWords({ sinceMs, untilMs }: Window): string {
  return `${minute(sinceMs)} to ${untilMs === undefined ? "now" : minute(untilMs)} UTC`;
}

/** How far an export under way is: `1,200 events · 8 % · 2,000/s`. */
export function progressWords(checkpoint: Checkpoint, eventsPerSecond: number): string {
  const { order, totals } = checkpoint;
  return [
    counted(totals.events, "event"),
    ...(order.place ? [`${Math.floor(percentWalked(checkpoint))} %`] : []),
    `${Math.round(eventsPerSecond).toLocaleString("en-US")}/s`,
  ].join(" · ");
}

/** How much of the window was walked, 0 to 100. */
export function percentWalked(checkpoint: Checkpoint): number {
  const { walkedMs, spanMs } = walk(checkpoint);
  return spanMs > 0 ? (100 * walkedMs) / spanMs : 0;
}

/** What an export wrote, and what it left out. */
export function doneWords(checkpoint: Checkpoint, fileName: string): string {
  const { events, newestMs, oldestMs, duplicates } = checkpoint.totals;
  const span =
    newestMs === undefined || oldestMs === undefined
      ? ""
      : ` from ${minute(oldestMs)} to ${minute(newestMs)} UTC`;
  return [
    `Exported ${counted(events, "event")}${span} to ${fileName}.`,
    ...partialWords(checkpoint),
    ...(duplicates === 0 ? [] : [`Skipped ${counted(duplicates, "duplicate")}.`]),
  ].join(" ");
}

/** Sentences on why these are not all the events that there are; none where they are. */
function partialWords({ order, completeness, totals }: Checkpoint): string[] {
  const isLoaded = order.place === undefined;
  const { malformed } = totals;
  const missing = missingWords(completeness, isLoaded);
  const reasons = [
    ...(missing === undefined ? [] : [missing]),
    ...(malformed === 0 ? [] : [`${counted(malformed, "item")} could not be read`]),
  ];
  if (completeness.kind === "complete" && reasons.length === 0) {
    return [];
  }
  const lead = isLoaded ? "Only loaded events were exported" : "Partial export";
  return [
    `${[lead, ...(reasons.length === 0 ? [] : [reasons.join(", and ")])].join(": ")}.`,
    ...(completeness.kind === "stopped" ? [completeness.message] : []),
  ];
}

/** What of the events was not loaded, or downloaded; a message of its own says it where paging stopped. */
function missingWords(completeness: Completeness, isLoaded: boolean): string | undefined {
  switch (completeness.kind) {
    case "complete":
    case "stopped":
      return undefined;
    case "more":
      return isLoaded ? "more are available" : "the rest was not downloaded";
    case "gap":
      return "some newer events are not loaded";
    case "limit":
      return `the limit of ${counted(completeness.maxEvents, "loaded event")} was reached`;
  }
}

/** Why an export that another window left behind got no further, where that was not a matter of the moment. */
export function stopReason({ completeness }: Checkpoint): string | undefined {
  return completeness.kind === "stopped" ? completeness.message : undefined;
}

/** How far an export is that stopped. @param canResume whether the rest can be read */
export function stoppedWords(
  { order, state, totals }: Checkpoint,
  fileName: string,
  canResume: boolean,
): string {
  const events = counted(totals.events, "event");
  if (state === "complete") {
    return `${events} ${totals.events === 1 ? "is" : "are"} ready to save to ${fileName}.`;
  }
  const next = canResume
    ? " You can resume it."
    : order.place
      ? " Its connection was changed or removed."
      : "";
  return `Export to ${fileName} stopped at ${events}.${next}`;
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
