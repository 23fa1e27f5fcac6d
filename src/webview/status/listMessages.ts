/** The list's message if it has no rows, its footer, and the button to new events. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { sameQuery } from "../../shared/feedQuery";
import type { PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { durationText } from "../../shared/times";
import type { FeedModel } from "../feedModel";
import {
  expandedQuery,
  expandText,
  hidesEvents,
  isNarrowed,
  noEventsText,
  noMatchesText,
} from "../filters/queryText";
import { canLoadAll, endText, isBlocked, withoutPeriod } from "./statusText";
import { linkButton } from "../ui/buttons";
import { separated } from "../ui/text";

/** Undefined if the reason for the empty list is not known yet. */
export function emptyStateOf(panel: PanelState, model: FeedModel): TemplateResult | undefined {
  const { zone, filters, eventCount: loaded } = model;
  // The failure line explains failures.
  if (panel.content !== "current" || (loaded === 0 && panel.problem && panel.problem.action !== "live")) {
    return undefined;
  }
  const loadAll = canLoadAll(panel)
    ? link(l10n.t("Load all"), () => model.post({ type: "loadWindow" }))
    : nothing;
  if (loaded > 0 && hidesEvents(panel)) {
    const { view } = panel;
    const isOnlySearched = view.text !== "" && !view.span;
    const icon = isNarrowed(view) ? "search" : "organization";
    return message(icon, [noMatchesText(view), notSearchedText(panel)].filter(Boolean).join(" "), [
      loadAll,
      link(isOnlySearched ? l10n.t("Clear search") : l10n.t("Show all"), () => filters.showAll()),
    ]);
  }
  if (panel.completeness.kind === "limit") {
    const actions = footerActions(panel).map(([label, type]) => link(label, () => model.post({ type })));
    return message("info", endText(panel, loaded, zone, Date.now()), actions);
  }
  if (panel.activity) {
    return undefined;
  }
  const expanded = panel.completeness.kind === "complete" ? expandedQuery(panel.query) : undefined;
  const isDefault = sameQuery(panel.query, panel.defaultQuery);
  return message("inbox", noEventsText(panel, zone, Date.now()), [
    loadAll,
    expanded ? link(expandText(expanded), () => filters.changeQuery(() => expanded)) : nothing,
    isDefault ? nothing : link(l10n.t("Reset filters"), () => filters.reset()),
  ]);
}

function message(icon: string, text: string, actions: readonly (TemplateResult | symbol)[]): TemplateResult {
  return html`<div class="message">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <p dir="auto">${text}</p>
    <p class="message-actions">${actions}</p>
  </div>`;
}

/** Role `link` distinguishes it from the button "Reset filters" of the filter bar. */
function link(label: string, onClick: () => void): TemplateResult {
  return html`<button type="button" role="link" class="link" @click=${onClick}>${label}</button>`;
}

/** `3 d 4 h not searched.`; empty if all is loaded, or without a search. */
function notSearchedText({ completeness, notLoadedMs, view }: PanelState): string {
  return completeness.kind === "limit" || notLoadedMs === undefined || view.text === ""
    ? ""
    : l10n.t("{0} not searched.", durationText(notLoadedMs));
}

/** How far back the list reaches, or how much was not searched, and how to load more. */
export function listFooter(panel: PanelState, model: FeedModel): TemplateResult | undefined {
  if (panel.content !== "current") {
    return undefined;
  }
  const { zone, eventCount } = model;
  const text = notSearchedText(panel) || endText(panel, eventCount, zone, Date.now());
  const buttons = footerActions(panel).map(([label, type]) => linkButton(label, () => model.post({ type })));
  const end = html`<bdi class="end-text">${buttons.length > 0 ? withoutPeriod(text) : text}</bdi>`;
  return html`<div class="list-end">${separated([...(text ? [end] : []), ...buttons])}</div>`;
}

type FooterAction = readonly [label: string, type: "loadOlder" | "loadWindow" | "export" | "changeLimit"];

function footerActions(panel: PanelState): readonly FooterAction[] {
  const { completeness } = panel;
  if (isBlocked(panel) && completeness.kind !== "limit") {
    return [];
  }
  const loadOlder: FooterAction = [l10n.t("Load older"), "loadOlder"];
  const loadAll: FooterAction = [l10n.t("Load all"), "loadWindow"];
  switch (completeness.kind) {
    case "complete":
      return completeness.before ? [loadOlder] : [];
    case "gap":
      return completeness.before ? [loadAll, loadOlder] : [loadAll];
    case "more":
    case "stopped":
      return [loadOlder, loadAll];
    case "limit":
      return [
        [l10n.t("Export all"), "export"],
        [l10n.t("Change limit"), "changeLimit"],
      ];
  }
}

/** Not shown in a filtered or sorted view, where new events may be hidden or anywhere. */
export function newEventsButton(panel: PanelState, model: FeedModel): TemplateResult | undefined {
  const { count } = model.newEvents;
  return count === 0 || hidesEvents(panel) || panel.view.sort
    ? undefined
    : html`<button type="button" class="new-events" @click=${() => model.showNewEvents()}>
        <span class="codicon codicon-arrow-up" aria-hidden="true"></span>
        ${l10n.t({ message: "{0} new", args: [formatNumber(count)], comment: ["Number of new events, a button"] })}
      </button>`;
}
