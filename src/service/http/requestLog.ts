import type { Log } from "../../util/log";
import type { RequestLogEntry } from "../types";

/**
 * Logs an exchange with the service as one line. It is a warning if the exchange failed, even if another attempt follows. An
 * entry has no header and no body, and the key was redacted from its URL when it was created (`HttpRequest`).
 */
export function logRequest(entry: RequestLogEntry, log: Pick<Log, "info" | "warn">): void {
  const { method, path, query, status, durationMs, bytes, attempt, failure } = entry;
  const outcome = [status, failure].filter((part) => part !== undefined).join(" ");
  const level = failure === undefined || failure === "aborted" ? "info" : "warn";
  log[level](
    `${method} ${path}${query} → ${outcome}, ${Math.round(durationMs)} ms, ${bytes} bytes, attempt ${attempt}`,
  );
}
