import { createHmac } from "node:crypto";
import { parseInstant } from "../shared/instant";
import { parseJson } from "../shared/schemas";
import { isRecord } from "../shared/typeGuards";
import { HttpError, invalid, maxBodyBytes, type SampleRequest } from "./http";

/** A position in the feed's order: after the event with this instant and id or, without an id, before the instant. */
export interface Position {
  /** Milliseconds since 1970 UTC. */
  readonly ms: number;
  readonly id?: string;
}

export type SampleFeedQuery = ReturnType<typeof feedQuery>;

export const windowParameters = ["since", "until", "cursor", "page_size", "fields"];
const feedParameters = [...windowParameters, "types", "sector", "min_amount"];

/**
 * `docs/service.md`, Event feed: request, with instants in milliseconds since 1970 UTC. Throws `HttpError` 422, or 400 for an invalid
 * cursor.
 */
export function feedQuery(parameters: URLSearchParams, secret: Uint8Array, names = feedParameters) {
  expectParameters(parameters, names);
  const until = instant(parameters, "until") ?? Infinity;
  const cursor = parameters.get("cursor");
  // The cursor contains `since`: that of the request is ignored, not even validated.
  const [since, ms, id] =
    cursor === null ? [instant(parameters, "since") ?? -Infinity, until] : decodeCursor(cursor, secret);
  const types = parameters.getAll("types").flatMap((value) => value.split(","));
  const position: Position = until <= ms || !id ? { ms: Math.min(until, ms) } : { ms, id };
  return {
    since,
    position,
    pageSize: integer(parameters, "page_size", 1, 500) ?? 40,
    fields: read(parameters, "fields", "'full' or 'ids'", fieldSet) ?? "full",
    types: types.map((type) => type.trim()).filter((type) => type !== ""),
    sector: parameters.get("sector"),
    minAmount: decimal(parameters, "min_amount"),
  };
}

function fieldSet(text: string): "full" | "ids" | undefined {
  return text === "full" || text === "ids" ? text : undefined;
}

/** Signed, so that only the service's own cursors are accepted: clients must not make or change one. */
export function encodeCursor({ ms, id = "" }: Position, since: number, secret: Uint8Array): string {
  const payload = [since, ms, id].join(" ");
  const signature = createHmac("sha256", secret).update(payload).digest("base64").slice(0, 12);
  // Contains the + and / of plain base64, to catch clients that do not encode it.
  return signature + Buffer.from(payload).toString("base64");
}

function decodeCursor(cursor: string, secret: Uint8Array): [since: number, ms: number, id: string] {
  const [since, ms, ...id] = Buffer.from(cursor.slice(12), "base64").toString().split(" ");
  const position = { ms: Number(ms), id: id.join(" ") };
  if (encodeCursor(position, Number(since), secret) !== cursor) {
    const detail = "This cursor was not issued by this service. Start again without a cursor.";
    throw new HttpError(400, { detail });
  }
  return [Number(since), position.ms, position.id];
}

/**
 * `docs/service.md`, Collections: request. Throws `HttpError` 422.
 * @param maxLimit what larger limits are reduced to
 */
export function pageQuery(parameters: URLSearchParams, maxLimit: number): { limit: number; offset: number } {
  expectParameters(parameters, ["limit", "offset"]);
  return {
    limit: Math.min(integer(parameters, "limit", 1) ?? 100, maxLimit),
    offset: integer(parameters, "offset", 0) ?? 0,
  };
}

/** Throws `HttpError` 422 for a parameter that is not among these. */
export function expectParameters(parameters: URLSearchParams, names: readonly string[]): void {
  const unknown = [...parameters.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw invalid(["query", unknown], "Extra inputs are not permitted", "extra_forbidden");
  }
}

/** The value of a parameter; undefined without it. Throws `HttpError` 422 for a text that `parse` reads as undefined. */
function read<T>(
  parameters: URLSearchParams,
  name: string,
  rule: string,
  parse: (text: string) => T | undefined,
): T | undefined {
  const text = parameters.get(name);
  const value = text === null ? undefined : parse(text);
  if (text !== null && value === undefined) {
    throw invalid(["query", name], `Input should be ${rule}`, "value_error");
  }
  return value;
}

function integer(parameters: URLSearchParams, name: string, low: number, high = 1e9): number | undefined {
  return read(parameters, name, `an integer from ${low} to ${high}`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    return value >= low && value <= high ? value : undefined;
  });
}

function decimal(parameters: URLSearchParams, name: string): number | undefined {
  return read(parameters, name, "a number", (text) =>
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined,
  );
}

function instant(parameters: URLSearchParams, name: string): number | undefined {
  return read(parameters, name, "an ISO 8601 date and time in UTC", (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:00)$/.test(text) ? parseInstant(text) : undefined,
  );
}

/** Throws `HttpError` 422 for a request with a body where none is expected. */
export function expectNoBody({ body }: SampleRequest): void {
  if (body) {
    throw invalid(["body"], "No body is expected", "extra_forbidden");
  }
}

/** The fields of a JSON body. Throws `HttpError` 413 or 422, also for one that is not among these names. */
export function bodyFields({ body, headers }: SampleRequest, names: readonly string[]) {
  if (body && body.length > maxBodyBytes) {
    throw new HttpError(413, { detail: "Request body too large" });
  }
  if (!/^application\/json *(;|$)/i.test(String(headers["content-type"] ?? ""))) {
    throw invalid(["body"], "The content type should be application/json", "json_type");
  }
  const fields = parseJson(body?.toString() ?? "");
  if (!isRecord(fields)) {
    throw invalid(["body"], "Input should be a valid JSON object", "json_invalid");
  }
  const unknown = Object.keys(fields).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    throw invalid(["body", unknown], "Extra inputs are not permitted", "extra_forbidden");
  }
  return fields;
}

/**
 * The only field of a JSON body; undefined without it. Throws `HttpError` 413 or 422.
 * @param maxLength of its text
 */
export function bodyField(request: SampleRequest, name: string, maxLength: number) {
  const value = bodyFields(request, [name])[name];
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "string" || value.length > maxLength) {
    const message = `Input should be a string of at most ${maxLength} characters`;
    throw invalid(["body", name], message, "string_type");
  }
  return value;
}
