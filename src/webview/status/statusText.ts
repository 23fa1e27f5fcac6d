/** Texts of the status line and of the end of the list. */
import * as l10n from "@vscode/l10n";
import type { Activity, Completeness, LiveState } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { PanelState } from "../../shared/protocol";
import { eventCountText, formatNumber } from "../../shared/text";
import { isNarrowed } from "../filters/queryText";
import { displayLine } from "../ui/text";
import { durationText, gapText, shortInstant } from "../../shared/times";

export function canLoadAll(panel: PanelState): boolean {
  const { content, activity, completeness } = panel;
  const hasMore = completeness.kind !== "complete" && completeness.kind !== "limit";
  return content === "current" && hasMore && !activity && !isBlocked(panel);
}

/** Nothing can be loaded until the user does what the failure line says. */
export function isBlocked({ problem, live }: PanelState): boolean {
  return problem !== undefined && (problem.action === "everything" || live.kind === "stopped");
}

/**
 * True if scrolling to the end loads older events. Loading a previous window, or continuing after a problem
 * other than a failed check, takes a click. In a filtered or sorted list, the last row is not the oldest event.
 */
export function loadsAtEnd(panel: PanelState): boolean {
  const { completeness, problem, view } = panel;
  const hasFailed = problem !== undefined && problem.action !== "live";
  return canLoadAll(panel) && completeness.kind === "more" && !hasFailed && !isNarrowed(view) && !view.sort;
}

/**
 * `checked 12 s ago`; empty before the first check.
 * @param ageMs since the state was received
 */
export function checkedText(live: LiveState, ageMs: number): string {
  if (live.kind === "checking" && !live.failing) {
    return l10n.t("checking…");
  }
  return "checkedAgoMs" in live ? l10n.t("checked {0} ago", durationText(live.checkedAgoMs + ageMs)) : "";
}

/** `Loading all… 4,800 so far · 21%` */
export function activityText({ kind, pages, events, percentage }: Activity): string {
  const labels: Readonly<Record<Activity["kind"], string>> = {
    first: l10n.t("Loading…"),
    older: l10n.t("Loading older…"),
    refresh: l10n.t("Refreshing…"),
    gap: l10n.t("Loading the gap…"),
    window: l10n.t("Loading all…"),
  };
  const soFar = pages > 1 ? ` ${l10n.t("{0} so far", formatNumber(events))}` : "";
  return `${labels[kind]}${soFar}${percentage === undefined ? "" : ` · ${l10n.t("{0}%", percentage)}`}`;
}

/**
 * The second part of `67 loaded · 3 d not loaded`.
 * @param loaded number of loaded events
 */
export function completenessText({ completeness, notLoadedMs = 0 }: PanelState, loaded: number): string {
  switch (completeness.kind) {
    case "complete":
      return l10n.t({ message: "complete", args: [], comment: ["All events of the time range are loaded"] });
    case "more":
    case "gap":
      return notLoadedMs > 0
        ? l10n.t("{0} not loaded", durationText(notLoadedMs))
        : l10n.t({ message: "more available", args: [], comment: ["More events can be loaded"] });
    case "limit":
      return withoutPeriod(limitText(completeness, loaded));
    case "stopped":
      return withoutPeriod(displayLine(completeness.message));
  }
}

export function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** The limit applies to all feeds together. */
function limitText({ maxEvents }: Extract<Completeness, { kind: "limit" }>, loaded: number): string {
  return loaded < maxEvents
    ? l10n.t("Limit of {0} across all feeds reached.", eventCountText(maxEvents))
    : l10n.t("Limit of {0} reached.", eventCountText(maxEvents));
}

/** The sentence below the last row. @param loaded number of loaded events */
export function endText(
  { completeness, window }: PanelState,
  loaded: number,
  zone: ZoneChoice,
  nowMs: number,
): string {
  const start = shortInstant(window?.sinceMs ?? 0, zone, nowMs);
  switch (completeness.kind) {
    case "complete":
      return completeness.before
        ? l10n.t("Complete since {0}", start)
        : l10n.t("Complete. The time range can't go back further.");
    case "more":
      return completeness.older ? l10n.t("{0} not loaded", gapText(completeness.older, zone)) : "";
    case "gap":
      return l10n.t("Loaded back to {0}, with gaps", start);
    case "limit":
      return limitText(completeness, loaded);
    case "stopped":
      return displayLine(completeness.message);
  }
}
