/** The texts of the status line and of the end of the list. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Activity, Completeness, LiveState } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { PanelState } from "../../shared/protocol";
import { eventCount, formatNumber } from "../../shared/text";
import { displayLine } from "../ui/text";
import { shortInstant, unitText } from "../../shared/times";

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
      return html`<span class="live-dot idle" aria-hidden="true"></span>${l10n.t("Live updates paused")}`;
    case "stopped":
      return html`<span class="live-dot idle" aria-hidden="true"></span>${l10n.t("Live updates stopped")}`;
    case "checking":
    case "waiting":
      // One template for both, so that screen readers announce nothing when a check starts or ends.
      return pollingText(live, showCountdown ? countdownText(live, nowMs) : "");
  }
}

type Polling = Extract<LiveState, { readonly kind: "checking" | "waiting" }>;

/** In a narrow panel, the countdown of a failing feed is enough. */
function pollingText({ failing }: Polling, countdown: string): TemplateResult {
  return html`<span class="live-dot ${failing ? "idle" : ""}" aria-hidden="true"></span
    ><span class="live-state ${failing && countdown ? "if-wide" : ""}"
      >${failing ? l10n.t("Not live") : l10n.t("Live")}<span class="dot" aria-hidden="true"
        >${countdown ? " · " : nothing}</span
      ></span
    ><span class="countdown" aria-hidden="true">${countdown}</span>`;
}

/** Empty if nothing was checked yet. */
function countdownText(live: Polling, nowMs: number): string {
  const { failing, nextAt, checkedAt } = live;
  if (failing) {
    return retryText(
      nextAt !== undefined && (live.kind === "waiting" || nextAt > nowMs) ? nextAt - nowMs : 0,
    );
  }
  if (live.kind === "checking") {
    return l10n.t("checking…");
  }
  return checkedAt === undefined ? "" : l10n.t("checked {0} ago", roundedDuration(nowMs - checkedAt));
}

/** When the next attempt starts. @param delayMs 0 or less: now */
function retryText(delayMs: number): string {
  return delayMs > 0 ? l10n.t("Retrying in {0}", roundedDuration(delayMs)) : l10n.t("Retrying…");
}

/** Whether a part of the line changes every second. */
export function hasCountdown({ activity, live }: PanelState): boolean {
  const polling = live.kind === "waiting" || live.kind === "checking";
  return Boolean(activity?.waiting ?? activity?.progress) || (polling && live.nextAt !== undefined);
}

/** `12 s`, `3 min`, `2 h`. */
function roundedDuration(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 100) {
    return unitText("second", s);
  }
  return s < 6000 ? unitText("minute", Math.round(s / 60)) : unitText("hour", Math.round(s / 3600));
}

// ---- Activity ---------------------------------------------------------------------------------------------------

export function activityText(activity: Activity, nowMs: number): string | TemplateResult {
  const { kind, pages, events, waiting } = activity;
  if (waiting) {
    return waitingText(waiting, nowMs);
  }
  const soFar = pages > 1 ? eventCount(events) : undefined;
  switch (kind) {
    case "first":
      return soFar ? l10n.t("Loading events… {0} so far", soFar) : l10n.t("Loading events…");
    case "older":
      return soFar ? l10n.t("Loading older events… {0} so far", soFar) : l10n.t("Loading older events…");
    case "refresh":
      return soFar ? l10n.t("Refreshing… {0} so far", soFar) : l10n.t("Refreshing…");
    case "gap":
      return soFar ? l10n.t("Loading missing events… {0} so far", soFar) : l10n.t("Loading missing events…");
    case "window":
      return l10n.t("Loading entire window: {0}", windowProgress(activity, nowMs).join(" · "));
  }
}

/** How much of the window is loaded, 0 to 100; undefined if that is not known. */
export function windowPercentage({ progress }: Activity): number | undefined {
  if (!progress) {
    return undefined;
  }
  const { days, ofDays } = progress;
  return ofDays > 0 ? Math.min(100, Math.floor((days / ofDays) * 100)) : 100;
}

/** `440 events`, `27 %`, `210 events/s`. */
function windowProgress(activity: Activity, nowMs: number): string[] {
  const { events, progress } = activity;
  const percentage = windowPercentage(activity);
  const parts = [eventCount(events)];
  if (progress && percentage !== undefined) {
    parts.push(l10n.t("{0} %", percentage));
    const elapsedMs = nowMs - progress.startedAt;
    if (elapsedMs >= 1000) {
      parts.push(l10n.t("{0} events/s", formatNumber(Math.round((events * 1000) / elapsedMs))));
    }
  }
  return parts;
}

/** The countdown is hidden from screen readers, which would read it out every second; first, since a message may be cut off. */
function waitingText({ message, untilMs }: NonNullable<Activity["waiting"]>, nowMs: number): TemplateResult {
  return html`<span class="codicon codicon-warning" aria-hidden="true"></span
    ><span class="countdown" aria-hidden="true"
      >${retryText(Math.ceil((untilMs - nowMs) / 1000) * 1000)} · </span
    ><bdi class="problem-text">${displayLine(message).replace(/\.$/, "")}</bdi
    ><span class="sr-only">. ${retryText(0)}</span>`;
}

// ---- Completeness -----------------------------------------------------------------------------------------------

/** Follows the number of loaded events: `67 loaded · more available`. @param loaded number of loaded events */
export function completenessText(completeness: Completeness, loaded: number): string {
  switch (completeness.kind) {
    case "complete":
      return l10n.t({ message: "complete", args: [], comment: ["All events of the time range are loaded"] });
    case "more":
      return l10n.t({ message: "more available", args: [], comment: ["More events can be loaded"] });
    case "gap":
      return l10n.t("some newer events not loaded");
    case "limit":
      return loaded < completeness.maxEvents
        ? l10n.t("limit of {0} across all feeds reached", eventCount(completeness.maxEvents))
        : l10n.t("limit of {0} reached", eventCount(completeness.maxEvents));
    case "stopped":
      return displayLine(completeness.message).replace(/\.$/, "");
  }
}

/**
 * The sentence below the last row. The limit applies to all feeds together: with fewer events than that in this one, others hold
 * the rest.
 * @param loaded number of loaded events
 */
export function endText(
  { completeness, window }: PanelState,
  loaded: number,
  zone: ZoneChoice,
  nowMs: number,
): string {
  const start = window && shortInstant(window.sinceMs, zone, nowMs);
  switch (completeness.kind) {
    case "complete":
      return start && completeness.before
        ? l10n.t("Complete since {0}", start)
        : l10n.t("Complete. No earlier dates.");
    case "more":
      return start ? l10n.t("Time range starts {0}", start) : "";
    case "gap":
      return start
        ? l10n.t("Some events since {0} are not loaded", start)
        : l10n.t("Some events are not loaded");
    case "limit":
      return loaded < completeness.maxEvents
        ? l10n.t("Limit of {0} across all feeds reached.", eventCount(completeness.maxEvents))
        : l10n.t("Limit of {0} reached.", eventCount(completeness.maxEvents));
    case "stopped":
      return displayLine(completeness.message);
  }
}
