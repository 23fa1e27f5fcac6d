import type { Log } from "../../util/log";
import type { RequestLogEntry } from "../types";

/** Logs an exchange: as a warning when it failed, which the caller may well make up for by trying again. */
export function logRequest(exchange: RequestLogEntry, log: Pick<Log, "info" | "warn">): void {
  const { failure } = exchange;
  const level = failure === undefined || failure === "aborted" ? "info" : "warn";
  log[level](logLine(exchange));
}

/** One line for the log: method, path, query, status, duration, size, attempt. Never a header. */
export function logLine(exchange: RequestLogEntry): string {
  const { method, path, query, status, durationMs, bytes, attempt, failure } = exchange;
  const outcome = [status, failure].filter((part) => part !== undefined).join(" ");
  return `${method} ${path}${query} → ${outcome}, ${Math.round(durationMs)} ms, ${bytes} bytes, attempt ${attempt}`;
}
