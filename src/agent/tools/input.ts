/**
 * The arguments of the tools, validated because callers may not do it. package.json declares the same for callers, with limits in
 * the descriptions and only what all known models understand: no unions and no formats. Messages complete "must be …".
 */
import * as v from "valibot";
import { parseAmount } from "../../shared/amounts";
import { readInstant } from "../../shared/calendar";
import { maxFilterLength, maxTypes } from "../../shared/limits";
import { isRecord } from "../../shared/schemas";
import { quotedText } from "./cleanText";
import { InvalidArgumentError } from "./toolCallContext";

type Arguments = Readonly<Record<string, v.GenericSchema>>;

export type InputOf<A extends Arguments> = v.InferOutput<v.ObjectSchema<A, undefined>>;

/** Validates the arguments of a call. @param input may have any shape. @throws {InvalidArgumentError} */
export function decodeInput<A extends Arguments>(args: A, input: unknown): InputOf<A> {
  if (!isRecord(input)) {
    throw new InvalidArgumentError(`The input must be an object with ${namesOf(args)}.`);
  }
  // Some models pass null, or an empty text, for each argument that they leave out.
  const given = Object.entries(input).filter(([, value]) => !isLeftOut(value));
  const unknown = given.find(([name]) => !Object.hasOwn(args, name));
  if (unknown) {
    throw new InvalidArgumentError(`There is no argument ${quotedText(unknown[0])}: pass ${namesOf(args)}.`);
  }
  const parsed = v.safeParse(v.object(args), Object.fromEntries(given), { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = String(issue.path?.[0].key);
    const isMissing = given.every(([key]) => key !== name);
    throw new InvalidArgumentError(`${name} ${isMissing ? "is missing" : `must be ${issue.message}`}.`);
  }
  return parsed.output;
}

function namesOf(args: Arguments): string {
  return Object.keys(args).join(", ");
}

function isLeftOut(value: unknown): boolean {
  const isEmptyText = typeof value === "string" && value.trim() === "";
  return (
    value === null || value === undefined || isEmptyText || (Array.isArray(value) && value.every(isLeftOut))
  );
}

export function text(allowed: string, max = maxFilterLength) {
  return v.pipe(v.string(allowed), v.trim(), v.maxLength(max, allowed));
}

export function choice<const C extends readonly [string, ...string[]]>(choices: C) {
  return v.optional(v.picklist(choices, choices.join(" or ")), choices[0]);
}

export function choices<const C extends readonly [string, ...string[]]>(choices: C) {
  const allowed = `a list of some of ${choices.join(", ")}`;
  return v.exactOptional(
    v.pipe(
      v.array(v.picklist(choices, allowed), allowed),
      v.transform((chosen) => [...new Set(chosen)]),
    ),
  );
}

export function limit(otherwise: number, max: number) {
  const allowed = `a whole number from 1 to ${max}`;
  return v.optional(
    v.pipe(v.number(allowed), v.integer(allowed), v.minValue(1, allowed), v.maxValue(max, allowed)),
    otherwise,
  );
}

const anInstant = "a date such as 2026-11-16, or a date and time such as 2026-11-16T09:00+01:00";

/** Decodes to milliseconds since 1970 UTC. Without an offset, the local time zone applies. */
const instant = v.pipe(
  text(anInstant),
  v.transform((written) => readInstant(written, "local")),
  v.number(anInstant),
);

const aPeriod =
  "today, yesterday, this_week, this_month, last_month, or a number of hours or days such as 24h or 7d";

const anAmount = "an amount in USD, such as 50000000";

const types = `a list of up to ${maxTypes} event types, such as ["funding", "acquisition"]`;

/** Arguments of all tools that filter events. */
export const eventFilters = {
  period: v.exactOptional(
    v.pipe(
      v.string(aPeriod),
      v.toLowerCase(),
      v.regex(/^(?:today|yesterday|this_week|this_month|last_month|[1-9]\d{0,4}[hd])$/, aPeriod),
    ),
  ),
  since: v.exactOptional(instant),
  until: v.exactOptional(instant),
  types: v.exactOptional(v.pipe(v.array(text(types), types), v.maxLength(maxTypes, types))),
  sector: v.exactOptional(text("one sector, such as Fintech")),
  min_amount: v.exactOptional(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.transform(amountOf))], anAmount),
      v.finite(anAmount),
      v.minValue(0, anAmount),
    ),
  ),
  company: v.exactOptional(text("the name, the domain or the entity ID of one company")),
  saved_feed: v.exactOptional(text("the name of a saved feed")),
};

export type EventFilterInput = InputOf<typeof eventFilters>;

/** Also understands `50m`. */
function amountOf(written: string): number {
  const parsed = parseAmount(written);
  return typeof parsed === "number" ? parsed : NaN;
}
