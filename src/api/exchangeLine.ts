import type { Exchange } from "./types";

/** One line for the log: method, path, query, status, duration, size, attempt. Never a header. */
export function exchangeLine(exchange: Exchange): string {
  const { method, path, query, status, durationMs, bytes, attempt, failure } = exchange;
  const outcome = [status, failure].filter((part) => part !== undefined).join(" ");
  return `${method} ${path}${query} → ${outcome}, ${Math.round(durationMs)} ms, ${bytes} bytes, attempt ${attempt}`;
}
