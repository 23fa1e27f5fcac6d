import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { commands, toolNames } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { SavedFeedList } from "../savedFeeds/savedFeedList";
import { connectionLabel } from "../shared/connectionLabel";
import type { DisposableStore } from "../util/disposable";
import { errorStack } from "../util/errors";
import { lazyAsync } from "../util/lazy";
import { oneLine } from "../util/strings";
import { withSignal } from "../window";
import { type McpParts, registerMcp } from "./editor/registerMcp";
import type { ToolAnswer } from "./tools/tools";

interface AgentParts extends McpParts {
  readonly panels: { readonly load: () => Promise<FeedPanels> };
  readonly savedFeeds: () => Promise<SavedFeedList>;
}

/**
 * Registers what agents may ask, for those in VS Code and, once that is enabled, through MCP. The tools themselves are loaded with the first call.
 * @param resources owns everything that is created
 */
export function registerAgent(
  registrar: CommandRegistrar,
  parts: AgentParts,
  resources: DisposableStore,
): void {
  const { clock, log, connections, panels, savedFeeds } = parts;
  const load = lazyAsync(async () => {
    const [{ callTool }, { WindowEditor }] = await Promise.all([
      import("./tools/tools"),
      import("./editor/windowEditor"),
    ]);
    return { callTool, editor: new WindowEditor(clock, connections, panels.load, savedFeeds) };
  });
  /** The one entrance: each call is a line of the log. */
  const callFrom =
    (caller: "editor" | "MCP") =>
    async (name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> => {
      const { callTool, editor } = await load();
      const answer = await callTool(name, input, editor, signal);
      // Not the input, nor the name of an unknown tool: an agent may write anything there.
      const known = toolNames.find((each) => each === name) ?? "?";
      log.info(`Agent (${caller}) ${known}: ${answer.isError ? "refused" : "answered"}`);
      if (answer.unexpected !== undefined) {
        log.error(errorStack(answer.unexpected));
      }
      return answer;
    };
  const callFromEditor = callFrom("editor");
  for (const name of toolNames) {
    resources.add(
      // Without confirmation: the tools only read. VS Code passes on any input, whatever the schema says.
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: () => {
          const asked = connections.active && connectionLabel(connections.active.connection);
          return { invocationMessage: l10n.t("Asking {0}…", oneLine(asked ?? "Company Feed", 60)) };
        },
        invoke: ({ input }, token) =>
          withSignal(token, async (signal) => {
            try {
              const { text } = await callFromEditor(name, input, signal);
              return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
            } catch (error) {
              throw signal.aborted ? new vscode.CancellationError() : error;
            }
          }),
      }),
    );
  }
  registrar.registerCommand(commands.askAgent, async () => {
    const { askAgent } = await import("./editor/askAgent");
    await askAgent();
  });
  registerMcp(registrar, parts, callFrom("MCP"), resources);
}
