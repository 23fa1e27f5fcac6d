import type { CursorCodec, Position } from "./cursor";
import { HttpError } from "./http";

/** The parameters of a feed request. Instants are milliseconds since 1970 UTC. */
export interface SampleFeedQuery {
  /** Start of the window, inclusive, or -Infinity. */
  readonly since: number;
  /** Where the page starts. */
  readonly position: Position;
  /** 1 to 500. */
  readonly pageSize: number;
  readonly fields: "full" | "ids";
  /** Undefined for all. */
  readonly types?: ReadonlySet<string>;
  readonly sector?: string;
  /** Minimum of `event_data.amount` in USD. */
  readonly minAmount?: number;
}

/** `docs/service.md`, Event feed: request. Throws `HttpError` 422, or 400 for an invalid cursor. */
export function sampleFeedQuery(parameters: URLSearchParams, cursors: CursorCodec): SampleFeedQuery {
  expectParameters(parameters, feedParameters);
  const until = instant(parameters, "until") ?? Infinity;
  const cursor = parameters.get("cursor");
  const start =
    cursor === null
      ? { position: { ms: until }, since: instant(parameters, "since") ?? -Infinity }
      : resume(cursor, cursors, until);
  const types = parameters.getAll("types").flatMap((value) => value.split(","));
  const named = types.map((type) => type.trim()).filter((type) => type !== "");
  const sector = parameters.get("sector");
  const minAmount = decimal(parameters, "min_amount");
  return {
    ...start,
    pageSize: integer(parameters, "page_size", { low: 1, high: 500 }) ?? 40,
    fields: fieldSet(parameters.get("fields")),
    ...(named.length > 0 ? { types: new Set(named) } : {}),
    ...(sector === null ? {} : { sector }),
    ...(minAmount === undefined ? {} : { minAmount }),
  };
}

/**
 * `docs/service.md`, Collections: request. Throws `HttpError` 422.
 * @param maxLimit what larger limits are reduced to
 */
export function pageQuery(parameters: URLSearchParams, maxLimit: number): { limit: number; offset: number } {
  expectParameters(parameters, ["limit", "offset"]);
  return {
    limit: Math.min(integer(parameters, "limit", { low: 1 }) ?? 100, maxLimit),
    offset: integer(parameters, "offset", { low: 0 }) ?? 0,
  };
}

/** Throws `HttpError` 422 for a parameter that is not among these. */
export function expectParameters(parameters: URLSearchParams, names: readonly string[]): void {
  const unknown = [...parameters.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw invalidParameter(unknown, "Extra inputs are not permitted", "extra_forbidden");
  }
}

const feedParameters = ["since", "until", "cursor", "page_size", "fields", "types", "sector", "min_amount"];

/** `since` is ignored, not even validated: the cursor contains it. */
function resume(cursor: string, cursors: CursorCodec, until: number) {
  const state = cursors.decode(cursor);
  if (!state) {
    throw new HttpError(400, {
      detail: "This cursor was not issued by this service. Start again without a cursor.",
    });
  }
  return until <= state.position.ms ? { ...state, position: { ms: until } } : state;
}

function fieldSet(text: string | null): "full" | "ids" {
  if (text === null || text === "full" || text === "ids") {
    return text ?? "full";
  }
  throw invalidParameter("fields", "Input should be 'full' or 'ids'", "enum");
}

function integer(
  parameters: URLSearchParams,
  name: string,
  { low, high = Number.MAX_SAFE_INTEGER }: { low: number; high?: number },
): number | undefined {
  const text = parameters.get(name);
  if (text === null) {
    return undefined;
  }
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw invalidParameter(name, "Input should be a valid integer", "int_parsing");
  }
  if (value < low) {
    throw invalidParameter(name, `Input should be greater than or equal to ${low}`, "greater_than_equal");
  }
  if (value > high) {
    throw invalidParameter(name, `Input should be less than or equal to ${high}`, "less_than_equal");
  }
  return value;
}

function decimal(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) {
    return undefined;
  }
  const value = Number(text);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(value)) {
    throw invalidParameter(name, "Input should be a valid number", "float_parsing");
  }
  return value;
}

/** Only ISO 8601 date and time in UTC. */
function instant(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) {
    return undefined;
  }
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:00)$/.test(text) ? Date.parse(text) : NaN;
  // Date.parse accepts February 30 as a day in March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10)) {
    throw invalidParameter(name, "Input should be a valid ISO 8601 date and time in UTC", "datetime_parsing");
  }
  return ms;
}

/** 422, with the location of the query parameter. */
function invalidParameter(name: string, message: string, type: string): HttpError {
  return new HttpError(422, { detail: [{ loc: ["query", name], msg: message, type }] });
}
