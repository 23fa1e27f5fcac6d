import type { EventReader } from "../../feed/eventReader";
import type { AgentConnection, AgentEnvironment } from "./environment";
import type { FoundEvents } from "./foundEvents";
import type { PageHandles } from "./pageHandles";
import type { AnswerBudget } from "./reading/answerBudget";
import type { QuestionReader } from "./reading/questionReader";
import type { RequestBudget } from "./reading/requestBudget";

/** What a tool can use during one call. */
export interface ToolContext {
  readonly environment: AgentEnvironment;
  /** The connection that was active when the call came. */
  readonly connection: AgentConnection;
  readonly signal: AbortSignal;
  /** Upper limit of the answer's length in tokens. */
  readonly tokenBudget: number;
  readonly questionReader: QuestionReader;
  /** Limits the requests of all agents. Tools use it for requests that `questionReader` does not send. */
  readonly budget: RequestBudget;
  /** Limits questions about events. */
  readonly answers: AnswerBudget;
  readonly eventReader: EventReader;
  readonly pages: PageHandles<FoundEvents>;
}

/** A call that cannot be answered as it is. The message is for the agent: a sentence that says what to do next. */
export class InputProblem extends Error {}
