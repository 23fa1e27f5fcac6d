import type { Log } from "../util/log";
import type { RequestLogEntry } from "./types";
import { percentEncoded } from "./urls";

/** Logs an exchange with the service as one line. It is a warning if the exchange failed, even if another attempt follows. */
export function logRequest(entry: RequestLogEntry, log: Pick<Log, "info" | "warn">): void {
  const { method, path, query, status, durationMs, bytes, attempt, failure } = entry;
  const outcome = [status, failure].filter((part) => part !== undefined).join(" ");
  const level = failure === undefined || failure === "aborted" ? "info" : "warn";
  log[level](
    `${method} ${path}${query} → ${outcome}, ${Math.round(durationMs)} ms, ${bytes} bytes, attempt ${attempt}`,
  );
}

/** Invisible between two characters: spaces, controls, zero-width characters, marks. */
const invisible = "[\\s\\p{Cc}\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}]*";

/**
 * Replaces the key in a text that is logged or shown: the logged URL, a redirect's target, the service's error message. It
 * finds the key in plain text, percent-encoded and in base64, in any letter case, and with invisible characters inside.
 */
export function redactor(key: string): (text: string) => string {
  const inBase64 = [key, `Bearer ${key}`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  );
  const spellings = [...inBase64, key, encodeURIComponent(key.toWellFormed()), percentEncoded(key)];
  const patterns = spellings.map((text) =>
    Array.from(text, (char) => char.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(invisible),
  );
  const pattern = new RegExp(patterns.join("|"), "giu");
  return (text) => (key === "" ? text : text.replace(pattern, "[key]"));
}
