import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { commands, toolNames } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { SavedFeedList } from "../savedFeeds/savedFeedList";
import { connectionLabel } from "../shared/text";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { errorStack } from "../util/errors";
import type { Log } from "../util/log";
import { oneLine } from "../util/strings";
import { withSignal } from "../window";
import type { CallTool } from "./mcp/httpServer";
import { sampleName, type ToolHost } from "./tools/toolCallContext";

/**
 * Registers the tools for agents in VS Code, and Ask an Agent…. The tools are loaded with the first call.
 * @param resources owns everything that is created
 * @returns calls a tool for an MCP client
 */
export function registerAgent(
  registrar: CommandRegistrar,
  options: {
    readonly clock: Clock;
    readonly log: Log;
    readonly connections: Connections;
    readonly panels: () => Promise<FeedPanels>;
    readonly savedFeedList: () => Promise<SavedFeedList>;
  },
  resources: DisposableStore,
): CallTool {
  const { clock, log, connections, panels, savedFeedList } = options;
  const host: ToolHost = {
    now: () => clock.now(),
    uriScheme: vscode.env.uriScheme,
    connection: () => {
      const client = connections.active;
      return (
        client && {
          name: client.connection.sample ? sampleName : client.connection.name,
          client,
          openFeed: async (query, savedFeed, eventId) => {
            const event = eventId === undefined ? undefined : { id: eventId };
            // Without the focus: the user may be typing elsewhere.
            await (await panels()).open(client, { query, savedFeed, event }, true);
          },
        }
      );
    },
    savedFeeds: async () => (await savedFeedList()).entries,
  };
  /** Every call goes through here, and is logged. */
  const callFrom =
    (caller: "chat" | "MCP"): CallTool =>
    async (name, input, signal) => {
      const { callTool } = await import("./tools/tools");
      const answer = await callTool(name, input, host, signal);
      // Neither the input nor the name of an unknown tool: an agent may write anything there.
      const known = toolNames.find((each) => each === name) ?? "?";
      log.info(`Agent (${caller}) ${known}: ${answer.isError ? "refused" : "answered"}`);
      if (answer.unexpected !== undefined) {
        log.error(errorStack(answer.unexpected));
      }
      return answer;
    };
  const callFromChat = callFrom("chat");
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
              const { text } = await callFromChat(name, input, signal);
              return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
            } catch (error) {
              throw signal.aborted ? new vscode.CancellationError() : error;
            }
          }),
      }),
    );
  }
  registrar.registerCommand(commands.askAgent, async () => {
    const { askAgent } = await import("./vscode/askAgent");
    await askAgent();
  });
  return callFrom("MCP");
}
