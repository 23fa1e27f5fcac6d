import { problemSentence } from "./errorSentence";
import type { EventsRead } from "../reading/questionReader";
import { cleanText } from "./cleanText";
import { instantText } from "./zonedTime";

/**
 * Why events of a window are missing, or known only in part, in words for the first line; empty if all were read. An answer is complete
 * only if this is empty.
 */
export function missingEvents(
  { outcome, error, skipped, titleOnly }: EventsRead,
  timeZone: string,
): string[] {
  const missing: string[] = [];
  switch (outcome.kind) {
    case "complete":
      break;
    case "limit":
      missing.push(
        `there are too many to read at once: those before ${edge(outcome.completeFromMs, timeZone)} were not read`,
      );
      break;
    case "stopped":
      missing.push(
        `those before ${edge(outcome.completeFromMs, timeZone)} could not be read: ${reason(error ? problemSentence(error) : outcome.message)}`,
      );
      break;
    case "failed":
      missing.push(reason(error ? problemSentence(error) : outcome.message));
      break;
  }
  if (skipped > 0) {
    missing.push(`${skipped} ${skipped === 1 ? "item" : "items"} skipped: unreadable`);
  }
  if (titleOnly > 0) {
    missing.push(
      `${titleOnly} ${titleOnly === 1 ? "event is" : "events are"} too large to read: only the title is known`,
    );
  }
  return missing;
}

/** How to get the events that were not read: one sentence, or none if asking differently does not help. */
export function wayToMissing({ events, outcome, error }: EventsRead, timeZone: string): string[] {
  if (outcome.kind !== "limit" && (outcome.kind !== "stopped" || error)) {
    return [];
  }
  if (events.length === 0) {
    return ["Ask for a shorter period."];
  }
  const until = edge(outcome.completeFromMs, timeZone);
  return [`For the others, narrow the filters, or ask with the same since and until ${until}.`];
}

/** How old the events are, unless they were read for this question. */
export function ageNotes({ source, readAtMs }: EventsRead, nowMs: number): string[] {
  return source === "service"
    ? []
    : [
        `Read ${ageText(nowMs - readAtMs)}, ${source === "panel" ? "by an open feed panel" : "for an earlier question"}.`,
      ];
}

/** `40 s ago`, `3 min ago` */
export function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 1
    ? "just now"
    : seconds < 120
      ? `${seconds} s ago`
      : `${Math.round(seconds / 60)} min ago`;
}

/** An instant rounded up to seconds, so that a question for the events before it misses none. */
function edge(ms: number, timeZone: string): string {
  return instantText(Math.ceil(ms / 1000) * 1000, timeZone);
}

function reason(sentence: string): string {
  return cleanText(sentence, 300).replace(/\.$/, "");
}
