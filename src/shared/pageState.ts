/**
 * What the page keeps through VS Code (`setState`) so that the panel comes back after a window reload. Both sides read it,
 * and what VS Code hands back may be of an older version, or nonsense.
 */
import { maxFilterLength, maxTypes, maxWindowDays, type FeedQuery, type FeedWindow } from "./feedQuery";

export interface PageState {
  readonly version: 1;
  /** Name of the connection. */
  readonly connection?: string;
  readonly query?: FeedQuery;
  readonly zone?: ZoneChoice;
  readonly selected?: EventPlace;
  readonly detailsOpen?: boolean;
  /** Topmost event on screen; absent: the list is at its top. */
  readonly topmost?: EventPlace;
  /** CSS pixels. */
  readonly detailsWidth?: number;
}

export type ZoneChoice = "local" | "utc";

/** An event, and where to look for it when it is gone. */
export interface EventPlace {
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly publishedMs?: number;
}

/** Reads each part on its own: one that is nonsense does not cost the others. */
export function decodePageState(value: unknown): PageState {
  if (!isRecord(value) || value["version"] !== 1) {
    return { version: 1 };
  }
  const { connection, zone, detailsOpen, detailsWidth } = value;
  const query = decodeQuery(value["query"]);
  const selected = decodePlace(value["selected"]);
  const topmost = decodePlace(value["topmost"]);
  return {
    version: 1,
    ...(typeof connection === "string" && connection !== "" && { connection }),
    ...(query && { query }),
    ...((zone === "local" || zone === "utc") && { zone }),
    ...(selected && { selected }),
    ...(detailsOpen === true && { detailsOpen }),
    ...(topmost && { topmost }),
    ...(isNumber(detailsWidth) && detailsWidth > 0 && { detailsWidth }),
  };
}

/** A query as it stands in a page state or in a message; undefined when it is none that could be sent. */
export function decodeQuery(value: unknown): FeedQuery | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { types, sector, minAmount } = value;
  const window = decodeWindow(value["window"]);
  if (!window || !Array.isArray(types) || types.length > maxTypes || !types.every(isFilterText)) {
    return undefined;
  }
  if (sector !== undefined && !isFilterText(sector)) {
    return undefined;
  }
  if (minAmount !== undefined && !(isNumber(minAmount) && minAmount >= 0)) {
    return undefined;
  }
  return {
    window,
    types,
    ...(sector !== undefined && { sector }),
    ...(minAmount !== undefined && { minAmount }),
  };
}

function decodeWindow(value: unknown): FeedWindow | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { kind, days, since, until } = value;
  if (kind === "last" && isNumber(days) && days > 0 && days <= maxWindowDays) {
    return { kind, days };
  }
  if (kind === "fixed" && isInstant(since) && (until === undefined || (isInstant(until) && since < until))) {
    return { kind, since, ...(until !== undefined && { until }) };
  }
  return undefined;
}

function decodePlace(value: unknown): EventPlace | undefined {
  if (!isRecord(value) || typeof value["id"] !== "string" || value["id"] === "") {
    return undefined;
  }
  const { id, publishedMs } = value;
  return { id, ...(isNumber(publishedMs) && { publishedMs }) };
}

function isFilterText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= maxFilterLength;
}

/** ISO 8601 UTC with milliseconds, as `toISOString` writes it: such texts of one length also sort by time. */
function isInstant(value: unknown): value is string {
  if (typeof value !== "string") {
    return false;
  }
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
