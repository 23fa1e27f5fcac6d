/** From and To of a time range, as texts that can be edited one by one. */
import * as l10n from "@vscode/l10n";
import type { FeedWindow } from "../../shared/feedQuery";
import { dayMs } from "../../shared/instant";
import type { ZoneChoice } from "../../shared/pageState";
import { instantText, parseTypedInstant } from "../../shared/times";
import type { Validation } from "./entryField";

export type Edge = "since" | "until";

/** Milliseconds since 1970 UTC; undefined: not known, or at the end: now. */
export type TimeRangeEdges = Readonly<Partial<Record<Edge, number | undefined>>>;

/** @param sinceMs when a relative window starts, if that is known */
export function edgesOf(window: FeedWindow, sinceMs: number | undefined): TimeRangeEdges {
  if (window.kind === "last") {
    return { since: sinceMs === undefined ? undefined : wholeMinutes(sinceMs) };
  }
  const { since, until } = window;
  return { since: Date.parse(since), until: until === undefined ? undefined : Date.parse(until) };
}

/** Without seconds, which the user did not choose. */
function wholeMinutes(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}

export function edgeText(edges: TimeRangeEdges, edge: Edge, zone: ZoneChoice): string {
  const ms = edges[edge];
  return ms === undefined ? "" : instantText(ms, zone);
}

/** Whether `typed` can take the place of an edge; if not, why. */
export function validateEdge(
  edges: TimeRangeEdges,
  edge: Edge,
  typed: string,
  { zone, nowMs }: { readonly zone: ZoneChoice; readonly nowMs: number },
): Validation {
  const valid = { hint: "" };
  if (typed === edgeText(edges, edge, zone) || isNow(edge, typed)) {
    return valid;
  }
  if (typed === "") {
    return { error: l10n.t("Enter a start date.") };
  }
  const parsed = parseTypedInstant(typed, zone);
  if (!parsed.ok) {
    return { error: parsed.message };
  }
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = edges;
  if (edge === "since") {
    if (parsed.ms > nowMs) {
      return { error: l10n.t("From is in the future.") };
    }
    return parsed.ms < until ? valid : { error: l10n.t("From must be before To.") };
  }
  return parsed.ms > since ? valid : { error: l10n.t("To must be after From.") };
}

/** Whether the window has no end. */
function isNow(edge: Edge, typed: string): boolean {
  return edge === "until" && (typed === "" || typed.toLowerCase() === "now");
}

/**
 * The time range after an edge was typed.
 *
 * @param typed valid; for `until`, what is no date means now
 * @param window the time range before
 */
export function withEdge(
  edges: TimeRangeEdges,
  edge: Edge,
  typed: string,
  window: FeedWindow,
  { zone, nowMs }: { readonly zone: ZoneChoice; readonly nowMs: number },
): FeedWindow {
  const parsed = parseTypedInstant(typed, zone);
  const moved: TimeRangeEdges = { ...edges, [edge]: parsed.ok ? parsed.ms : undefined };
  const { since, until } = moved;
  const start = since ?? nowMs - (window.kind === "last" ? window.days : 1) * dayMs;
  return {
    kind: "fixed",
    since: new Date(start).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}
