import * as v from "valibot";
import { maxFilterLength, maxTypes } from "../../../shared/limits";
import { problemText } from "../../../shared/writtenQuery";
import { oneLine } from "../../../util/strings";
import { detailLevels, groupings, limits, sortOrders } from "../definitions";
import type { ToolName } from "../toolNames";
import { choice, choices, limit, text, textList, usd } from "./inputValues";
import { namedArguments } from "./namedArguments";

/** The filters of all tools for events, as the agent wrote them. `resolveFilters` finds out what they mean. */
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

/** The decoded input of each tool. */
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

/** Characters of an event's ID and of a page handle. */
const maxIdLength = 1000;

/**
 * Decodes the input of a tool, which may be any value, since hosts do not check it. Accepts other notations of the same: a number as
 * text, a list as text with commas, `minAmount` for `min_amount`, an empty value for an argument that is left out.
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
