import * as l10n from "@vscode/l10n";
import { windowText, activeFilters, type FeedQuery, type FilterName } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import { eventCount, formatNumber } from "../../shared/text";
import { iso, type Window } from "../../feed/feedRequest";
import { cutToBytes } from "../../util/fileNames";
import type { Checkpoint } from "../engine/checkpoint";
import type { ExportFormat } from "../engine/exportFormat";

/** Title of the dialogs of Export Events…. */
export function dialogTitle(): string {
  return l10n.t("Export Events");
}

interface FormatText {
  readonly label: string;
  readonly description: string;
  /** Of the file name, without the dot. */
  readonly extension: string;
}

export function formatText(format: ExportFormat): FormatText {
  switch (format) {
    case "ndjson":
      return {
        label: "NDJSON",
        description: l10n.t("One event per line, as the service sent it"),
        extension: "ndjson",
      };
    case "json":
      return {
        label: "JSON",
        description: l10n.t("One array of events, as the service sent them"),
        extension: "json",
      };
    case "csv":
      return {
        label: "CSV",
        description: l10n.t("Table with columns for company and event data"),
        extension: "csv",
      };
    case "parquet":
      return {
        label: "Parquet",
        description: l10n.t("The same table with typed columns, for DuckDB, pandas and Polars"),
        extension: "parquet",
      };
  }
}

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
  return `${cutToBytes(name.slice(0, 100), maxNameBytes)}.${formatText(format).extension}`;
}

/** A query in words: `Last 7 days · Funding · Fintech`. */
export function querySummary(query: FeedQuery): string {
  return [windowText(query.window), ...activeFilters(query)].join(" · ");
}

/** The same for the events that a feed has loaded: they may be fewer than those that the query asks for. */
export function loadedText(query: FeedQuery, { kind }: Completeness): string {
  return [querySummary(query), ...(kind === "complete" ? [] : [l10n.t("not all loaded")])].join(" · ");
}

/** Progress of an export: `1,200 events · 8 % · 2,000/s`. */
export function progressText(checkpoint: Checkpoint, eventsPerSecond: number): string {
  const { job, totals } = checkpoint;
  return [
    eventCount(totals.events),
    ...(job.source ? [percentText(percentRead(checkpoint))] : []),
    l10n.t({
      message: "{0}/s",
      args: [formatNumber(Math.round(eventsPerSecond))],
      comment: ["Events per second"],
    }),
  ].join(" · ");
}

/** @param fraction of the file that is converted */
export function conversionText(fraction: number): string {
  return l10n.t("Converting to Parquet · {0}", percentText(100 * fraction));
}

function percentText(percent: number): string {
  return l10n.t("{0} %", formatNumber(Math.floor(percent)));
}

/** How much of the window was read, 0 to 100. */
export function percentRead({ job, startedMs, positionMs }: Checkpoint): number {
  const { sinceMs, untilMs = startedMs } = job.window;
  const spanMs = untilMs - sinceMs;
  const readMs = untilMs - (positionMs ?? untilMs);
  return spanMs > 0 ? (100 * Math.min(Math.max(0, readMs), spanMs)) / spanMs : 0;
}

/** What was exported, and what is missing. */
export function doneText(checkpoint: Checkpoint, fileName: string): string {
  const { events, newestMs, oldestMs, duplicates, malformed } = checkpoint.totals;
  const count = eventCount(events);
  return [
    newestMs === undefined || oldestMs === undefined
      ? l10n.t("Exported {0} to {1}.", count, fileName)
      : l10n.t({
          message: "Exported {0} to {1} ({2}).",
          args: [count, fileName, windowText({ kind: "fixed", since: iso(oldestMs), until: iso(newestMs) })],
          comment: ["Number of events, file name, time range"],
        }),
    ...missingText(checkpoint),
    ...(malformed === 0 ? [] : [malformedText(malformed)]),
    ...(duplicates === 0 ? [] : [duplicatesText(duplicates)]),
  ].join(" ");
}

/** Sentences that say why the file does not have all events; none if it has all that could be read. */
function missingText({ job, completeness }: Checkpoint): string[] {
  const isLoaded = job.source === undefined;
  switch (completeness.kind) {
    case "complete":
      return [];
    case "more":
      return [
        isLoaded
          ? l10n.t("Only loaded events were exported: more are available.")
          : l10n.t("Partial export: the rest was not downloaded."),
      ];
    case "gap":
      return [l10n.t("Only loaded events were exported: some newer events aren't loaded.")];
    case "limit":
      return [
        l10n.t(
          "Only loaded events were exported: the limit of {0} loaded events was reached.",
          formatNumber(completeness.maxEvents),
        ),
      ];
    case "stopped":
      return [
        isLoaded ? l10n.t("Only loaded events were exported.") : l10n.t("Partial export."),
        completeness.message,
      ];
  }
}

function malformedText(count: number): string {
  return count === 1
    ? l10n.t("1 event couldn't be read.")
    : l10n.t("{0} events couldn't be read.", formatNumber(count));
}

function duplicatesText(count: number): string {
  return count === 1
    ? l10n.t("Skipped 1 duplicate.")
    : l10n.t("Skipped {0} duplicates.", formatNumber(count));
}

/** Why an export started in an earlier VS Code window stopped, if the reason still applies. */
export function pagingReason({ completeness }: Checkpoint): string | undefined {
  return completeness.kind === "stopped" ? completeness.message : undefined;
}

/** @param canResume whether there is a connection to download the rest with */
export function interruptedText(
  { job, state, totals }: Checkpoint,
  fileName: string,
  { clients, hasOtherKey }: { readonly clients: readonly unknown[]; readonly hasOtherKey: boolean },
): string {
  if (state === "complete") {
    return totals.events === 1
      ? l10n.t("1 event is ready to save to {0}.", fileName)
      : l10n.t("{0} events are ready to save to {1}.", formatNumber(totals.events), fileName);
  }
  const stopped = l10n.t("Export to {0} stopped at {1}.", fileName, eventCount(totals.events));
  if (clients.length > 0) {
    return `${stopped} ${l10n.t("You can resume it.")}`;
  }
  if (hasOtherKey) {
    return `${stopped} ${l10n.t("To resume it, set the API key it was started with.")}`;
  }
  return job.source ? `${stopped} ${l10n.t("Its connection was changed or removed.")}` : stopped;
}
