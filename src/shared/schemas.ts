import * as l10n from "@vscode/l10n";
import * as v from "valibot";

/** The output of a schema, deeply read-only. */
export type Validated<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>;

type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };

export const isTrue = v.pipe(v.boolean(), v.value(true));

/** The latest instant of a `Date`; the earliest is its negative. */
const maxInstantMs = 8.64e15;

/** Milliseconds since 1970 UTC that a `Date` can hold. */
export const instantMs = v.pipe(v.number(), v.minValue(-maxInstantMs), v.maxValue(maxInstantMs));

/** The value as the schema reads it; undefined if it is invalid. */
export function parseOrUndefined<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}

/** The value of a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The valid members of an object: an invalid one does not affect the others. */
export function validMembers<E extends Readonly<Record<string, v.GenericSchema>>>(
  entries: E,
  value: object,
): { [K in keyof E]?: v.InferOutput<E[K]> } {
  const members = Object.entries(entries).flatMap(([name, schema]) => {
    const result = v.safeParse(schema, Reflect.get(value, name));
    return result.success ? [[name, result.output] as const] : [];
  });
  return Object.fromEntries(members) as { [K in keyof E]?: v.InferOutput<E[K]> };
}

// Values as people write them in settings and arguments, with a sentence for each mistake.

/** In messages of a schema, where the invalid field is not known yet. */
export const fieldMark = "\0";

/** A message of a schema that names the invalid field. */
export function problem(sentence: (field: string) => string): () => string {
  return () => sentence(fieldMark);
}

export const notString = problem((field) => l10n.t("{0} must be a string", field));
export const notArray = problem((field) => l10n.t("{0} must be an array", field));
export const nonEmptyText = v.pipe(
  v.string(notString),
  v.nonEmpty(problem((field) => l10n.t("{0} must not be empty", field))),
);
