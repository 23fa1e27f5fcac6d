import * as v from "valibot";
import { maxFilterLength, maxTypes } from "../../../shared/limits";
import { problem } from "../../../shared/writtenQuery";
import { readUsd } from "./amount";
import { jsonIn, maxNameLength, maxTextLength } from "./inputText";

export function text(maxLength: number, what: string) {
  const invalid = problem((field) => `${field} must be ${what}`);
  return v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.finite())], invalid),
    v.transform(String),
    v.maxLength(maxLength, invalid),
    v.transform((value) => value.toWellFormed().trim()),
    v.nonEmpty(invalid),
  );
}

/** A list of texts, or one text. */
export function textList(what: string, separator?: string) {
  const invalid = problem((field) => `${field} must be ${what}`);
  return v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === "string" ? listIn(value, separator) : value)),
    v.custom<readonly unknown[]>(Array.isArray, invalid),
    v.maxLength(maxTypes, invalid),
    v.check((items) => items.every(isFilter), invalid),
    v.transform((items) => [...new Set(items.filter(isFilter).map((item) => item.toWellFormed().trim()))]),
  );
}

function listIn(value: string, separator?: string): unknown {
  const json = value.trimStart().startsWith("[") ? jsonIn(value) : undefined;
  if (Array.isArray(json)) {
    return json;
  }
  if (separator === undefined || value.length > maxTextLength) {
    return [value];
  }
  return value.split(separator).filter((item) => item.trim() !== "");
}

function isFilter(item: unknown): item is string {
  return typeof item === "string" && item.length <= maxFilterLength && item.trim() !== "";
}

export function choice<const T extends string>(values: readonly T[]) {
  return v.pipe(
    v.unknown(),
    v.transform(folded),
    v.picklist(
      values,
      problem((field) => `${field} must be ${enumerated(values)}`),
    ),
  );
}

export function choices<const T extends string>(values: readonly T[]) {
  const list = `a list of ${enumerated(values)}`;
  const invalid = problem((field) => `${field} must be ${list}`);
  return v.pipe(
    textList(list, ","),
    v.transform((items) => items.map(folded)),
    v.check((items) => items.every((item) => isOneOf(values, item)), invalid),
    v.transform((items) => items.filter((item) => isOneOf(values, item))),
    v.transform((items) => [...new Set(items)]),
  );
}

function isOneOf<T extends string>(values: readonly T[], item: unknown): item is T {
  return values.some((value) => value === item);
}

function enumerated(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${String(values.at(-1))}`;
}

function folded(value: unknown): unknown {
  return typeof value === "string" ? value.slice(0, maxNameLength).trim().toLowerCase() : value;
}

/** A number above the maximum is read as the maximum: the answer says how many there are. */
export function limit({ default: byDefault, max }: { readonly default: number; readonly max: number }) {
  const invalid = problem((field) => `${field} must be a whole number from 1 to ${max}`);
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) =>
        typeof value === "string" && /^\s{0,9}\d{1,9}(?:\.0{1,9})?\s{0,9}$/.test(value)
          ? Number(value)
          : value,
      ),
      v.number(invalid),
      v.integer(invalid),
      v.minValue(1, invalid),
      v.transform((value) => Math.min(value, max)),
    ),
    byDefault,
  );
}

export const usd = v.pipe(
  v.union(
    [v.string(), v.number()],
    problem((field) => `${field} must be an amount in USD, such as 50M`),
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const value = String(dataset.value);
    const amount = value.length > maxFilterLength ? "is too long for an amount" : readUsd(value);
    if (typeof amount === "string") {
      addIssue({ message: problem((field) => `${field} ${amount}`)() });
      return NEVER;
    }
    return amount;
  }),
);
