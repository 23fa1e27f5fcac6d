/** How loading an entire window goes. */
import type { Activity } from "../shared/protocol";
import { counted } from "./text";

export function windowProgressText({ events, pages, walk }: Activity, nowMs: number): string {
  const parts = [`Loading the entire window: ${counted(events, "event")} on ${counted(pages, "page")}`];
  if (walk) {
    parts.push(`${inDays(walk.days)} of ${counted(Math.ceil(walk.ofDays), "day")}`);
    const passedMs = nowMs - walk.startedAt;
    if (passedMs >= 1000) {
      parts.push(`${Math.round((events * 1000) / passedMs).toLocaleString()} events/s`);
    }
  }
  return parts.join(", ");
}

function inDays(days: number): string {
  return days.toLocaleString(undefined, { maximumFractionDigits: days < 10 ? 1 : 0 });
}
