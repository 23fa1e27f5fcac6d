/** How live updates stand, as a part of the status line. */
import { html, nothing, type TemplateResult } from "lit";
import type { LiveState } from "../shared/protocol";
import { lineOf } from "./text";

/**
 * What changes from second to second is there for who sees it only: nobody wants to hear it.
 * @param brief without it, where all is well: something else has more to tell
 */
export function liveText(live: LiveState, nowMs: number, brief = false): TemplateResult | undefined {
  if (brief && (live.kind === "checking" || (live.kind === "waiting" && live.failure === undefined))) {
    return html`<span class="live-dot" aria-hidden="true"></span>Live`;
  }
  switch (live.kind) {
    case "off":
      return undefined;
    case "paused":
      return html`<span class="live-dot paused" aria-hidden="true"></span>Live updates paused`;
    case "checking":
      return html`<span class="live-dot" aria-hidden="true"></span>Live${ticking("checking…")}`;
    case "stopped":
      return html`<span class="codicon codicon-warning" aria-hidden="true"></span>
        <bdi>${lineOf(live.failure)}</bdi>`;
    case "waiting":
      return live.failure === undefined
        ? html`<span class="live-dot" aria-hidden="true"></span>Live${
              live.checkedAt === undefined
                ? nothing
                : ticking(`checked ${seconds(nowMs - live.checkedAt)} ago`)
            }${ticking(`next in ${seconds(live.nextAt - nowMs)}`)}`
        : html`<span class="codicon codicon-warning" aria-hidden="true"></span>
            <bdi>${lineOf(live.failure)}</bdi>${ticking(`next try in ${seconds(live.nextAt - nowMs)}`)}`;
  }
}

/** Whether a person can ask for the next look themselves. */
export function canRetryLive(live: LiveState): boolean {
  return live.kind === "stopped" || (live.kind === "waiting" && live.failure !== undefined);
}

/** Whether the text changes with time. */
export function ticks(live: LiveState): boolean {
  return live.kind === "waiting";
}

function ticking(text: string): TemplateResult {
  return html`<span class="countdown" aria-hidden="true"> · ${text}</span>`;
}

/** `12 s`, `3 min`, `2 h`. */
function seconds(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 100) {
    return `${s} s`;
  }
  return s < 6000 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}
