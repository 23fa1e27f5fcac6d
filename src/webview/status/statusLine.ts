/** Live updates or, for some seconds, what an action did; what is loading, and how much is loaded. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { LiveState } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { timeOfDay, timeZoneOf } from "../../shared/times";
import type { FeedPage } from "../feedPage";
import { hidesEvents } from "../filters/queryText";
import { dot } from "../ui/text";
import { activityText, canLoadAll, checkedText, completenessText } from "./statusText";

type Part = string | TemplateResult;

export function statusLine(panel: PanelState, page: FeedPage): TemplateResult {
  const { activity } = panel;
  const button = (label: string, type: "loadWindow" | "cancelWindow"): TemplateResult =>
    html`${dot}<button type="button" class="link" @click=${() => page.connection.post({ type })}>
        ${label}
      </button>`;
  return html`<div class="status-line">
    <span role="status" class="status-text"
      ><span class="status-now">${separated(currentParts(panel, page))}</span
      ><span class="status-loaded"
        >${separated(loadedParts(panel, page))}${canLoadAll(panel) ? button(l10n.t("Load all"), "loadWindow") : nothing}${
          activity?.kind === "window" ? button(l10n.t("Stop loading"), "cancelWindow") : nothing
        }</span
      ></span
    >
  </div>`;
}

function currentParts(panel: PanelState, { receivedAt, zone, eventActions }: FeedPage): Part[] {
  const { notice } = eventActions;
  const { activity, content, problem, updatedAtMs, live } = panel;
  if (notice !== undefined) {
    return [html`<span class="notice">${notice}</span>`];
  }
  const liveNow = liveText(live);
  if (activity && !activity.waiting) {
    return [...(liveNow && activity.kind !== "window" ? [liveNow] : []), activityText(activity)];
  }
  if (content === "none") {
    return problem || activity ? [l10n.t("Nothing loaded")] : [];
  }
  if (liveNow) {
    const checked = (): string => checkedText(live, Date.now() - receivedAt);
    return checked() === "" ? [liveNow] : [liveNow, html`<ticking-text .text=${checked}></ticking-text>`];
  }
  return updatedAtMs === undefined
    ? []
    : [l10n.t("Updated {0}", `${timeOfDay(updatedAtMs, zone)} ${timeZoneOf(zone)}`)];
}

function loadedParts(panel: PanelState, { eventCount, grid }: FeedPage): string[] {
  const selectedCount = grid.input.selection.size;
  const { content, malformed, activity, preloading, inView } = panel;
  if (content === "none") {
    return [];
  }
  const count = formatNumber(eventCount);
  // The search says how many match.
  const loaded =
    hidesEvents(panel) && panel.view.text === ""
      ? l10n.t("{0} of {1} loaded", formatNumber(inView), count)
      : l10n.t({ message: "{0} loaded", args: [count], comment: ["A number of events"] });
  const extent = preloading ? l10n.t("loading more…") : completenessText(panel, eventCount);
  return [
    ...(selectedCount > 1 ? [l10n.t("{0} selected", formatNumber(selectedCount))] : []),
    ...(malformed > 0 ? [l10n.t("{0} couldn't be read", formatNumber(malformed))] : []),
    content === "previous" ? l10n.t("Showing previous results") : loaded,
    // While the entire window is loaded, the activity says so.
    ...(content === "previous" || activity?.kind === "window" ? [] : [extent]),
  ];
}

/** The same while a check runs and after it, so that screen readers announce nothing then. */
function liveText(live: LiveState): TemplateResult | undefined {
  switch (live.kind) {
    case "off":
      return undefined;
    case "paused":
      return withDot("idle", l10n.t("Live updates paused"));
    case "stopped":
      return withDot("idle", l10n.t("Live updates stopped"));
    case "checking":
    case "waiting":
      return live.failing ? withDot("idle", l10n.t("Not live")) : withDot("", l10n.t("Live"));
  }
}

function withDot(state: "idle" | "", text: string): TemplateResult {
  return html`<span class="live-dot ${state}" aria-hidden="true"></span>${text}`;
}

/** Parts of a line with dots between them, none of which begins a line. */
function separated(parts: readonly Part[]): Part[] {
  return parts.flatMap((part, i) => (i > 0 ? [dot, part] : [part]));
}
