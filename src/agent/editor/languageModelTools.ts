import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { oneLine } from "../../util/strings";
import { withSignal } from "../../window";
import type { ToolAnswer } from "../tools/tools";
import { type ToolName, toolNames } from "../tools/toolNames";

/**
 * Registers the tools with VS Code, where any chat or agent in it can use them. They ask for no confirmation: they only read.
 * VS Code passes on any input, whatever the schema says.
 */
export function registerLanguageModelTools(
  call: (name: ToolName, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>,
  connectionName: () => string | undefined,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: () => ({ invocationMessage: invocationMessage(name, connectionName()) }),
        invoke: ({ input }, token) =>
          withSignal(token, async (signal) => {
            try {
              const { text } = await call(name, input, signal);
              return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
            } catch (error) {
              throw signal.aborted ? new vscode.CancellationError() : error;
            }
          }),
      }),
    ),
  );
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
