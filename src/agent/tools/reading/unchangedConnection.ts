import { setMaxListeners } from "node:events";
import { ApiError } from "../../../api/errors";
import { CombinedSignal } from "../../../util/combinedSignal";
import type { AgentConnection } from "../environment";

/**
 * Runs work whose requests must all go to the same organization: it ends as soon as the connection or its key is changed.
 * @throws {ApiError} `connectionChanged` if it was changed
 */
export async function whileUnchanged<T>(
  { changed }: Pick<AgentConnection, "changed">,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Each call has a listener while it runs: many are no leak.
  setMaxListeners(0, changed);
  const combined = new CombinedSignal(signal, changed);
  try {
    return await work(combined.signal);
  } catch (error) {
    throw changed.aborted ? changedError() : error;
  } finally {
    combined.dispose();
  }
}

export function changedError(): ApiError {
  return new ApiError({ kind: "connectionChanged" }, "The connection or its API key was changed meanwhile.");
}
