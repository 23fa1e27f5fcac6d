import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ApiError } from "./service/errors";
import { commands, type CommandId, type ContextKey } from "./ids";
import { Disposable } from "./util/disposable";
import { type Log, logRejection } from "./util/log";
import { errorMessage, errorStack } from "./util/errors";
import { escapeNotification } from "./util/strings";
import { showError } from "./window";

/** Sets a context key for `when` clauses in package.json. */
export function setContext(key: ContextKey, value: string | boolean): void {
  void vscode.commands.executeCommand("setContext", key, value);
}

/** Registers commands whose errors are logged and shown. */
export class CommandRegistrar extends Disposable {
  constructor(private readonly log: Log) {
    super();
  }

  /**
   * @param run receives unvalidated arguments
   * @param shouldRethrow true to pass errors to the caller: a task must stop if a command that it runs fails
   */
  registerCommand(
    id: CommandId,
    run: (...args: unknown[]) => unknown,
    shouldRethrow: (...args: unknown[]) => boolean = () => false,
  ): void {
    this.register(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          return await run(...args);
        } catch (error) {
          if (shouldRethrow(...args)) {
            logError(id, error, this.log);
            // VS Code shows the message in a notification.
            throw new Error(escapeNotification(errorMessage(error)), { cause: error });
          }
          reportError(id, error, this.log);
          return undefined;
        }
      }),
    );
  }
}

/** Logs and shows the error, unless the user canceled. @param name for the log */
export function reportError(name: string, error: unknown, log: Log): void {
  if (error instanceof ApiError && error.kind === "aborted") {
    return;
  }
  logError(name, error, log);
  const showLog = l10n.t("Show Log");
  const pressed = async (): Promise<void> => {
    if ((await showError(errorMessage(error), showLog)) === showLog) {
      await vscode.commands.executeCommand(commands.showLog);
    }
  };
  // Not awaited: this would wait until the notification is closed.
  logRejection(pressed(), log);
}

function logError(name: string, error: unknown, log: Log): void {
  log.error(`${name}: ${error instanceof ApiError ? error.message : errorStack(error)}`);
}
