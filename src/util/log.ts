import { errorStack } from "./errors";

/** The part of VS Code's `LogOutputChannel` that is used. Never pass it a header, a key or a body. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Logs the rejection of a promise that is not awaited. Expected failures are handled earlier. */
export function logRejection(promise: PromiseLike<unknown>, log: Pick<Log, "error">): void {
  promise.then(undefined, (error: unknown) => log.error(errorStack(error)));
}
