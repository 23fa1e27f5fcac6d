/** How live updates stand, as a part of the status line. */
import type { LiveState } from "../../shared/feedState";
import { html, nothing, type TemplateResult } from "lit";

/**
 * What changes from second to second is there for who sees it only: nobody wants to hear it.
 * @param brief without it: something else has more to tell
 */
export function liveText(live: LiveState, nowMs: number, brief = false): TemplateResult | undefined {
  switch (live.kind) {
    case "off":
      return undefined;
    case "paused":
      return html`<span class="live-dot idle" aria-hidden="true"></span>Live updates paused`;
    case "stopped":
      return html`<span class="live-dot idle" aria-hidden="true"></span>Live updates stopped`;
    case "checking":
    case "waiting":
      // One template for both: a screen reader that follows the text hears nothing when a check begins or ends.
      return html`<span class="live-dot ${live.failing ? "idle" : ""}" aria-hidden="true"></span>${
          live.failing ? "Not live" : "Live"
        }<span class="countdown" aria-hidden="true"
          >${brief ? nothing : ` · ${tickingText(live, nowMs)}`}</span
        >`;
  }
}

type Polling = Extract<LiveState, { readonly kind: "checking" | "waiting" }>;

function tickingText(live: Polling, nowMs: number): string {
  const { failing, nextAt, checkedAt } = live;
  if (failing) {
    return nextAt !== undefined && (live.kind === "waiting" || nextAt > nowMs)
      ? `next try in ${duration(nextAt - nowMs)}`
      : "trying again…";
  }
  if (live.kind === "checking") {
    return "checking…";
  }
  const next = `next in ${duration(live.nextAt - nowMs)}`;
  return checkedAt === undefined ? next : `checked ${duration(nowMs - checkedAt)} ago · ${next}`;
}

/** Whether the text changes with time. */
export function ticks(live: LiveState): boolean {
  return (live.kind === "waiting" || live.kind === "checking") && live.nextAt !== undefined;
}

/** `12 s`, `3 min`, `2 h`. */
function duration(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 100) {
    return `${s} s`;
  }
  return s < 6000 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}
