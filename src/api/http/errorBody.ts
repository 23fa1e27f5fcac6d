import { oneLine } from "../../util/strings";

/** Fields in which error bodies carry their sentence, the telling ones first (`field-notes.md`, Error bodies). */
const sentenceFields = [
  "detail",
  "message",
  "msg",
  "error",
  "errors",
  "error_description",
  "title",
  "reason",
];

/** How deep a sentence is looked for: `{"error":{"details":[{"msg":…}]}}` is as far as it goes in practice. */
const maxDepth = 4;
const maxParts = 3;
const maxLength = 200;

/**
 * What the service says about an error, out of a body of any shape or none. One line of plain text, at most 200 characters,
 * without controls and reordering marks; undefined for HTML, an empty body and anything without words. `redact` takes the
 * key out, in case the service echoes it.
 */
export function errorMessageFromBody(
  body: string,
  contentType: string | null,
  redact: (text: string) => string,
): string | undefined {
  const raw = rawSentence(body, contentType);
  if (raw === undefined) {
    return undefined;
  }
  // Twice: taking marks out could put together what stood apart; shortening first could leave half a key.
  const clean = oneLine(redact(oneLine(redact(raw), raw.length + 1)), maxLength);
  return /\p{L}/u.test(clean) ? clean : undefined;
}

function rawSentence(body: string, contentType: string | null): string | undefined {
  try {
    return sentenceIn(JSON.parse(body), maxDepth);
  } catch {
    const isPlainText = contentType !== null && /^text\/plain\b/i.test(contentType);
    return isPlainText && !/^\s*</.test(body) ? body : undefined;
  }
}

function sentenceIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") {
    return value.trim() === "" ? undefined : value;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const parts = value.slice(0, maxParts).map((part: unknown) => sentenceIn(part, depth - 1));
    const said = parts.filter((part) => part !== undefined);
    return said.length === 0 ? undefined : said.join("; ");
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const field of sentenceFields) {
    const said = sentenceIn(fields.get(field), depth - 1);
    if (said !== undefined) {
      return placeOf(fields.get("loc")) + said;
    }
  }
  return undefined;
}

/** `["query","page_size"]` is where a validation error stands. */
function placeOf(loc: unknown): string {
  if (!Array.isArray(loc)) {
    return "";
  }
  const steps = loc.filter((step) => typeof step === "string" || typeof step === "number");
  return steps.length === 0 ? "" : `${steps.join(".")}: `;
}
