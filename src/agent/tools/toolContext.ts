import type { EventReader } from "../../feed/eventReader";
import type { AgentConnection, AgentEnvironment } from "./environment";
import type { FoundEvents } from "./foundEvents";
import type { PageHandles } from "./pageHandles";
import type { AnswerBudget } from "./reading/answerBudget";
import type { QuestionReader } from "./reading/questionReader";
import type { RequestBudget } from "./reading/requestBudget";

/** What a tool has during one call. */
export interface ToolContext {
  readonly environment: AgentEnvironment;
  /** The one that was active when the call came. */
  readonly connection: AgentConnection;
  readonly signal: AbortSignal;
  /** Upper limit of the answer's length in tokens. */
  readonly tokenBudget: number;
  readonly questionReader: QuestionReader;
  /** For requests other than those of `questionReader`. */
  readonly budget: RequestBudget;
  /** For questions about events. */
  readonly answers: AnswerBudget;
  readonly eventReader: EventReader;
  readonly pages: PageHandles<FoundEvents>;
}

/** A call that cannot be answered as it is. The message is for the agent: a sentence that says what to do next. */
export class InputProblem extends Error {}
