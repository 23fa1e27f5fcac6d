import * as v from "valibot";

/** A field of the wrong type is as good as absent: it still stands in the item's JSON as sent. */
export function lenient<T extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(schema: T) {
  return v.fallback(v.optional(schema), undefined);
}

export const text = lenient(v.string());
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Drops the fields that are undefined. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) {
      kept[name] = value as Exclude<T[typeof name], undefined>;
    }
  }
  return kept;
}
