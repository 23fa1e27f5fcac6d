import * as l10n from "@vscode/l10n";
import { windowText, activeFilters, type FeedQuery, type FilterName } from "../shared/feedQuery";
import type { Completeness } from "../shared/feedState";
import { eventCount, formatNumber } from "../shared/text";
import { iso, type Window } from "../feed/feedRequest";
import { cutToBytes } from "../util/fileNames";
import type { DownloadedPart } from "./download";
import type { ExportFormat } from "./formats/exportFormat";
import type { PartFile } from "./partFile";

/** Title of the dialogs of Export Events…. */
export function dialogTitle(): string {
  return l10n.t("Export Events");
}

export const formatLabels: Readonly<Record<ExportFormat, string>> = {
  ndjson: "NDJSON",
  json: "JSON",
  csv: "CSV",
  parquet: "Parquet",
};

export function formatDescription(format: ExportFormat): string {
  switch (format) {
    case "ndjson":
      return l10n.t("One event per line, as the service sent it");
    case "json":
      return l10n.t("One array of events, as the service sent them");
    case "csv":
      return l10n.t("Table with columns for company and event data");
    case "parquet":
      return l10n.t("The same table with typed columns, for DuckDB, pandas and Polars");
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
  return `${cutToBytes(name.slice(0, 100), maxNameBytes)}.${format}`;
}

/** A query in words: `Last 7 days · Funding · Fintech`. */
export function querySummary(query: FeedQuery): string {
  return [windowText(query.window), ...activeFilters(query)].join(" · ");
}

/** The same for the events that a feed has loaded: they may be fewer than those that the query asks for. */
export function loadedText(query: FeedQuery, { kind }: Completeness): string {
  return [querySummary(query), ...(kind === "complete" ? [] : [l10n.t("not all loaded")])].join(" · ");
}

/** Progress of a download: `1,200 events · back to 2026-11-03 14:02 UTC`. */
export function progressText({ events, positionMs }: DownloadedPart): string {
  return [
    eventCount(events),
    ...(positionMs === undefined ? [] : [l10n.t("back to {0}", instantText(positionMs))]),
  ].join(" · ");
}

/** An instant to the minute, such as `2026-11-03 14:02 UTC`. */
function instantText(ms: number): string {
  return windowText({ kind: "fixed", since: iso(ms), until: iso(ms) });
}

/** What was exported, and what is missing. @param missing sentences: see below */
export function doneText(events: number, fileName: string, missing: readonly string[]): string {
  return [l10n.t("Exported {0} to {1}.", eventCount(events), fileName), ...missing].join(" ");
}

/** Sentences that say why not all events are loaded; none if all are. */
export function missingLoaded(completeness: Completeness): string[] {
  switch (completeness.kind) {
    case "complete":
      return [];
    case "more":
      return [l10n.t("Only loaded events were exported: more are available.")];
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
      return [l10n.t("Only loaded events were exported."), completeness.message];
  }
}

/** Sentences that say what a downloaded file does not have. */
export function missingDownloaded(malformed: number, isPartial: boolean): string[] {
  return [
    ...(isPartial ? [l10n.t("Partial export: the rest was not downloaded.")] : []),
    ...(malformed === 0
      ? []
      : malformed === 1
        ? [l10n.t("1 event couldn't be read.")]
        : [l10n.t("{0} events couldn't be read.", formatNumber(malformed))]),
  ];
}

/** Says where a download ended. @param reason a sentence; absent if the user stopped it */
export function stoppedText(events: number, fileName: string, reason?: string): string {
  const stopped = l10n.t("Export to {0} stopped at {1}.", fileName, eventCount(events));
  return [...(reason === undefined ? [] : [reason]), stopped, l10n.t("You can resume it.")].join(" ");
}

/** Asks what to do with the part of an earlier download. */
export function resumeQuestion(
  { header, events }: Pick<PartFile, "header" | "events">,
  fileName: string,
): string {
  return l10n.t({
    message: "Resume the export to {0}? It was started at {1} and has {2}.",
    args: [fileName, instantText(header.startedMs), eventCount(events)],
    comment: ["File name, date and time, number of events"],
  });
}
