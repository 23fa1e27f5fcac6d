import * as vscode from "vscode";
import { ApiError } from "./api/errors";
import { commands, type CommandId } from "./ids";
import { Disposable } from "./util/disposable";
import { type Log, errorMessage, logRejection, errorStack } from "./util/log";
import { escapeNotification } from "./util/strings";
import { showError } from "./window";

/** A command that others call for its result, too. */
export interface RegisterOptions {
  /**
   * Whether this call was made for its result. What goes wrong then is the caller's to tell: a task whose command did not
   * reject would run with a file that is not there.
   */
  readonly forResult: (...args: unknown[]) => boolean;
}

/** Runs every command: what one throws is logged and told to the person, never swallowed. */
export class CommandRegistrar extends Disposable {
  constructor(private readonly log: Log) {
    super();
  }

  /** Registers `run` under `id`. It gets whatever the caller passed: decode it. */
  registerCommand(id: CommandId, run: (...args: unknown[]) => unknown, options?: RegisterOptions): void {
    this.register(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          return await run(...args);
        } catch (error) {
          if (options?.forResult(...args)) {
            this.note(id, error);
            // VS Code shows it in a notification of its own.
            throw new Error(escapeNotification(errorMessage(error)), { cause: error });
          }
          // Not awaited: the caller goes on, whether or not somebody reads what went wrong.
          logRejection(this.tell(id, error), this.log);
          return undefined;
        }
      }),
    );
  }

  private async tell(id: CommandId, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.kind === "aborted") {
      return;
    }
    this.note(id, error);
    const message = errorMessage(error);
    const showLog = "Show Log";
    if ((await showError(message, showLog)) === showLog) {
      await vscode.commands.executeCommand(commands.showLog);
    }
  }

  private note(id: CommandId, error: unknown): void {
    this.log.error(`${id}: ${error instanceof ApiError ? error.message : errorStack(error)}`);
  }
}
