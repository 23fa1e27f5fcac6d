import { ApiError, toApiError } from "../../api/errors";
import { EventReader } from "../../feed/eventReader";
import { defaultTokenBudget } from "./answer/tokens";
import type { AgentEnvironment } from "./environment";
import { errorSentence } from "./answer/errorSentence";
import { getEvent } from "./getEvent";
import { decodeInput, type ToolInputs } from "./input/decodeInput";
import { listCollections } from "./listCollections";
import { openFeed } from "./openFeed";
import { PageHandles } from "./pageHandles";
import { AnswerBudget } from "./reading/answerBudget";
import { QuestionReader } from "./reading/questionReader";
import { RequestBudget } from "./reading/requestBudget";
import { searchEvents } from "./searchEvents";
import { summarizeEvents } from "./summarizeEvents";
import { InputProblem, type ToolContext } from "./toolContext";
import { toolNames, type ToolName } from "./toolNames";

export interface ToolCall {
  readonly name: ToolName;
  /** What the agent passed: it may have any shape. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Upper limit of the answer's length in tokens; about 2,000 by default. */
  readonly tokenBudget?: number;
}

export interface ToolAnswer {
  readonly text: string;
  /** The call failed; the text says why and what to do next. */
  readonly isError?: true;
  /** What was thrown although nothing should throw it, for the log. */
  readonly unexpected?: unknown;
}

const notConnected =
  'Company Feed has no active connection, so there is nothing to read. Ask the user to run "Company Feed: Connect…", or ' +
  '"Company Feed: Connect to Sample Service" to try it with invented data. Then call again.';

/** @throws {InputProblem | ApiError} where there is no answer */
type Tool = (input: unknown, context: ToolContext) => Promise<string>;

const tools: Readonly<Record<ToolName, Tool>> = {
  companyfeed_search_events: withInput("companyfeed_search_events", searchEvents),
  companyfeed_summarize_events: withInput("companyfeed_summarize_events", summarizeEvents),
  companyfeed_get_event: withInput("companyfeed_get_event", getEvent),
  companyfeed_list_collections: withInput("companyfeed_list_collections", listCollections),
  companyfeed_open_feed: withInput("companyfeed_open_feed", openFeed),
};

function withInput<N extends ToolName>(
  name: N,
  tool: (input: ToolInputs[N], context: ToolContext) => Promise<string>,
): Tool {
  return (value, context) => {
    const decoded = decodeInput(name, value);
    if ("problem" in decoded) {
      throw new InputProblem(decoded.problem);
    }
    return tool(decoded.input, context);
  };
}

/** What agents may ask. VS Code's language model tools and the MCP server both call this and nothing else. */
export class AgentTools {
  /** The parts of the context that live longer than a call. */
  private readonly shared: Omit<ToolContext, "connection" | "signal" | "tokenBudget">;

  constructor(environment: AgentEnvironment) {
    const budget = new RequestBudget(environment.clock);
    this.shared = {
      environment,
      budget,
      answers: new AnswerBudget(environment.clock),
      questionReader: new QuestionReader(environment, budget),
      eventReader: new EventReader(),
      pages: new PageHandles(environment.clock),
    };
  }

  /** Answers a call. Bad input and failures become a sentence. @throws {ApiError} only if the call was canceled */
  async call({ name, input, signal, tokenBudget = defaultTokenBudget }: ToolCall): Promise<ToolAnswer> {
    try {
      const connection = this.shared.environment.connection();
      if (!connection) {
        return { text: notConnected, isError: true };
      }
      const text = await this.answer(name, input, { ...this.shared, connection, signal, tokenBudget });
      return { text };
    } catch (error) {
      return this.failure(error, signal);
    }
  }

  private answer(name: string, input: unknown, context: ToolContext): Promise<string> {
    // MCP clients may name any tool.
    const tool = new Map<string, Tool>(Object.entries(tools)).get(name);
    if (!tool) {
      throw new InputProblem(`There is no such tool. The tools are ${toolNames.join(", ")}.`);
    }
    return tool(input, context);
  }

  private failure(error: unknown, signal: AbortSignal): ToolAnswer {
    if (error instanceof InputProblem) {
      return { text: error.message, isError: true };
    }
    if (!(error instanceof ApiError)) {
      return {
        text: errorSentence(toApiError(error)),
        isError: true,
        unexpected: error,
      };
    }
    if (error.kind === "aborted" && signal.aborted) {
      throw error;
    }
    return { text: errorSentence(error), isError: true };
  }
}
