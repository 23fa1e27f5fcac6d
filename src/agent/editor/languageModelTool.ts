import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ApiError } from "../../api/errors";
import { oneLine } from "../../util/strings";
import { withSignal } from "../../window";
import type { ToolAnswer, ToolCall } from "../tools/agentTools";
import type { ToolName } from "../tools/toolNames";

export interface LanguageModelToolEnvironment {
  readonly call: (call: ToolCall) => Promise<ToolAnswer>;
  /** The active connection's; undefined if there is none. */
  readonly connectionName: () => string | undefined;
}

/** How often an answer that the model's own tokenizer finds too long is made shorter. */
const maxCuts = 3;

/** A tool as VS Code calls it, which passes on any input, whatever the schema says. It asks for no confirmation: it only reads. */
export function languageModelTool(
  name: ToolName,
  environment: LanguageModelToolEnvironment,
): Required<vscode.LanguageModelTool<unknown>> {
  return {
    prepareInvocation: () => ({ invocationMessage: invocationMessage(name, environment.connectionName()) }),
    invoke: (options, token) =>
      withSignal(token, (signal) => invoke(name, options, token, signal, environment)),
  };
}

async function invoke(
  name: ToolName,
  { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
  token: vscode.CancellationToken,
  signal: AbortSignal,
  { call }: LanguageModelToolEnvironment,
): Promise<vscode.LanguageModelToolResult> {
  const ask = (tokenBudget?: number): Promise<ToolAnswer> =>
    call({ name, input, signal, ...(tokenBudget !== undefined && { tokenBudget }) });
  try {
    signal.throwIfAborted();
    const { text } = tokenizationOptions ? await fitted(ask, tokenizationOptions, token) : await ask();
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  } catch (error) {
    throw signal.aborted || (error instanceof ApiError && error.kind === "aborted")
      ? new vscode.CancellationError()
      : error;
  }
}

/** An answer that is as long as the model allows, by its own count: ours is an estimate. What was read is not read again. */
async function fitted(
  ask: (tokenBudget: number) => Promise<ToolAnswer>,
  tokenization: vscode.LanguageModelToolTokenizationOptions,
  token: vscode.CancellationToken,
): Promise<ToolAnswer> {
  const { tokenBudget } = tokenization;
  let budget = tokenBudget;
  for (let cuts = 0; ; cuts++) {
    const answer = await ask(budget);
    const count = await tokenization.countTokens(answer.text, token);
    if (count <= tokenBudget || cuts === maxCuts) {
      return answer;
    }
    budget = Math.floor(budget * Math.min(0.9, (0.95 * tokenBudget) / count));
  }
}

function invocationMessage(name: ToolName, connection: string | undefined): string {
  if (connection === undefined) {
    return l10n.t("Looking for a Company Feed connection…");
  }
  const shown = oneLine(connection, 60);
  switch (name) {
    case "companyfeed_search_events":
      return l10n.t("Reading company events from {0}…", shown);
    case "companyfeed_summarize_events":
      return l10n.t("Summarizing company events from {0}…", shown);
    case "companyfeed_get_event":
      return l10n.t("Reading a company event from {0}…", shown);
    case "companyfeed_list_collections":
      return l10n.t("Listing collections of {0}…", shown);
    case "companyfeed_open_feed":
      return l10n.t("Opening the event feed of {0}…", shown);
  }
}
