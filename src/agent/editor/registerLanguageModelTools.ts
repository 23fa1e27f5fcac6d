import * as vscode from "vscode";
import { type ToolName, toolNames } from "../tools/toolNames";

/** Registers the tools with VS Code, where any chat or agent in it can use them. @param load loads the code of a tool for its first call */
export function registerLanguageModelTools(
  load: (name: ToolName) => Promise<Required<vscode.LanguageModelTool<unknown>>>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async (options, token) => (await load(name)).prepareInvocation(options, token),
        invoke: async (options, token) => (await load(name)).invoke(options, token),
      }),
    ),
  );
}
