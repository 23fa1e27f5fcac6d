/** The status line: live updates or the result of an action, then what is loading and loaded. */
import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { LiveState } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { eventCountText, formatNumber } from "../../shared/text";
import { timeOfDay, timeZoneOf } from "../../shared/times";
import type { FeedModel } from "../feedModel";
import { hidesEvents } from "../filters/queryText";
import { linkButton } from "../ui/buttons";
import { separated } from "../ui/text";
import { activityText, canLoadAll, checkedText, completenessText } from "./statusText";

type Part = string | TemplateResult;

export function statusLine(panel: PanelState, model: FeedModel): TemplateResult {
  return html`<div class="status-line">
    <span role="status" class="status-text"
      ><span class="status-now">${separated(currentParts(panel, model))}</span
      ><span class="status-loaded">${separated(loadedParts(panel, model))}</span></span
    >
  </div>`;
}

function currentParts(panel: PanelState, { receivedAt, zone, notice }: FeedModel): Part[] {
  const { activity, content, problem, updatedAtMs, live } = panel;
  if (notice !== undefined) {
    return [html`<span class="notice">${notice}</span>`];
  }
  const isWaiting = activity?.waitMs !== undefined;
  const liveNow = liveText(live, isWaiting);
  if (activity && !isWaiting) {
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

function loadedParts(panel: PanelState, model: FeedModel): Part[] {
  const { eventCount } = model;
  const selectedCount = model.list.selection.size;
  const { content, malformed, activity, preloading, inView, query } = panel;
  if (content === "none") {
    return [];
  }
  const count = formatNumber(eventCount);
  // The search box shows the number of matches.
  const loaded =
    hidesEvents(panel) && panel.view.text === ""
      ? l10n.t("{0} of {1} loaded", formatNumber(inView), count)
      : l10n.t({ message: "{0} loaded", args: [count], comment: ["A number of events"] });
  const button = (label: string, type: "loadWindow" | "cancelWindow"): TemplateResult =>
    linkButton(label, () => model.post({ type }));
  const extent = preloading ? l10n.t("loading more…") : completenessText(panel, eventCount);
  return [
    ...(selectedCount > 1 ? [l10n.t("{0} selected", formatNumber(selectedCount))] : []),
    content === "previous" ? l10n.t("Showing previous results") : loaded,
    ...(malformed > 0 ? [l10n.t("{0} skipped", eventCountText(malformed, query.source))] : []),
    // The activity already says that the entire window is being loaded.
    ...(content === "previous" || activity?.kind === "window" ? [] : [extent]),
    ...(canLoadAll(panel) ? [button(l10n.t("Load all"), "loadWindow")] : []),
    ...(activity?.kind === "window" ? [button(l10n.t("Stop loading"), "cancelWindow")] : []),
  ];
}

/** Unchanged during a check, so that screen readers don't announce it. @param isWaiting another request has just failed */
function liveText(live: LiveState, isWaiting: boolean): TemplateResult | undefined {
  switch (live.kind) {
    case "off":
      return undefined;
    case "paused":
      return withDot("idle", l10n.t("Live updates paused"));
    case "stopped":
      return withDot("idle", isWaiting ? l10n.t("Not live") : l10n.t("Live updates stopped"));
    case "checking":
    case "waiting":
      return live.failing || isWaiting ? withDot("idle", l10n.t("Not live")) : withDot("", l10n.t("Live"));
  }
}

function withDot(state: "idle" | "", text: string): TemplateResult {
  return html`<span class="live-dot ${state}" aria-hidden="true"></span>${text}`;
}
