import { ApiError, toApiError } from "../../service/errors";
import { errorSentence } from "./errorSentence";
import { getEvent, getEventArguments } from "./getEvent";
import { decodeInput, type InputOf, type ObjectSchema, objectSchema } from "./input";
import { collectionsArguments, listCollections } from "./listCollections";
import { openFeed, openFeedArguments } from "./openFeed";
import { searchArguments, searchEvents } from "./searchEvents";
import { summarizeEvents, summaryArguments } from "./summarizeEvents";
import { type ToolHost, InvalidArgumentError, type ToolCallContext } from "./toolCallContext";
import { type ToolName, toolNames } from "../../ids";

/** A tool for agents. package.json declares the same for VS Code; a test compares the two. */
interface Tool {
  readonly name: ToolName;
  /** Name of the tool in a prompt: `#companyEvents`. */
  readonly referenceName: string;
  readonly title: string;
  /** Tells the model what the tool does, when to use it and what it returns. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** @param input may have any shape. @throws {InvalidArgumentError | ApiError} */
  readonly answer: (input: unknown, context: ToolCallContext) => Promise<string>;
}

export interface ToolAnswer {
  readonly text: string;
  /** Set if the call failed; the text says why and what to do next. */
  readonly isError?: true;
  /** An error that is a bug, for the log. */
  readonly unexpected?: unknown;
}

function tool<A extends Parameters<typeof objectSchema>[0]>(
  about: Omit<Tool, "inputSchema" | "answer">,
  args: A,
  answer: (input: InputOf<A>, context: ToolCallContext) => Promise<string>,
): Tool {
  return {
    ...about,
    inputSchema: objectSchema(args),
    answer: (input, context) => answer(decodeInput(args, input), context),
  };
}

export const tools: readonly Tool[] = [
  tool(
    {
      name: "companyfeed_search_events",
      referenceName: "companyEvents",
      title: "Search Company Events",
      description:
        "List company events (funding rounds, acquisitions, IPOs, executive changes, layoffs, partnerships, shutdowns, product launches): who raised money, who was acquired, what a company did lately, what is new, which rounds were the largest. Returns the exact time window, whether the list is complete and how to get the rest, a table of events with their IDs, and a link that opens them in the editor. To count or add up, use companyfeed_summarize_events instead.",
    },
    searchArguments,
    searchEvents,
  ),
  tool(
    {
      name: "companyfeed_summarize_events",
      referenceName: "companyEventSummary",
      title: "Summarize Company Events",
      description:
        "Count company events and add up their amounts (USD) by type, sector, company, day, week or month, over all matching events. Use it for how many, how much in total, per sector or per month, most active companies and trends. For money raised, set types to funding. To compare, group by week or month, or call it once for each period or filter; a period that has not ended is not comparable with a whole one.",
    },
    summaryArguments,
    summarizeEvents,
  ),
  tool(
    {
      name: "companyfeed_get_event",
      referenceName: "companyEvent",
      title: "Read Company Event",
      description:
        "Read one company event by its ID, with all of its fields. Use it to show or explain an event that another tool returned or whose ID the user gives (evt_…).",
    },
    getEventArguments,
    getEvent,
  ),
  tool(
    {
      name: "companyfeed_list_collections",
      referenceName: "companyCollections",
      title: "List Collections",
      description:
        "List the collections of documents that the user's organization keeps in the connected service: name, environment and number of documents, those with most documents first. They are not related to company events.",
    },
    collectionsArguments,
    listCollections,
  ),
  tool(
    {
      name: "companyfeed_open_feed",
      referenceName: "openEventFeed",
      title: "Open Event Feed",
      description:
        "Open the Event Feed panel in the user's editor, with these filters or on one event. Use it only when the user asks to open the feed, or to see events in the editor instead of the chat. It returns no events: to answer a question use companyfeed_search_events.",
    },
    openFeedArguments,
    openFeed,
  ),
];

const notConnected =
  'Company Feed has no active connection, so there is nothing to read. Ask the user to run "Company Feed: Connect…", or ' +
  '"Company Feed: Connect to Sample Service" to try it with sample data. Then call again.';

/**
 * Answers a call from VS Code or an MCP client. Invalid arguments and service failures become a sentence.
 * @param name name of a tool; MCP clients may pass anything
 * @throws {Error} if the call was canceled
 */
export async function callTool(
  name: string,
  input: unknown,
  host: ToolHost,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    signal.throwIfAborted();
    const called = tools.find((each) => each.name === name);
    if (!called) {
      throw new InvalidArgumentError(`There is no such tool. The tools are ${toolNames.join(", ")}.`);
    }
    const connection = host.connection();
    if (!connection) {
      throw new InvalidArgumentError(notConnected);
    }
    return { text: await called.answer(input, { host, connection, signal }) };
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    if (error instanceof InvalidArgumentError) {
      return { text: error.message, isError: true };
    }
    const isExpected = error instanceof ApiError;
    return {
      text: errorSentence(toApiError(error)),
      isError: true,
      ...(!isExpected && { unexpected: error }),
    };
  }
}
