/** How loading an entire window goes. */
import type { Activity } from "../../shared/feedState";
import { counted } from "../../shared/text";

/** `440 more events on 3 pages, 1.9 of 7 days, 210 events/s`: those that came with it, besides what was loaded. */
export function windowProgressText({ events, pages, progress }: Activity, nowMs: number): string {
  const more = counted(events, "more event");
  const parts = [`Loading the entire window: ${more} on ${counted(pages, "page")}`];
  if (progress) {
    const ofDays = inDays(progress.ofDays);
    parts.push(`${inDays(progress.days)} of ${ofDays} ${ofDays === "1" ? "day" : "days"}`);
    const passedMs = nowMs - progress.startedAt;
    if (passedMs >= 1000) {
      parts.push(`${Math.round((events * 1000) / passedMs).toLocaleString()} events/s`);
    }
  }
  return parts.join(", ");
}

function inDays(days: number): string {
  return days.toLocaleString(undefined, { maximumFractionDigits: days < 10 ? 1 : 0 });
}
