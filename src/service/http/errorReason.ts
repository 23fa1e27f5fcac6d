import { oneLine } from "../../util/strings";

/** Fields that hold the message of an error body, the most specific first (`docs/service.md`, Errors). */
const messageFields = ["detail", "message", "msg", "error", "errors", "error_description", "title", "reason"];

/** Enough for `{"error":{"details":[{"msg":…}]}}`. */
const maxDepth = 4;
const maxParts = 3;
const maxLength = 200;

/**
 * The service's message in an error body of any shape: one line of plain text, at most 200 characters; undefined for HTML, an
 * empty body and anything without words. `redact` removes the key if the service echoes it.
 */
export function reasonIn(
  body: string,
  contentType: string | null,
  redact: (text: string) => string,
): string | undefined {
  const raw = rawMessage(body, contentType) ?? "";
  // Without the invisible characters that could hide a key, but before it is shortened, which could leave half of one.
  const reason = oneLine(redact(oneLine(raw, raw.length)), maxLength);
  return /\p{L}/u.test(reason) ? reason : undefined;
}

function rawMessage(body: string, contentType: string | null): string | undefined {
  try {
    return messageIn(JSON.parse(body), maxDepth);
  } catch {
    const isPlainText = /^text\/plain\b/i.test(contentType ?? "");
    return isPlainText && !/^\s*</.test(body) ? body : undefined;
  }
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") {
    return value.trim() === "" ? undefined : value;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const parts = value.slice(0, maxParts).map((part: unknown) => messageIn(part, depth - 1));
    const messages = parts.filter((part) => part !== undefined);
    return messages.length === 0 ? undefined : messages.join("; ");
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const field of messageFields) {
    const message = messageIn(fields.get(field), depth - 1);
    if (message !== undefined) {
      return locationPrefix(fields.get("loc")) + message;
    }
  }
  return undefined;
}

/** `["query","page_size"]`, the location of a validation error, as "query.page_size: ". */
function locationPrefix(loc: unknown): string {
  if (!Array.isArray(loc)) {
    return "";
  }
  const segments = loc.filter((segment) => typeof segment === "string" || typeof segment === "number");
  return segments.length === 0 ? "" : `${segments.join(".")}: `;
}
