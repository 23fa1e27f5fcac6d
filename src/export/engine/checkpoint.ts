import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { feedQuerySchema } from "../../shared/feedQuery";
import { maxStoredTextLength } from "../../shared/limits";
import { instantMs, parseJson, parseOrUndefined, type Validated } from "../../shared/schemas";
import { isRecord } from "../../shared/typeGuards";
import { exportFormats } from "./exportFormat";

const text = v.pipe(v.string(), v.maxLength(maxStoredTextLength));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The service that an export reads from, without the key. */
const sourceSchema = v.object({
  /** Name of the connection. */
  connection: text,
  baseUrl: text,
  origin: text,
  dataset: text,
  organizationId: v.exactOptional(text),
  /** Absent if the key is not known. That is so for the sample, and for an export that an older version started. */
  keyFingerprint: v.exactOptional(text),
});

const jobSchema = v.object({
  /** Absent for events that were loaded in a feed panel: they cannot be downloaded again. */
  source: v.exactOptional(sourceSchema),
  query: feedQuerySchema,
  /** The window of the query when the export started. */
  window: v.object({ sinceMs: instantMs, untilMs: v.exactOptional(instantMs) }),
  format: v.picklist(exportFormats),
  /** URI of the file. */
  target: text,
});

const totalsSchema = v.object({
  pages: count,
  /** Events in the file. */
  events: count,
  /** Events that were sent repeatedly and left out. */
  duplicates: count,
  /** Items that could not be read as events. */
  malformed: count,
  /** Instants of the newest and the oldest event. */
  newestMs: v.exactOptional(instantMs),
  oldestMs: v.exactOptional(instantMs),
});

const checkpointSchema = v.object({
  job: jobSchema,
  startedMs: instantMs,
  /** `complete`: the part file only has to be copied to its target. */
  state: v.picklist(["writing", "complete"]),
  /** Whether the pages so far are everything that was requested. */
  completeness: v.variant("kind", [
    v.object({ kind: v.picklist(["complete", "more", "gap"]) }),
    v.object({ kind: v.literal("limit"), maxEvents: count }),
    v.object({ kind: v.literal("stopped"), message: text }),
  ]),
  /** Of the next page; absent before the first one and where the service sent none. */
  cursor: v.exactOptional(v.pipe(text, v.minLength(1))),
  /** How far back the window was read (see `positionOf`). */
  positionMs: v.exactOptional(instantMs),
  totals: totalsSchema,
  /** Length of the part file. */
  bytes: count,
});

export type ExportSource = Validated<typeof sourceSchema>;
/** What to export, and to which target. */
export type ExportJob = Validated<typeof jobSchema>;
export type ExportTotals = Validated<typeof totalsSchema>;
/** The state of an export after a whole page: all that is needed to resume it (see `ExportWriter`). */
export type Checkpoint = Validated<typeof checkpointSchema>;

/**
 * Increased when older versions of the extension can no longer resume what this one writes. They cannot resume a new format,
 * nor a new filter of `FeedQuery`: they would drop the filter and download more events than requested. Version 3 had no
 * fingerprint of the key.
 */
const version = 4;

/** The checkpoint was written by a newer version of the extension, which alone can use it. */
export class NewerCheckpointError extends Error {
  constructor() {
    super(l10n.t("It was written by a newer version of Company Feed."));
  }
}

export function encodeCheckpoint(checkpoint: Checkpoint): string {
  return JSON.stringify({ version, ...checkpoint });
}

/** @returns undefined for anything but a valid checkpoint. @throws {NewerCheckpointError} */
export function decodeCheckpoint(json: string): Checkpoint | undefined {
  const value = parseJson(json);
  if (isRecord(value) && typeof value["version"] === "number" && value["version"] > version) {
    throw new NewerCheckpointError();
  }
  return parseOrUndefined(checkpointSchema, value);
}
