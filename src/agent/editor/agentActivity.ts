import * as l10n from "@vscode/l10n";
import { ApiError } from "../../api/errors";
import { shortDay, timeOfDay } from "../../shared/times";
import { isRecord } from "../../shared/typeGuards";
import type { Clock } from "../../util/clock";
import { errorStack } from "../../util/errors";
import type { Log } from "../../util/log";
import { oneLine } from "../../util/strings";
import type { ToolAnswer, ToolCall } from "../tools/agentTools";
import type { ToolName } from "../tools/toolNames";

/** Where a call comes from: VS Code, for any chat or agent in it, or an MCP client, which sends its name. */
export type Caller = { readonly kind: "editor" } | { readonly kind: "mcp"; readonly client: string };

export interface ActivityEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** The active connection's. */
  readonly connectionName: () => string | undefined;
  /** Shows the user what an agent asked last. */
  readonly show: (text: string) => void;
  /** A question was answered. */
  readonly onDidAnswer: () => void;
}

/** Shows the user what agents ask: the last question is on screen, all calls are in the log. */
export class AgentActivity {
  constructor(private readonly environment: ActivityEnvironment) {}

  /** Runs a call of an agent. */
  async observe(
    caller: Caller,
    call: ToolCall,
    run: (call: ToolCall) => Promise<ToolAnswer>,
  ): Promise<ToolAnswer> {
    const { clock, log, show, onDidAnswer } = this.environment;
    const startedMs = clock.now();
    show(this.sentence(caller, call, startedMs));
    const logCall = (outcome: string): void =>
      // Not the input: an agent may write anything there.
      log.info(`Agent (${callerName(caller)}) ${call.name}: ${outcome} in ${clock.now() - startedMs} ms`);
    try {
      const answer = await run(call);
      logCall(`${answer.isError ? "refused" : "answered"}, ${answer.text.length} characters`);
      if (!answer.isError) {
        onDidAnswer();
      }
      if (answer.unexpected !== undefined) {
        log.error(`${call.name}: ${errorStack(answer.unexpected)}`);
      }
      return answer;
    } catch (error) {
      logCall(error instanceof ApiError && error.kind === "aborted" ? "cancelled" : "failed");
      throw error;
    }
  }

  private sentence(caller: Caller, { name, input }: ToolCall, nowMs: number): string {
    const asked = askedText(input);
    const what = actionText(name);
    const connection = this.environment.connectionName();
    const parts = [
      `${shortDay(nowMs, "local", nowMs)}, ${timeOfDay(nowMs, "local")}`,
      ...(caller.kind === "mcp" ? [`MCP (${caller.client})`] : []),
      ...(connection === undefined ? [] : [connection]),
      asked === "" ? what : `${what} (${asked})`,
    ];
    return l10n.t({
      message: "Last asked by an agent: {0}",
      args: [parts.join(" · ")],
      comment: [
        '{0} is a time and what was asked, such as "23 Nov, 10:41 · search events (this_week, Fintech)"',
      ],
    });
  }
}

function callerName(caller: Caller): string {
  return caller.kind === "mcp" ? `MCP, ${caller.client}` : "editor";
}

function actionText(name: ToolName): string {
  switch (name) {
    case "companyfeed_search_events":
      return l10n.t("search events");
    case "companyfeed_summarize_events":
      return l10n.t("summarize events");
    case "companyfeed_get_event":
      return l10n.t("read an event");
    case "companyfeed_list_collections":
      return l10n.t("list collections");
    case "companyfeed_open_feed":
      return l10n.t("open the event feed");
  }
}

/** What only shapes the answer. */
const answerFields: ReadonlySet<string> = new Set(["limit", "detail", "page"]);

/** `this_week, Fintech, 50M` */
function askedText(input: unknown): string {
  const fields = isRecord(input) ? Object.entries(input) : [];
  const values = fields.flatMap(([field, value]): unknown[] =>
    answerFields.has(field) ? [] : Array.isArray(value) ? value.slice(0, 10) : [value],
  );
  const texts = values
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => oneLine(String(value), 40));
  return oneLine(texts.slice(0, 10).join(", "), 120);
}
