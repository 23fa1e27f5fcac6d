import { decodeQuery, type FeedQuery } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import { isRecord } from "../../shared/typeGuards";
import * as v from "valibot";
import type { Window } from "../../feed/query";
import { type ExportFormat, exportFormats } from "./eventText";

/** The service that an export reads from. Never holds a key. */
export interface ExportPlace {
  /** Name of the connection. */
  readonly connection: string;
  readonly baseUrl: string;
  readonly origin: string;
  readonly dataset: string;
  readonly organizationId?: string;
}

/** What is to be exported, and where to. */
export interface ExportOrder {
  /** Absent: events that the panel had loaded, which cannot be asked for again. */
  readonly place?: ExportPlace;
  readonly query: FeedQuery;
  /** The window that the query meant when the export began. */
  readonly window: Window;
  readonly format: ExportFormat;
  /** URI. */
  readonly target: string;
}

/** What an export has done so far. */
export interface ExportTotals {
  readonly pages: number;
  /** Events in the file. */
  readonly events: number;
  /** Events that came once more and were left out. */
  readonly duplicates: number;
  /** Items that could not be read as events. */
  readonly malformed: number;
  /** Instants of the newest and the oldest event, milliseconds since 1970 UTC. */
  readonly newestMs?: number;
  readonly oldestMs?: number;
}

/** Where an export stands after a whole page: all that is needed to go on from there. */
export interface Checkpoint {
  readonly order: ExportOrder;
  /** When it began, milliseconds since 1970 UTC. */
  readonly startedMs: number;
  /** `complete`: the file is whole and only has to be brought to its target. */
  readonly state: "reading" | "complete";
  /** Whether the pages written so far are all that was asked for. Items that were skipped are counted in `totals`. */
  readonly completeness: Completeness;
  /** Of the next page; absent before the first and where the service gave none. */
  readonly cursor?: string;
  /** How far back it is read (see `positionOf`). */
  readonly reachedMs?: number;
  readonly totals: ExportTotals;
  /** Length of the file so far. */
  readonly bytes: number;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const instant = v.pipe(v.number(), v.finite());

const completeness = v.variant("kind", [
  v.object({ kind: v.picklist(["complete", "more", "gap"]) }),
  v.object({ kind: v.literal("limit"), maxEvents: count }),
  v.object({ kind: v.literal("stopped"), message: v.string() }),
]);

const schema = v.object({
  order: v.object({
    place: v.exactOptional(
      v.object({
        connection: v.string(),
        baseUrl: v.string(),
        origin: v.string(),
        dataset: v.string(),
        organizationId: v.exactOptional(v.string()),
      }),
    ),
    query: v.unknown(),
    window: v.object({ sinceMs: instant, untilMs: v.exactOptional(instant) }),
    format: v.picklist(exportFormats),
    target: v.string(),
  }),
  startedMs: instant,
  state: v.picklist(["reading", "complete"]),
  completeness: v.optional(completeness, { kind: "more" }),
  cursor: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
  reachedMs: v.exactOptional(instant),
  totals: v.object({
    pages: count,
    events: count,
    duplicates: count,
    malformed: count,
    newestMs: v.exactOptional(instant),
    oldestMs: v.exactOptional(instant),
  }),
  bytes: count,
});

/** Raised when an older version of the extension could no longer resume what this one writes. */
const version = 1;

/** A newer version of the extension wrote it: that version can use it. */
export class NewerCheckpointError extends Error {
  constructor() {
    super("It was written by a newer version of Company Feed.");
  }
}

export function encodeCheckpoint(checkpoint: Checkpoint): string {
  return JSON.stringify({ version, ...checkpoint });
}

/** Reads a checkpoint; nothing when it is not what this code writes. @throws {NewerCheckpointError} */
export function decodeCheckpoint(text: string): Checkpoint | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isRecord(value) && typeof value["version"] === "number" && value["version"] > version) {
    throw new NewerCheckpointError();
  }
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) {
    return undefined;
  }
  const { order, ...progress } = parsed.output;
  const query = decodeQuery(order.query);
  return query && { ...progress, order: { ...order, query } };
}
