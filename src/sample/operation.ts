import * as v from "valibot";
import { parseJson } from "../shared/schemas";
import { HttpError, type SampleRequest } from "./http";
import type { Organization } from "./organization";
import type { SampleSource } from "./sampleSource";

/** The data that an operation gets. */
export interface Call {
  readonly source: SampleSource;
  readonly organization: Organization;
  /** The API key, which also signs cursors. */
  readonly key: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** `{name}` and `{id}` of the path, decoded. Empty if the path has none. */
  readonly name: string;
  readonly id: string;
}

/** A response with status 201. */
export class Created {
  constructor(readonly value: unknown) {}
}

/** One of the operations of `docs/service.md`. */
export interface Operation {
  readonly method: string;
  readonly path: RegExp;
  /** Returns the body for status 200, or `Created`. Throws `HttpError`. */
  readonly answer: (request: SampleRequest, call: Call) => unknown;
}

/**
 * @param path may contain `{name}` and `{id}`
 * @param schemas without one, no parameters or no body are allowed
 */
export function operation<
  Q extends v.GenericSchema = v.GenericSchema,
  B extends v.GenericSchema = v.GenericSchema,
>(
  method: string,
  path: string,
  schemas: { readonly query?: Q; readonly body?: B },
  run: (call: Call & { readonly query: v.InferOutput<Q>; readonly body: v.InferOutput<B> }) => unknown,
): Operation {
  const { query = v.strictObject({}), body = v.undefined("No body is expected") } = schemas;
  return {
    method,
    path: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    answer: (request, call) =>
      run({
        ...call,
        query: validated(query, "query", queryOf(request)),
        body: validated(body, "body", bodyOf(request)),
      }),
  };
}

/** Throws status 422 with the place of the first mistake. */
function validated<S extends v.GenericSchema>(schema: S, place: string, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (!result.success) {
    const [{ message, path = [] }] = result.issues;
    throw invalid([place, ...path.map(({ key }) => key)], message);
  }
  return result.output;
}

function invalid(location: readonly unknown[], message: string): HttpError {
  return new HttpError(422, { detail: [{ loc: location, msg: message, type: "value_error" }] });
}

export function wholeNumber(low: number, high: number) {
  const message = `Input should be an integer from ${low} to ${high}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(low, message),
    v.maxValue(high, message),
  );
}

/** Joins the values of repeated parameters with commas. */
function queryOf({ target }: SampleRequest): unknown {
  const parameters = new URLSearchParams(target.split("?").slice(1).join("?"));
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(",")]));
}

function bodyOf({ body, headers }: SampleRequest): unknown {
  if (!body) {
    return undefined;
  }
  const isJson = /^application\/json *(;|$)/i.test(String(headers["content-type"]));
  const value = isJson ? parseJson(body.toString()) : undefined;
  if (value === undefined) {
    throw invalid(["body"], "Input should be JSON, with the content type application/json");
  }
  return value;
}
