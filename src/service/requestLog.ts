import type { Log } from "../util/log";

/** One exchange with the service as it is logged: no header, no body, and the key redacted. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** Absent when there was no response. */
  readonly status?: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly attempt: number;
  /** Kind of the failure, if it failed. */
  readonly failure?: string;
}

/** Logs an exchange with the service as one line. It is a warning if the exchange failed, even if another attempt follows. */
export function logRequest(entry: RequestLogEntry, log: Pick<Log, "info" | "warn">): void {
  const { method, path, query, status, durationMs, bytes, attempt, failure } = entry;
  const outcome = [status, failure].filter((part) => part !== undefined).join(" ");
  const level = failure === undefined || failure === "aborted" ? "info" : "warn";
  log[level](
    `${method} ${path}${query} → ${outcome}, ${Math.round(durationMs)} ms, ${bytes} bytes, attempt ${attempt}`,
  );
}
