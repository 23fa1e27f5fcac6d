import { errorStack } from "./errors";

/** A part of VS Code's `LogOutputChannel`. Never log a header, key or body. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** For promises that are not awaited. Expected failures are handled earlier. */
export function logRejection(promise: PromiseLike<unknown>, log: Pick<Log, "error">): void {
  promise.then(undefined, (error: unknown) => log.error(errorStack(error)));
}
