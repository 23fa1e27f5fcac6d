/**
 * What the page keeps through VS Code (`setState`) so that the panel comes back after a window reload. Both sides read it,
 * and what VS Code hands back may be of an older version, or nonsense.
 */
import type { EventRef } from "./companyEvent";
import type { Span } from "./feedState";
import { decodeQuery, type FeedQuery } from "./feedQuery";
import type { View } from "./protocol";
import { isNumber, isRecord } from "./unknown";

/** Characters that are searched for at most. */
export const maxSearchLength = 1000;
/** Characters of a connection's name at most. */
export const maxConnectionNameLength = 100;
/** An event with a longer ID is not found again after a reload. */
const maxIdLength = 1000;
const maxColumns = 30;
const maxColumnNameLength = 100;
/** CSS pixels; wider than any screen. */
const maxWidth = 20_000;

/** Before and after 1970 UTC no calendar goes further. */
export const maxInstantMs = 8.64e15;

/** CSS pixels: more than any screen has. */
const maxTop = 10_000;

export interface PageState {
  readonly version: 1;
  /** Name of the connection. */
  readonly connection?: string;
  readonly query?: FeedQuery;
  readonly view?: View;
  readonly chartHidden?: boolean;
  readonly zone?: ZoneChoice;
  readonly selected?: EventRef;
  readonly detailsOpen?: boolean;
  /** The event that is read; absent: the list is at its top. */
  readonly topmost?: SavedPlace;
  /** CSS pixels. */
  readonly detailsWidth?: number;
  /** CSS pixels of the columns that were given a width, by name. */
  readonly columnWidths?: Readonly<Record<string, number>>;
}

export type ZoneChoice = "local" | "utc";

/** An event, and where on screen it stood. */
export interface SavedPlace extends EventRef {
  /** CSS pixels below the heading; less than zero for a row that is cut off. */
  readonly top?: number;
}

/** Reads each part on its own: one that is nonsense does not cost the others. */
export function decodePageState(value: unknown): PageState {
  if (!isRecord(value) || value["version"] !== 1) {
    return { version: 1 };
  }
  const { connection, chartHidden, zone, detailsOpen, detailsWidth } = value;
  const query = decodeQuery(value["query"]);
  const view = decodeView(value["view"]);
  const selected = decodePlace(value["selected"]);
  const columnWidths = decodeWidths(value["columnWidths"]);
  const topmost = decodeSavedPlace(value["topmost"]);
  return {
    version: 1,
    ...(isText(connection, maxConnectionNameLength) && { connection }),
    ...(query && { query }),
    ...(view && { view }),
    ...(chartHidden === true && { chartHidden }),
    ...((zone === "local" || zone === "utc") && { zone }),
    ...(selected && { selected }),
    ...(detailsOpen === true && { detailsOpen }),
    ...(topmost && { topmost }),
    ...(isWidth(detailsWidth) && { detailsWidth }),
    ...(columnWidths && { columnWidths }),
  };
}

function decodeView(value: unknown): View | undefined {
  if (!isRecord(value) || typeof value["text"] !== "string" || value["text"].length > maxSearchLength) {
    return undefined;
  }
  const { text, only } = value;
  const span = decodeSpan(value["span"]);
  return { text, only: only !== false, ...(span && { span }) };
}

function decodeSpan(value: unknown): Span | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { sinceMs, untilMs } = value;
  return isNumber(sinceMs) &&
    isNumber(untilMs) &&
    isInstantMs(sinceMs) &&
    isInstantMs(untilMs) &&
    sinceMs < untilMs
    ? { sinceMs, untilMs }
    : undefined;
}

function decodeWidths(value: unknown): Readonly<Record<string, number>> | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const widths = Object.entries(value)
    .filter((entry): entry is [string, number] => isText(entry[0], maxColumnNameLength) && isWidth(entry[1]))
    .slice(0, maxColumns);
  return widths.length > 0 ? Object.fromEntries(widths) : undefined;
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxLength;
}

function isWidth(value: unknown): value is number {
  return isNumber(value) && value > 0 && value <= maxWidth;
}

/** What ISO 8601 writes with a year of four digits, with a moment to spare. */
function isInstantMs(ms: number): boolean {
  return ms >= Date.UTC(1, 0) && ms < Date.UTC(9999, 11, 31);
}

function decodePlace(value: unknown): EventRef | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { id, publishedMs } = value;
  if (!isText(id, maxIdLength)) {
    return undefined;
  }
  return { id, ...(isNumber(publishedMs) && isInstantMs(publishedMs) && { publishedMs }) };
}

function decodeSavedPlace(value: unknown): SavedPlace | undefined {
  const place = decodePlace(value);
  const top = isRecord(value) ? value["top"] : undefined;
  return place && { ...place, ...(isNumber(top) && Math.abs(top) < maxTop && { top }) };
}
