import { ApiError, toApiError } from "../../service/errors";
import { errorSentence } from "./errorSentence";
import { getEvent, getEventArguments } from "./getEvent";
import { decodeInput, type InputOf } from "./input";
import { collectionsArguments, listCollections } from "./listCollections";
import { openFeed, openFeedArguments } from "./openFeed";
import { searchArguments, searchEvents } from "./searchEvents";
import { summarizeEvents, summaryArguments } from "./summarizeEvents";
import { type ToolHost, InvalidArgumentError, type ToolCallContext } from "./toolCallContext";
import { type ToolName, toolNames } from "../../ids";

export interface ToolAnswer {
  readonly text: string;
  /** Set if the call failed; the text says why and what to do next. */
  readonly isError?: true;
  /** An error that is a bug, for the log. */
  readonly unexpected?: unknown;
}

/** @param input may have any shape. @throws {InvalidArgumentError | ApiError} */
type Tool = (input: unknown, context: ToolCallContext) => Promise<string>;

function tool<A extends Parameters<typeof decodeInput>[0]>(
  args: A,
  answer: (input: InputOf<A>, context: ToolCallContext) => Promise<string>,
): Tool {
  return (input, context) => answer(decodeInput(args, input), context);
}

/** The tools for agents. package.json tells models what they do. */
const tools: Readonly<Record<ToolName, Tool>> = {
  companyfeed_search_events: tool(searchArguments, searchEvents),
  companyfeed_summarize_events: tool(summaryArguments, summarizeEvents),
  companyfeed_get_event: tool(getEventArguments, getEvent),
  companyfeed_list_collections: tool(collectionsArguments, listCollections),
  companyfeed_open_feed: tool(openFeedArguments, openFeed),
};

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
    const known = toolNames.find((each) => each === name);
    if (!known) {
      throw new InvalidArgumentError(`There is no such tool. The tools are ${toolNames.join(", ")}.`);
    }
    const connection = host.connection();
    if (!connection) {
      throw new InvalidArgumentError(notConnected);
    }
    return { text: await tools[known](input, { host, connection, signal }) };
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
