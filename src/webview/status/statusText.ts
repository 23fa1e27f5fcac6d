/** The texts of the status line and of the end of the list. */
import { html, nothing, type TemplateResult } from "lit";
import type { Activity, Completeness, LiveState } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import { counted } from "../../shared/text";
import { displayLine } from "../ui/text";
import { shortInstant } from "../ui/times";

// ---- Live updates -----------------------------------------------------------------------------------------------

/**
 * The countdown is hidden from screen readers, which would read it out every second.
 * @param showCountdown false if an activity needs the space
 */
export function liveText(live: LiveState, nowMs: number, showCountdown: boolean): TemplateResult | undefined {
  switch (live.kind) {
    case "off":
      return undefined;
    case "paused":
      return html`<span class="live-dot idle" aria-hidden="true"></span>Live updates paused`;
    case "stopped":
      return html`<span class="live-dot idle" aria-hidden="true"></span>Live updates stopped`;
    case "checking":
    case "waiting":
      // One template for both, so that screen readers announce nothing when a check starts or ends.
      return html`<span class="live-dot ${live.failing ? "idle" : ""}" aria-hidden="true"></span>${
          live.failing ? "Not live" : "Live"
        }<span class="countdown" aria-hidden="true"
          >${showCountdown ? ` · ${countdownText(live, nowMs)}` : nothing}</span
        >`;
  }
}

type Polling = Extract<LiveState, { readonly kind: "checking" | "waiting" }>;

function countdownText(live: Polling, nowMs: number): string {
  const { failing, nextAt, checkedAt } = live;
  if (failing) {
    return nextAt !== undefined && (live.kind === "waiting" || nextAt > nowMs)
      ? `next try in ${durationText(nextAt - nowMs)}`
      : "trying again…";
  }
  if (live.kind === "checking") {
    return "checking…";
  }
  const next = `next in ${durationText(live.nextAt - nowMs)}`;
  return checkedAt === undefined ? next : `checked ${durationText(nowMs - checkedAt)} ago · ${next}`;
}

/** Whether a part of the line changes every second. */
export function hasCountdown({ activity, live }: PanelState): boolean {
  const polling = live.kind === "waiting" || live.kind === "checking";
  return Boolean(activity?.waiting ?? activity?.progress) || (polling && live.nextAt !== undefined);
}

/** `12 s`, `3 min`, `2 h`. */
function durationText(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 100) {
    return `${s} s`;
  }
  return s < 6000 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}

// ---- Activity ---------------------------------------------------------------------------------------------------

const activityLabels: Readonly<Record<Exclude<Activity["kind"], "window">, string>> = {
  first: "Loading events…",
  older: "Loading older events…",
  refresh: "Refreshing…",
  gap: "Loading missing events…",
};

export function activityText(activity: Activity, nowMs: number): string | TemplateResult {
  const { kind, pages, events, waiting } = activity;
  if (waiting) {
    return retryText(waiting, nowMs);
  }
  if (kind === "window") {
    return `Loading entire window: ${windowProgress(activity, nowMs).join(" · ")}`;
  }
  return pages > 1 ? `${activityLabels[kind]} ${counted(events, "event")} so far` : activityLabels[kind];
}

/** `440 events`, `27 %`, `210 events/s`. */
function windowProgress({ events, progress }: Activity, nowMs: number): string[] {
  const parts = [counted(events, "event")];
  if (progress) {
    const { days, ofDays, startedAt } = progress;
    parts.push(`${ofDays > 0 ? Math.min(100, Math.floor((days / ofDays) * 100)) : 100} %`);
    const elapsedMs = nowMs - startedAt;
    if (elapsedMs >= 1000) {
      parts.push(`${Math.round((events * 1000) / elapsedMs).toLocaleString("en-US")} events/s`);
    }
  }
  return parts;
}

function retryText({ message, untilMs }: NonNullable<Activity["waiting"]>, nowMs: number): TemplateResult {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const sentence = displayLine(message).replace(/(?<![.!?…])$/, ".");
  return html`<span class="codicon codicon-warning" aria-hidden="true"></span> <bdi>${sentence}</bdi
    ><span class="sr-only"> Waiting to retry</span
    ><span class="countdown" aria-hidden="true"> Next try in ${seconds} s</span>`;
}

// ---- Completeness -----------------------------------------------------------------------------------------------

/** Follows the number of loaded events: `67 loaded · more available`. @param eventCount number of loaded events */
export function completenessText(completeness: Completeness, eventCount: number): string {
  switch (completeness.kind) {
    case "complete":
      return "complete";
    case "more":
      return "more available";
    case "gap":
      return "some newer events not loaded";
    case "limit":
      return `limit of ${limitText(completeness.maxEvents, eventCount)} reached`;
    case "stopped":
      return displayLine(completeness.message).replace(/\.$/, "");
  }
}

/** The limit applies to all feeds together: with fewer events than that in this one, others hold the rest. */
function limitText(maxEvents: number, eventCount: number): string {
  return `${counted(maxEvents, "event")}${eventCount < maxEvents ? " in all feeds" : ""}`;
}

/** The sentence below the last row. @param eventCount number of loaded events */
export function endText(
  { completeness, window }: PanelState,
  eventCount: number,
  zone: ZoneChoice,
  nowMs: number,
): string {
  const start = window && shortInstant(window.sinceMs, zone, nowMs);
  switch (completeness.kind) {
    case "complete":
      return start && completeness.before ? `Complete since ${start}` : "Complete. No earlier dates.";
    case "more":
      return start ? `Time range starts ${start}` : "";
    case "gap":
      return start ? `Some events since ${start} are not loaded` : "Some events are not loaded";
    case "limit":
      return `Limit of ${limitText(completeness.maxEvents, eventCount)} reached.`;
    case "stopped":
      return displayLine(completeness.message);
  }
}
