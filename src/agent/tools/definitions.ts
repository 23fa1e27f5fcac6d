/**
 * The tools as agents see them. package.json declares the same for VS Code, and a test compares them.
 *
 * The schemas use only what the schema dialects of all known models have: plain types, `enum`, `items`, no unions and no formats.
 * Limits are also told in the descriptions. Hosts do not check input against them: `decodeInput` does.
 */
import type { ToolName } from "./toolNames";

export interface ToolDefinition {
  readonly name: ToolName;
  /** How people refer to the tool in a prompt: `#companyEvents`. */
  readonly referenceName: string;
  readonly title: string;
  /** For the model: what the tool does, when to use it, what it returns. */
  readonly description: string;
  /** A JSON schema of type `object`. */
  readonly inputSchema: ObjectSchema;
}

/** The part of JSON Schema that the definitions use. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type PropertySchema =
  | { readonly type: "string"; readonly description: string; readonly enum?: readonly string[] }
  | {
      readonly type: "integer";
      readonly description: string;
      readonly minimum: number;
      readonly maximum: number;
    }
  | {
      readonly type: "array";
      readonly description: string;
      readonly items: { readonly type: "string"; readonly enum?: readonly string[] };
    };

export const sortOrders = ["newest", "amount"] as const;
export const detailLevels = ["concise", "full"] as const;
export const groupings = ["type", "sector", "company", "day", "week", "month"] as const;

/** `limit` of the tools that return lists. */
export const limits = {
  events: { default: 20, max: 100 },
  groups: { default: 10, max: 50 },
  collections: { default: 50, max: 200 },
} as const;

const eventFilters = {
  period: {
    type: "string",
    description:
      "Time period in the user's time zone: today, yesterday, this_week, last_week (weeks begin on Monday), this_month, last_month, this_quarter, last_quarter, this_year, a rolling 24h, 7d, 30d or 90d (any number), or a part of the calendar such as 2026-10, 2026-Q3, 2026. Default: 7d, or the saved feed's own. Not together with since.",
  },
  since: {
    type: "string",
    description:
      "Start, instead of period: a date (2026-11-16), a date and time (2026-11-16T09:00, in the user's time zone unless it has an offset), or a weekday (monday: the latest one, which may be today).",
  },
  until: {
    type: "string",
    description:
      "End, together with since. A date is included as a whole day; a date and time is excluded. Default: now.",
  },
  types: {
    type: "array",
    items: { type: "string" },
    description:
      "Events of any of these types, such as funding, acquisition, ipo, executive_change, layoffs, partnership, shutdown, product_launch. Default: all.",
  },
  sector: {
    type: "string",
    description: "One sector, such as Fintech. An unknown one returns the nearest names instead of events.",
  },
  min_amount: {
    type: "string",
    description: "Minimum amount in USD (included), such as 50M, 1.2bn or 750000.",
  },
  company: {
    type: "string",
    description:
      "Only events of one company: its name, domain (acme.com) or entity ID. Slow over long periods: use 30d unless the user names a period.",
  },
  saved_feed: {
    type: "string",
    description:
      "Only events of one of the user's saved feeds, by its name. The other filters narrow it down.",
  },
} as const satisfies Record<string, PropertySchema>;

export const toolDefinitions: readonly ToolDefinition[] = [
  {
    name: "companyfeed_search_events",
    referenceName: "companyEvents",
    title: "Search Company Events",
    description:
      "List company events (funding rounds, acquisitions, IPOs, executive changes, layoffs, partnerships, shutdowns, product launches): who raised money, who was acquired, what a company did lately, what is new, which rounds were the largest. Returns the exact time window, whether the list is complete, a table of events with their IDs, and a link that opens them in the editor. To count or add up, use companyfeed_summarize_events instead.",
    inputSchema: objectSchema({
      ...eventFilters,
      sort: {
        type: "string",
        enum: sortOrders,
        description: "newest (default), or amount: the largest amounts of the whole period first.",
      },
      limit: integer("Events to return", limits.events),
      detail: {
        type: "string",
        enum: detailLevels,
        description:
          "concise (default), or full: also each company's domain, role, industry and location, which are not filters. For all fields of one event use companyfeed_get_event.",
      },
      page: {
        type: "string",
        description: "Handle of the next page from a previous answer. No other argument is needed with it.",
      },
    }),
  },
  {
    name: "companyfeed_summarize_events",
    referenceName: "companyEventSummary",
    title: "Summarize Company Events",
    description:
      "Count company events and add up their amounts (USD) by type, sector, company, day, week or month, over all matching events. Use it for how many, how much in total, per sector or per month, most active companies and trends. For money raised, set types to funding. To compare, group by week or month, or call it once for each period or filter; a period that has not ended is not comparable with a whole one.",
    inputSchema: objectSchema({
      ...eventFilters,
      group_by: {
        type: "array",
        items: { type: "string", enum: groupings },
        description: "What to group by, each in a table of its own. Default: type.",
      },
      limit: integer(
        "Groups in each table",
        limits.groups,
        "The others are added up in one row: use the maximum for a complete breakdown.",
      ),
    }),
  },
  {
    name: "companyfeed_get_event",
    referenceName: "companyEvent",
    title: "Read Company Event",
    description:
      "Read one company event by its ID, with all of its fields. Use it to show or explain an event that another tool returned or whose ID the user gives (evt_…).",
    inputSchema: objectSchema(
      { id: { type: "string", description: "The ID of the event, such as evt_8f14e45f." } },
      ["id"],
    ),
  },
  {
    name: "companyfeed_list_collections",
    referenceName: "companyCollections",
    title: "List Collections",
    description:
      "List the collections of documents that the user's organization keeps in the connected service: name, environment and number of documents, those with most documents first. They are not related to company events.",
    inputSchema: objectSchema({
      search: { type: "string", description: "Only collections with this text in their name or ID." },
      environment: {
        type: "string",
        description: "Only collections of this environment, such as development, staging or production.",
      },
      limit: integer("Collections to return", limits.collections),
    }),
  },
  {
    name: "companyfeed_open_feed",
    referenceName: "openEventFeed",
    title: "Open Event Feed",
    description:
      "Open the Event Feed panel in the user's editor, with these filters or on one event. Use it only when the user asks to open the feed, or to see events in the editor instead of the chat. It returns no events: to answer a question use companyfeed_search_events.",
    inputSchema: objectSchema({
      ...eventFilters,
      event_id: { type: "string", description: "Also show the details of this event." },
    }),
  },
];

export function toolDefinition(name: ToolName): ToolDefinition {
  const definition = toolDefinitions.find((tool) => tool.name === name);
  if (!definition) {
    throw new Error(`No tool is named ${name}.`);
  }
  return definition;
}

function objectSchema(
  properties: Readonly<Record<string, PropertySchema>>,
  required?: readonly string[],
): ObjectSchema {
  return { type: "object", properties, ...(required && { required }), additionalProperties: false };
}

function integer(
  what: string,
  limit: { readonly default: number; readonly max: number },
  more?: string,
): PropertySchema {
  const description = `${what}, 1 to ${limit.max}, ${limit.default} by default.`;
  return {
    type: "integer",
    minimum: 1,
    maximum: limit.max,
    description: more === undefined ? description : `${description} ${more}`,
  };
}
