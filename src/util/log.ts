/** The part of VS Code's log channel that the code uses. Never given a header, a key or a body. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Notes what goes wrong in work that nobody waits for: a fault of ours, for what may be expected is dealt with there. */
export function logRejection(work: Promise<unknown>, log: Pick<Log, "error">): void {
  work.catch((error: unknown) => log.error(errorStack(error)));
}

/** What an error says, for a person. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What an error says, for a log. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
