/** What the time range offers while it is open: what is typed, as it is understood, and presets. */
import { type FeedWindow, sameWindow } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/pageState";
import { foldCase } from "../../shared/text";
import { recentWindows } from "../../shared/timeRange/timeRange";
import { calendarOf } from "../../shared/times";
import { windowLabel } from "./queryText";
import { parseTimeRange, type TypedTimeRange } from "./timeRangeInput";

/** Days of the relative presets. */
const presetDays = [1, 7, 30];

export interface TimeRangeOption {
  readonly window: FeedWindow;
  readonly label: string;
}

interface Presets {
  /** Time ranges of queries in use: the relative ones among them become presets. */
  readonly windows: readonly FeedWindow[];
  readonly zone: ZoneChoice;
  readonly nowMs: number;
}

/** @returns undefined if nothing is typed */
export function typedTimeRange(
  draft: string | undefined,
  zone: ZoneChoice,
  nowMs: number,
): TypedTimeRange | undefined {
  const typed = draft?.trim() ?? "";
  return typed === "" ? undefined : parseTimeRange(typed, zone, nowMs);
}

/** What is typed, as it is understood, before the presets that contain it; without a draft all presets. */
export function timeRangeOptions(draft: string | undefined, presets: Presets): TimeRangeOption[] {
  const { zone, nowMs } = presets;
  const option = (window: FeedWindow) => ({ window, label: windowLabel(window, zone, nowMs) });
  const all = presetWindows(presets).map(option);
  const typed = typedTimeRange(draft, zone, nowMs);
  if (!typed) {
    return all;
  }
  const part = foldCase((draft ?? "").trim());
  const matching = all.filter(({ label }) => foldCase(label).includes(part));
  if (!typed.ok) {
    return matching;
  }
  const understood = option(typed.window);
  return [understood, ...matching.filter(({ label }) => label !== understood.label)];
}

function presetWindows({ windows, zone, nowMs }: Presets): FeedWindow[] {
  const days = [
    ...presetDays,
    ...windows.flatMap((window) => (window.kind === "last" ? [window.days] : [])),
  ].sort((a, b) => a - b);
  const all: FeedWindow[] = [
    ...days.map((count) => ({ kind: "last" as const, days: count })),
    ...recentWindows({ calendar: calendarOf(zone), nowMs }),
  ];
  // On a Monday, the week began today.
  return all.filter((window, i) => all.findIndex((other) => sameWindow(other, window)) === i);
}
