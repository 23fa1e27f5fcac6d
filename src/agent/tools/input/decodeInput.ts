import * as v from "valibot";
import { maxFilterLength, maxTypes } from "../../../shared/limits";
import { isRecord } from "../../../shared/typeGuards";
import { problem, problemText } from "../../../shared/writtenQuery";
import { oneLine } from "../../../util/strings";
import { detailLevels, groupings, limits, sortOrders, toolDefinition } from "../definitions";
import type { ToolName } from "../toolNames";
import { readUsd } from "./amount";
import { nearestLabels } from "./nearestLabels";
import { quoted } from "./phrases";

/** The filters that tools on events have in common, as the agent wrote them: `resolveFilters` finds out what they mean. */
export interface EventFilterInput {
  readonly period?: string;
  readonly since?: string;
  readonly until?: string;
  readonly types?: readonly string[];
  readonly sector?: string;
  /** USD, more than zero. */
  readonly minAmount?: number;
  /** Names, domains or entity IDs; one unless the agent passed a list. */
  readonly companies?: readonly string[];
  readonly savedFeed?: string;
}

export interface SearchInput extends EventFilterInput {
  readonly sort: (typeof sortOrders)[number];
  readonly limit: number;
  readonly detail: (typeof detailLevels)[number];
  /** Handle from a previous answer. */
  readonly page?: string;
}

export interface SummaryInput extends EventFilterInput {
  /** At least one. */
  readonly groupBy: readonly (typeof groupings)[number][];
  readonly limit: number;
}

export interface CollectionsInput {
  readonly search?: string;
  readonly environment?: string;
  readonly limit: number;
}

export interface OpenFeedInput extends EventFilterInput {
  readonly eventId?: string;
}

/** What each tool gets. */
export interface ToolInputs {
  readonly companyfeed_search_events: SearchInput;
  readonly companyfeed_summarize_events: SummaryInput;
  readonly companyfeed_get_event: { readonly id: string };
  readonly companyfeed_list_collections: CollectionsInput;
  readonly companyfeed_open_feed: OpenFeedInput;
}

export type DecodedInput<N extends ToolName> =
  | { readonly input: ToolInputs[N] }
  /** One or more sentences for the agent: what is wrong, and what to pass instead. */
  | { readonly problem: string };

const maxArguments = 50;
/** Characters of input that an agent passed as text. */
const maxTextLength = 20_000;
/** Characters of an event's ID and of a page handle. */
const maxIdLength = 1000;
const maxNameLength = 40;

/**
 * Decodes the input of a tool: any value, since hosts do not check it. Accepts what is meant all the same: numbers as text, a list as
 * text with commas, `minAmount` for `min_amount`, empty values for what is left out.
 */
export function decodeInput<N extends ToolName>(name: N, value: unknown): DecodedInput<N> {
  const given = namedArguments(name, value);
  if (typeof given === "string") {
    return { problem: given };
  }
  const schema: v.GenericSchema<unknown, ToolInputs[N]> = schemas[name];
  const parsed = v.safeParse(schema, given, { abortEarly: true });
  return parsed.success
    ? { input: parsed.output }
    : { problem: `${oneLine(problemText(parsed.issues[0], "The input"), 600)}.` };
}

/** The arguments under the names of the definition, without empty ones. @returns a sentence if there are others */
function namedArguments(name: ToolName, value: unknown): Record<string, unknown> | string {
  const object = objectOf(value);
  const { properties, required = [] } = toolDefinition(name).inputSchema;
  const known = Object.keys(properties);
  const listOfKnown = `The arguments of ${name} are ${known.join(", ")}.`;
  if (!object) {
    return `The input must be a JSON object. ${listOfKnown}`;
  }
  const keys = Object.keys(object);
  if (keys.length > maxArguments) {
    return `The input has ${keys.length} arguments. ${listOfKnown}`;
  }
  const byName = new Map<string, unknown>();
  for (const key of keys) {
    const argument = known.find((other) => foldedName(other) === foldedName(key));
    if (argument === undefined) {
      const [nearest] = nearestLabels(key, known, 1);
      const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      return `${name} has no argument ${quoted(key)}.${meant} ${listOfKnown}`;
    }
    const argumentValue = object[key];
    if (isEmpty(argumentValue)) {
      continue;
    }
    if (byName.has(argument)) {
      return `${argument} is given twice. Pass it once.`;
    }
    byName.set(argument, argumentValue);
  }
  const missing = required.find((argument) => !byName.has(argument));
  if (missing !== undefined) {
    return `${missing} is required. ${properties[missing]?.description ?? ""}`.trim();
  }
  return Object.fromEntries(byName);
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const object = typeof value === "string" ? jsonIn(value) : (value ?? {});
  return isRecord(object) ? object : undefined;
}

/** The value of a text that is JSON, since some agents pass objects and lists as text; undefined for any other text. */
function jsonIn(text: string): unknown {
  if (text.length > maxTextLength) {
    return undefined;
  }
  if (text.trim() === "") {
    return {};
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Agents fill in what they leave out. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.length < maxTextLength && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** `minAmount`, `min-amount` and `Min Amount` are `min_amount`. */
function foldedName(name: string): string {
  return name
    .slice(0, maxNameLength)
    .toLowerCase()
    .replace(/[\s_-]/g, "");
}

// ---- Values -------------------------------------------------------------------------------------------------------

function text(maxLength: number, what: string) {
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
function textList(what: string, separator?: string) {
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

function choice<const T extends string>(values: readonly T[]) {
  return v.pipe(
    v.unknown(),
    v.transform(folded),
    v.picklist(
      values,
      problem((field) => `${field} must be ${enumerated(values)}`),
    ),
  );
}

function choices<const T extends string>(values: readonly T[]) {
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

/** More than the maximum is the maximum: the answer says how many there are. */
function limit({ default: byDefault, max }: { readonly default: number; readonly max: number }) {
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

const usd = v.pipe(
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

const filters = {
  period: v.exactOptional(text(maxFilterLength, "a time period, such as today, this_week or 30d")),
  since: v.exactOptional(text(maxFilterLength, "a date, such as 2026-11-16")),
  until: v.exactOptional(text(maxFilterLength, "a date, such as 2026-11-16")),
  types: v.exactOptional(
    textList(`a list of up to ${maxTypes} event types, such as ["funding", "acquisition"]`, ","),
  ),
  sector: v.exactOptional(
    text(maxFilterLength, "one sector, such as Fintech; to compare sectors use companyfeed_summarize_events"),
  ),
  min_amount: v.exactOptional(usd),
  company: v.exactOptional(textList("the name, the domain or the entity ID of a company")),
  saved_feed: v.exactOptional(text(maxFilterLength, "the name of a saved feed")),
};

const eventId = text(maxIdLength, "the ID of an event, such as evt_8f14e45f");

const schemas: {
  readonly [N in ToolName]: v.GenericSchema<unknown, ToolInputs[N]>;
} = {
  companyfeed_search_events: v.pipe(
    v.object({
      ...filters,
      sort: v.optional(choice(sortOrders), "newest"),
      limit: limit(limits.events),
      detail: v.optional(choice(detailLevels), "concise"),
      page: v.exactOptional(text(maxIdLength, "the handle of a page from a previous answer")),
    }),
    v.transform(({ sort, limit, detail, page, ...input }) => ({
      ...filterInput(input),
      sort,
      limit,
      detail,
      ...(page !== undefined && { page }),
    })),
  ),
  companyfeed_summarize_events: v.pipe(
    v.object({
      ...filters,
      group_by: v.optional(choices(groupings), ["type"]),
      limit: limit(limits.groups),
    }),
    v.transform(({ group_by: groupBy, limit, ...input }) => ({ ...filterInput(input), groupBy, limit })),
  ),
  companyfeed_get_event: v.object({ id: eventId }),
  companyfeed_list_collections: v.object({
    search: v.exactOptional(text(maxFilterLength, "a part of a collection's name or ID")),
    environment: v.exactOptional(text(maxFilterLength, "the environment of collections, such as staging")),
    limit: limit(limits.collections),
  }),
  companyfeed_open_feed: v.pipe(
    v.object({ ...filters, event_id: v.exactOptional(eventId) }),
    v.transform(({ event_id: id, ...input }) => ({
      ...filterInput(input),
      ...(id !== undefined && { eventId: id }),
    })),
  ),
};

type DecodedFilters = { readonly [K in keyof typeof filters]?: v.InferOutput<(typeof filters)[K]> };

function filterInput({ min_amount, company, saved_feed, ...rest }: DecodedFilters): EventFilterInput {
  return {
    ...rest,
    // Zero is how agents say that there is no minimum.
    ...(min_amount !== undefined && min_amount > 0 && { minAmount: min_amount }),
    ...(company !== undefined && { companies: company }),
    ...(saved_feed !== undefined && { savedFeed: saved_feed }),
  };
}
