import * as l10n from "@vscode/l10n";
import { type FeedQuery, windowText } from "../shared/feedQuery";
import { filterLabels, filterNames, filters } from "../shared/filters";
import { eventCountText } from "../shared/text";
import { shortInstant } from "../shared/times";
import { iso, windowOf } from "../feed/feedRequest";
import { type ExportFormat, extensionOf } from "./formats/exportFormat";
import type { PartFile } from "./partFile";

export function dialogTitle(): string {
  return l10n.t("Export Events");
}

export const formatLabels: Readonly<Record<ExportFormat, string>> = {
  ndjson: "NDJSON",
  json: "JSON",
  csv: "CSV",
  excel: "CSV (Excel)",
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
    case "excel":
      return l10n.t("The same table, with a byte order mark so that Excel reads every letter");
    case "parquet":
      return l10n.t("The same table with typed columns, for DuckDB, pandas and Polars");
  }
}

/** Characters. Even if most have three bytes, they fit into the 255 bytes that file systems allow. */
const maxNameLength = 100;

/** A file name that describes the query and is valid on any file system. */
export function suggestedFileName(query: FeedQuery, format: ExportFormat, nowMs: number): string {
  const { sinceMs, untilMs = nowMs } = windowOf(query, nowMs);
  const applied = filterNames.flatMap((each) => filters[each].format(query).map(filters[each].fileName));
  const days = [sinceMs, untilMs].map((ms) => iso(ms).slice(0, 10));
  const name = [query.source ?? "company-events", ...days, ...applied].join("_");
  return `${name.slice(0, maxNameLength).replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "-")}.${extensionOf(format)}`;
}

/** A query in words: `Last 7 days · Funding · Fintech`. */
export function querySummary(query: FeedQuery): string {
  return [windowText(query.window, "local"), ...filterLabels(query)].join(" · ");
}

/** The state of a download. */
type Downloaded = Pick<PartFile, "header" | "events" | "positionMs">;

/** `1,200 events · back to Nov 3, 2026, 14:02 UTC` */
export function downloadProgressText({ header, events, positionMs }: Downloaded): string {
  const count = eventCountText(events, header.query.source);
  return positionMs === undefined ? count : `${count} · ${l10n.t("back to {0}", shortUtc(positionMs))}`;
}

/** `Nov 3, 2026, 14:02 UTC` */
function shortUtc(ms: number): string {
  return shortInstant(ms, "utc", Number.NEGATIVE_INFINITY);
}

/** @param missing sentences that say what is missing */
export function doneText(
  events: number,
  { source }: Pick<FeedQuery, "source">,
  fileName: string,
  missing: readonly string[],
): string {
  return [l10n.t("Exported {0} to {1}.", eventCountText(events, source), fileName), ...missing].join(" ");
}

/** Sentences that say what is missing from a downloaded file. */
export function missingDownloaded(
  { header, malformed }: Pick<PartFile, "header" | "malformed">,
  isPartial: boolean,
): string[] {
  return [
    ...(isPartial ? [l10n.t("Partial export: the rest was not downloaded.")] : []),
    ...(malformed === 0
      ? []
      : [l10n.t("{0} couldn't be read.", eventCountText(malformed, header.query.source))]),
  ];
}

/** @param reason a sentence; absent if the user canceled */
export function stoppedText({ header, events }: Downloaded, fileName: string, reason?: string): string {
  const count = eventCountText(events, header.query.source);
  const stopped = l10n.t("Export to {0} stopped at {1}.", fileName, count);
  return [...(reason === undefined ? [] : [reason]), stopped, l10n.t("You can resume it.")].join(" ");
}

export function resumeQuestion({ header, events }: Downloaded, fileName: string): string {
  return l10n.t(
    "Resume the export to {0}? It was started at {1} and has {2}.",
    fileName,
    shortUtc(header.startedMs),
    eventCountText(events, header.query.source),
  );
}
