import type { CommandRegistrar } from "../commands";
import { commands } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { SavedFeedList } from "../savedFeeds/savedFeedList";
import { connectionLabel } from "../shared/connectionLabel";
import type { DisposableStore } from "../util/disposable";
import { errorStack } from "../util/errors";
import { lazyAsync } from "../util/lazy";
import { registerLanguageModelTools } from "./editor/languageModelTools";
import { type McpParts, registerMcp } from "./editor/registerMcp";
import { toolNames } from "./tools/toolNames";
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
  const connectionName = (): string | undefined => {
    const { active } = connections;
    return active && connectionLabel(active.connection);
  };
  resources.add(registerLanguageModelTools(callFrom("editor"), connectionName));
  registrar.registerCommand(commands.askAgent, async () => {
    const { askAgent } = await import("./editor/askAgent");
    await askAgent();
  });
  registerMcp(registrar, parts, callFrom("MCP"), resources);
}
