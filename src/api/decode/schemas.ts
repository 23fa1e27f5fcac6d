import * as v from "valibot";

/** A field of the wrong type is as good as absent: it still stands in the item's JSON as sent. */
export function lenient<T extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(schema: T) {
  return v.fallback(v.optional(schema), undefined);
}

export const text = lenient(v.string());
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An object under construction. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Sets a field that has a value. (Spreading objects together instead costs more than all of the decoding.) */
export function put<T, K extends keyof T>(draft: T, name: K, value: T[K] | undefined): void {
  if (value !== undefined) {
    draft[name] = value;
  }
}
