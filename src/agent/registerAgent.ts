import type { CommandRegistrar } from "../commands";
import { connectionLabel } from "../shared/connectionLabel";
import { commands } from "../ids";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import type { Log } from "../util/log";
import type { Caller } from "./editor/agentActivity";
import type { EditorParts } from "./editor/environment";
import { registerLanguageModelTools } from "./editor/registerLanguageModelTools";
import { type McpEnvironment, registerMcp } from "./editor/mcp/registerMcp";
import type { ToolAnswer, ToolCall } from "./tools/agentTools";

export interface AgentParts extends EditorParts {
  readonly log: Log;
  /** Shows the user what an agent asked last. */
  readonly showActivity: (text: string) => void;
  /** A question of an agent was answered. */
  readonly onDidAnswer: () => void;
  readonly mcp: Omit<McpEnvironment, "clock" | "log" | "connections" | "call">;
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
  const connectionName = (): string | undefined => {
    const { active } = parts.connections;
    return active && connectionLabel(active.connection);
  };
  const tools = lazyAsync(async () => {
    const loaded = await import("./editor/loadedOnFirstCall");
    const { clock, log, showActivity: show, onDidAnswer } = parts;
    return {
      tools: new loaded.AgentTools(resources.add(new loaded.EditorEnvironment(parts))),
      activity: new loaded.AgentActivity({ clock, log, connectionName, show, onDidAnswer }),
      languageModelTool: loaded.languageModelTool,
    };
  });
  /** The one entrance, so that all calls share what was read, are throttled together, and can be seen. */
  const callFrom = async (caller: Caller, call: ToolCall): Promise<ToolAnswer> => {
    const { tools: agentTools, activity } = await tools();
    return activity.observe(caller, call, (observed) => agentTools.call(observed));
  };
  resources.add(
    registerLanguageModelTools(async (name) => {
      const { languageModelTool } = await tools();
      return languageModelTool(name, { call: (call) => callFrom({ kind: "editor" }, call), connectionName });
    }),
  );
  registrar.registerCommand(commands.askAgent, async () => {
    const { askAgent } = await import("./editor/askAgent");
    await askAgent();
  });
  const { clock, log, connections, mcp } = parts;
  registerMcp(
    registrar,
    { ...mcp, clock, log, connections, call: (call, client) => callFrom({ kind: "mcp", client }, call) },
    resources,
  );
}
