/**
 * The arguments of the tools. Each is declared once, as a JSON schema for callers and as a schema to validate
 * with, because callers may not validate. The JSON schemas use only what all known models understand: no
 * unions and no formats. Limits are repeated in the descriptions.
 */
import * as v from "valibot";
import { parseAmount } from "../../shared/amounts";
import { readInstant } from "../../shared/calendar";
import { maxFilterLength, maxTypes } from "../../shared/limits";
import { isRecord } from "../../shared/schemas";
import { quotedText } from "./cleanText";
import { InvalidArgumentError } from "./toolCallContext";

interface PropertySchema {
  readonly type: "string" | "number" | "integer" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Pick<PropertySchema, "type" | "enum">;
}

/** The messages of `schema` complete "must be …", such as "one sector, such as Fintech". */
interface Argument<S extends v.GenericSchema = v.GenericSchema> {
  readonly json: PropertySchema;
  readonly schema: S;
}

type Arguments = Readonly<Record<string, Argument>>;

type SchemasOf<A extends Arguments> = { readonly [K in keyof A]: A[K]["schema"] };

export type InputOf<A extends Arguments> = v.InferOutput<v.ObjectSchema<SchemasOf<A>, undefined>>;

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
  const schemas = Object.fromEntries(Object.entries(args).map(([name, { schema }]) => [name, schema]));
  const parsed = v.safeParse(v.object(schemas as SchemasOf<A>), Object.fromEntries(given), {
    abortEarly: true,
  });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = String(issue.path?.[0].key);
    const isMissing = given.every(([key]) => key !== name);
    throw new InvalidArgumentError(
      isMissing
        ? `${name} is missing: ${args[name]?.json.description ?? ""}`
        : `${name} must be ${issue.message}.`,
    );
  }
  return parsed.output;
}

function namesOf(args: Arguments): string {
  return Object.keys(args).join(", ");
}

function isLeftOut(value: unknown): boolean {
  const isEmptyText = typeof value === "string" && value.trim() === "";
  return value === null || value === undefined || isEmptyText || (Array.isArray(value) && value.length === 0);
}

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export function objectSchema(args: Arguments): ObjectSchema {
  const entries = Object.entries(args);
  const required = entries.filter(([, { schema }]) => !v.safeParse(v.object({ it: schema }), {}).success);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    additionalProperties: false,
  };
}

function string(allowed: string, max = maxFilterLength) {
  return v.pipe(v.string(allowed), v.trim(), v.maxLength(max, allowed));
}

export function text(description: string, allowed: string, max?: number) {
  return { json: { type: "string", description }, schema: v.exactOptional(string(allowed, max)) } as const;
}

export function requiredText(description: string, allowed: string, max?: number) {
  return { json: { type: "string", description }, schema: string(allowed, max) } as const;
}

export function choice<const C extends readonly [string, ...string[]]>(description: string, choices: C) {
  const schema = v.picklist(choices, choices.join(" or "));
  return {
    json: { type: "string", enum: choices, description },
    schema: v.optional(schema, choices[0]),
  } as const;
}

export function choices<const C extends readonly [string, ...string[]]>(description: string, choices: C) {
  const allowed = `a list of some of ${choices.join(", ")}`;
  const schema = v.pipe(
    v.array(v.picklist(choices, allowed), allowed),
    v.transform((chosen) => [...new Set(chosen)]),
  );
  return {
    json: { type: "array", items: { type: "string", enum: choices }, description },
    schema: v.exactOptional(schema),
  } as const;
}

export function limit(what: string, otherwise: number, max: number) {
  const allowed = `a whole number from 1 to ${max}`;
  const schema = v.pipe(
    v.number(allowed),
    v.integer(allowed),
    v.minValue(1, allowed),
    v.maxValue(max, allowed),
  );
  const description = `${what}, 1 to ${max}, ${otherwise} by default.`;
  return {
    json: { type: "integer", minimum: 1, maximum: max, description },
    schema: v.optional(schema, otherwise),
  } as const;
}

const anInstant = "a date such as 2026-11-16, or a date and time such as 2026-11-16T09:00+01:00";

/** Decodes to milliseconds since 1970 UTC. Without an offset, the local time zone applies. */
const instant = v.pipe(
  string(anInstant),
  v.transform((written) => readInstant(written, "local")),
  v.number(anInstant),
);

const aPeriod =
  "today, yesterday, this_week, this_month, last_month, or a number of hours or days such as 24h or 7d";

const anAmount = "an amount in USD, such as 50000000";

const types = `a list of up to ${maxTypes} event types, such as ["funding", "acquisition"]`;

/** Arguments of all tools that filter events. */
export const eventFilters = {
  period: {
    json: {
      type: "string",
      description: `Time period in the user's time zone: ${aPeriod}. Weeks begin on Monday. Default: 7d, or that of the saved feed. Not together with since.`,
    },
    schema: v.exactOptional(
      v.pipe(
        v.string(aPeriod),
        v.toLowerCase(),
        v.regex(/^(?:today|yesterday|this_week|this_month|last_month|[1-9]\d{0,4}[hd])$/, aPeriod),
      ),
    ),
  },
  since: {
    json: {
      type: "string",
      description:
        "Start (included), instead of period: a date, or a date and time such as 2026-11-16T09:00, in the user's time zone unless it has an offset.",
    },
    schema: v.exactOptional(instant),
  },
  until: {
    json: {
      type: "string",
      description:
        "End (excluded): a date means its first moment, so 2026-11-16 ends with the 15th. To get the next part of a list that was cut, pass the until that the answer names, and all else as before. Default: now.",
    },
    schema: v.exactOptional(instant),
  },
  types: {
    json: {
      type: "array",
      items: { type: "string" },
      description: "Only events of these types, spelled as in the answers. Default: all.",
    },
    schema: v.exactOptional(v.pipe(v.array(string(types), types), v.maxLength(maxTypes, types))),
  },
  sector: text(
    "Only events of one sector, spelled as in the answers, such as Fintech.",
    "one sector, such as Fintech",
  ),
  min_amount: {
    json: { type: "number", description: "Minimum amount in USD (included), such as 50000000." },
    schema: v.exactOptional(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.transform(amountOf))], anAmount),
        v.finite(anAmount),
        v.minValue(0, anAmount),
      ),
    ),
  },
  company: text(
    "Only events of one company: its name, domain (acme.com) or entity ID.",
    "the name, the domain or the entity ID of one company",
  ),
  saved_feed: text(
    "Only events of one of the user's saved feeds, by its name. Other arguments replace those filters of it.",
    "the name of a saved feed",
  ),
} as const satisfies Arguments;

export type EventFilterInput = InputOf<typeof eventFilters>;

/** Also understands `50m`. */
function amountOf(written: string): number {
  const parsed = parseAmount(written);
  return typeof parsed === "number" ? parsed : NaN;
}
