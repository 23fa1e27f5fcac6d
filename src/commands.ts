import * as vscode from "vscode";
import { ApiError } from "./api/errors";
import { commands, type CommandId } from "./ids";
import { Owner } from "./util/disposable";
import { type Log, noted, stackOf } from "./util/log";
import { withoutLinks } from "./util/plainText";

/** Runs every command: what one throws is logged and told to the person, never swallowed. */
export class CommandRegistrar extends Owner {
  constructor(private readonly log: Log) {
    super();
  }

  /** Registers `run` under `id`. It gets whatever the caller passed: decode it. */
  register(id: CommandId, run: (...args: unknown[]) => unknown): void {
    this.own(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          return await run(...args);
        } catch (error) {
          // Not awaited: a task goes on, whether or not somebody reads what went wrong.
          noted(this.tell(id, error), this.log);
          return undefined;
        }
      }),
    );
  }

  private async tell(id: CommandId, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.kind === "aborted") {
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    this.log.error(`${id}: ${error instanceof ApiError ? message : stackOf(error)}`);
    const showLog = "Show Log";
    if ((await vscode.window.showErrorMessage(withoutLinks(message), showLog)) === showLog) {
      await vscode.commands.executeCommand(commands.showLog);
    }
  }
}
