import { ApiError, toApiError } from "../../service/errors";
import { errorSentence } from "./errorSentence";
import { getEvent, getEventArguments } from "./getEvent";
import { decodeInput, type InputOf, type ObjectSchema, objectSchema } from "./input";
import { collectionsArguments, listCollections } from "./listCollections";
import { openFeed, openFeedArguments } from "./openFeed";
import { type AgentEditor, InputProblem, type Question } from "./question";
import { searchArguments, searchEvents } from "./searchEvents";
import { summarizeEvents, summaryArguments } from "./summarizeEvents";
import { type ToolName, toolNames } from "../../ids";

/** A tool as agents see it. package.json declares the same for VS Code, and a test compares them. */
interface Tool {
  readonly name: ToolName;
  /** How people refer to the tool in a prompt: `#companyEvents`. */
  readonly referenceName: string;
  readonly title: string;
  /** For the model: what the tool does, when to use it, what it returns. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** @param input may have any shape. @throws {InputProblem | ApiError} where there is no answer */
  readonly answer: (input: unknown, question: Question) => Promise<string>;
}

export interface ToolAnswer {
  readonly text: string;
  /** The call failed; the text says why and what to do next. */
  readonly isError?: true;
  /** What was thrown although nothing should throw it, for the log. */
  readonly unexpected?: unknown;
}

function tool<A extends Parameters<typeof objectSchema>[0]>(
  about: Omit<Tool, "inputSchema" | "answer">,
  args: A,
  answer: (input: InputOf<A>, question: Question) => Promise<string>,
): Tool {
  return {
    ...about,
    inputSchema: objectSchema(args),
    answer: (input, question) => answer(decodeInput(args, input), question),
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
 * Answers a call, of VS Code or of an MCP client. Bad input and failures of the service become a sentence.
 * @param name of a tool; MCP clients may pass anything
 * @throws {Error} if the call was canceled
 */
export async function callTool(
  name: string,
  input: unknown,
  editor: AgentEditor,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    signal.throwIfAborted();
    const called = tools.find((each) => each.name === name);
    if (!called) {
      throw new InputProblem(`There is no such tool. The tools are ${toolNames.join(", ")}.`);
    }
    const connection = editor.connection();
    if (!connection) {
      throw new InputProblem(notConnected);
    }
    return { text: await called.answer(input, { editor, connection, signal }) };
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    if (error instanceof InputProblem) {
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
