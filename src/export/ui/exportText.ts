import { windowText, activeFilters, type FeedQuery, type FilterName } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import { counted } from "../../shared/text";
import { iso, type Window } from "../../feed/feedRequest";
import { cutToBytes } from "../../util/fileNames";
import type { Checkpoint } from "../engine/checkpoint";
import type { ExportFormat } from "../engine/exportFormat";

interface FormatText {
  readonly label: string;
  readonly description: string;
  /** Of the file name, without the dot. */
  readonly extension: string;
}

export const formatTexts: Readonly<Record<ExportFormat, FormatText>> = {
  ndjson: { label: "NDJSON", description: "One event per line, as the service sent it", extension: "ndjson" },
  json: { label: "JSON", description: "One array of events, as the service sent them", extension: "json" },
  csv: { label: "CSV", description: "Table with columns for company and event data", extension: "csv" },
  parquet: {
    label: "Parquet",
    description: "The same table with typed columns, for DuckDB, pandas and Polars",
    extension: "parquet",
  },
};

/** Leaves room for a number before the extension: file systems allow 255 bytes. */
const maxNameBytes = 200;

/**
 * A file name that describes the query and is valid on any file system.
 * @param subset which of the query's events are exported, if not all of them: `selection-of-4`
 */
export function suggestedName(
  { types, sector, minAmount }: FeedQuery,
  { sinceMs, untilMs }: Window,
  format: ExportFormat,
  nowMs: number,
  subset?: string,
): string {
  const filters: Readonly<Record<FilterName, readonly string[]>> = {
    types,
    sector: sector === undefined ? [] : [sector],
    minAmount: minAmount === undefined ? [] : [`from-${minAmount}-USD`],
  };
  const words = [
    "company-events",
    iso(sinceMs).slice(0, 10),
    iso(untilMs ?? nowMs).slice(0, 10),
    ...(subset === undefined ? [] : [subset]),
    ...Object.values(filters).flat(),
  ];
  const name = words.map((word) => word.toWellFormed().replace(/[^\p{L}\p{M}\p{N}-]+/gu, "-")).join("_");
  return `${cutToBytes(name.slice(0, 100), maxNameBytes)}.${formatTexts[format].extension}`;
}

/** A query in words: `last 7 days · funding · Fintech`. */
export function querySummary(query: FeedQuery): string {
  return [windowText(query.window), ...activeFilters(query)].join(" · ");
}

/** The same for events that were loaded with it: a relative window was a different time range then. */
export function loadedText(query: FeedQuery, { sinceMs, untilMs }: Window): string {
  const until = untilMs === undefined ? {} : { until: iso(untilMs) };
  return querySummary({ ...query, window: { kind: "fixed", since: iso(sinceMs), ...until } });
}

/** Progress of an export: `1,200 events · 8 % · 2,000/s`. */
export function progressText(checkpoint: Checkpoint, eventsPerSecond: number): string {
  const { job, totals } = checkpoint;
  return [
    counted(totals.events, "event"),
    ...(job.source ? [`${Math.floor(percentRead(checkpoint))} %`] : []),
    `${Math.round(eventsPerSecond).toLocaleString("en-US")}/s`,
  ].join(" · ");
}

/** How much of the window was read, 0 to 100. */
export function percentRead({ job, startedMs, positionMs }: Checkpoint): number {
  const { sinceMs, untilMs = startedMs } = job.window;
  const spanMs = untilMs - sinceMs;
  const readMs = untilMs - (positionMs ?? untilMs);
  return spanMs > 0 ? (100 * Math.min(Math.max(0, readMs), spanMs)) / spanMs : 0;
}

/** What was exported, and what was left out. */
export function doneText(checkpoint: Checkpoint, fileName: string): string {
  const { events, newestMs, oldestMs, duplicates } = checkpoint.totals;
  const range =
    newestMs === undefined || oldestMs === undefined
      ? ""
      : ` (${windowText({ kind: "fixed", since: iso(oldestMs), until: iso(newestMs) })})`;
  return [
    `Exported ${counted(events, "event")} to ${fileName}${range}.`,
    ...partialText(checkpoint),
    ...(duplicates === 0 ? [] : [`Skipped ${counted(duplicates, "duplicate")}.`]),
  ].join(" ");
}

/** Sentences that explain why the file does not have all events; none if it does. */
function partialText({ job, completeness, totals }: Checkpoint): string[] {
  const isLoaded = job.source === undefined;
  const { malformed } = totals;
  const missing = missingText(completeness, isLoaded);
  const reasons = [
    ...(missing === undefined ? [] : [missing]),
    ...(malformed === 0 ? [] : [`${counted(malformed, "item")} could not be read`]),
  ];
  if (completeness.kind === "complete" && reasons.length === 0) {
    return [];
  }
  const lead = isLoaded ? "Only loaded events were exported" : "Partial export";
  return [
    reasons.length === 0 ? `${lead}.` : `${lead}: ${reasons.join(", and ")}.`,
    ...(completeness.kind === "stopped" ? [completeness.message] : []),
  ];
}

/** Undefined if nothing is missing, or if paging stopped: that has its own message. */
function missingText(completeness: Completeness, isLoaded: boolean): string | undefined {
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

/** Why an export started in an earlier VS Code window stopped, if the reason still applies. */
export function pagingReason({ completeness }: Checkpoint): string | undefined {
  return completeness.kind === "stopped" ? completeness.message : undefined;
}

/** @param canResume whether there is a connection to download the rest with */
export function interruptedText(
  { job, state, totals }: Checkpoint,
  fileName: string,
  canResume: boolean,
): string {
  const events = counted(totals.events, "event");
  if (state === "complete") {
    return `${events} ${totals.events === 1 ? "is" : "are"} ready to save to ${fileName}.`;
  }
  const hint = canResume
    ? " You can resume it."
    : job.source
      ? " Its connection was changed or removed."
      : "";
  return `Export to ${fileName} stopped at ${events}.${hint}`;
}
