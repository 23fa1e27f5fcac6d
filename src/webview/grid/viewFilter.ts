/** What is left out of the loaded events: by a search that shows its matches only, by a stretch of time that is zoomed to. */
import { html, type TemplateResult } from "lit";
import type { ZoneChoice } from "../../shared/pageState";
import type { View } from "../../shared/protocol";
import { lineOf } from "../ui/text";
import { shortInstant } from "../ui/times";

/** Whether rows are left out that are loaded. */
export function isFiltered({ text, only, span }: View): boolean {
  return (text !== "" && only) || span !== undefined;
}

/** One sentence: what is looked for among the loaded events, and that there is none of it. */
export function nothingInViewMessage(
  { text, only, span }: View,
  zone: ZoneChoice,
  nowMs: number,
): TemplateResult {
  const edge = (ms: number): string => shortInstant(ms, zone, nowMs);
  const when = span ? ` between ${edge(span.sinceMs)} and ${edge(span.untilMs)}` : "";
  return text !== "" && only
    ? html`No loaded event${when} matches “<bdi>${lineOf(text)}</bdi>”.`
    : html`No event is loaded${when}.`;
}
