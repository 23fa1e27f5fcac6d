/** What the list shows besides rows: a message if there are none, a footer below them, and the button to new events. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { sameQuery } from "../../shared/feedQuery";
import type { PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { durationText } from "../../shared/times";
import type { FeedPage } from "../feedPage";
import {
  expandedQuery,
  expandText,
  hidesEvents,
  isFiltered,
  leftOutText,
  noEventsText,
  noMatchesText,
} from "../filters/queryText";
import { canLoadAll, endText } from "../status/statusText";
import { dot } from "../ui/text";

/** Why there are no rows, and what to do about it; undefined if that is not known yet. */
export function emptyStateOf(panel: PanelState, page: FeedPage): TemplateResult | undefined {
  const { zone, filters, eventCount: loaded } = page;
  // A failure has a line of its own.
  if (panel.content !== "current" || (loaded === 0 && panel.problem && panel.problem.action !== "live")) {
    return undefined;
  }
  const isSearched = isFiltered(panel.view);
  if (loaded > 0 && hidesEvents(panel)) {
    const icon = isSearched ? "search" : "organization";
    const { companyCount } = panel;
    const text =
      isSearched || companyCount === undefined ? noMatchesText(panel.view) : leftOutText(companyCount);
    return message(icon, [text, notSearchedText(panel)].filter(Boolean).join(" "), [
      canLoadAll(panel)
        ? link(l10n.t("Load all"), () => page.connection.post({ type: "loadWindow" }))
        : nothing,
      link(l10n.t("Show all loaded"), () => filters.showAll()),
    ]);
  }
  const moreLinks = footerActions(panel).map(([label, type]) =>
    link(label, () => page.connection.post({ type })),
  );
  if (panel.completeness.kind === "limit") {
    return message("info", endText(panel, loaded, zone, Date.now()), moreLinks);
  }
  if (panel.activity) {
    return undefined;
  }
  const expanded = expandedQuery(panel.query);
  return message("inbox", noEventsText(panel, zone, Date.now()), [
    ...(panel.completeness.kind === "complete" ? [] : moreLinks),
    expanded ? link(expandText(expanded), () => filters.changeQuery(() => expanded)) : nothing,
    sameQuery(panel.query, panel.defaultQuery)
      ? nothing
      : link(l10n.t("Reset filters"), () => page.resetFilters()),
  ]);
}

function message(
  icon: string,
  text: string,
  actions: readonly (TemplateResult | typeof nothing)[] = [],
): TemplateResult {
  return html`<div class="message">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <p dir="auto">${text}</p>
    ${actions.length === 0 ? nothing : html`<p class="message-actions">${actions}</p>`}
  </div>`;
}

/** Has role `link` to differ from the toolbar button "Reset filters". */
function link(label: string, onClick: () => void): TemplateResult {
  return html`<button type="button" role="link" class="link" @click=${onClick}>${label}</button>`;
}

/**
 * Whether the end of the list loads older events by itself. Only a click loads the previous window, or continues after a problem; a
 * failed check for new events is none. While events are hidden or sorted, the last row is not the last loaded event.
 */
export function loadsAtEnd({ content, completeness, activity, problem, live, view }: PanelState): boolean {
  const isBlocked = problem !== undefined && (problem.action !== "live" || live.kind === "stopped");
  return (
    content === "current" &&
    completeness.kind === "more" &&
    !activity &&
    !isBlocked &&
    !isFiltered(view) &&
    !view.sort
  );
}

/** `3 d 4 h not searched.`; empty if all is loaded. */
function notSearchedText({ completeness, notLoadedMs }: PanelState): string {
  return completeness.kind === "limit" || notLoadedMs === undefined
    ? ""
    : l10n.t("{0} not searched.", durationText(notLoadedMs));
}

/** Below the last row: how far back the list reaches, or how much was not searched, and how to get more. */
export function listFooter(
  panel: PanelState,
  { zone, connection, eventCount }: FeedPage,
): TemplateResult | undefined {
  if (panel.content !== "current") {
    return undefined;
  }
  const notSearched = hidesEvents(panel) ? notSearchedText(panel) : "";
  return html`<div class="list-end">
    <bdi class="end-text">${notSearched || endText(panel, eventCount, zone, Date.now())}</bdi>${footerActions(
      panel,
    ).map(
      ([label, type]) =>
        html`${dot}<button type="button" class="link" @click=${() => connection.post({ type })}>
            ${label}
          </button>`,
    )}
  </div>`;
}

type FooterAction = readonly [label: string, type: "loadOlder" | "loadWindow" | "export" | "changeLimit"];

function footerActions(panel: PanelState): readonly FooterAction[] {
  const { completeness } = panel;
  const loadOlder: FooterAction = [l10n.t("Load older"), "loadOlder"];
  const loadAll: FooterAction = [l10n.t("Load all"), "loadWindow"];
  switch (completeness.kind) {
    case "complete":
      return completeness.before ? [loadOlder] : [];
    case "gap":
      return completeness.before ? [loadAll, loadOlder] : [loadAll];
    case "more":
      // Of what is searched for, many pages may have no event.
      return hidesEvents(panel) ? [loadOlder, loadAll] : [loadOlder];
    case "stopped":
      return [loadOlder];
    case "limit":
      return [
        [l10n.t("Export all"), "export"],
        [l10n.t("Change limit"), "changeLimit"],
      ];
  }
}

/** Scrolls to events that arrived above the visible rows. A filtered view may not show any of them, a sorted one anywhere. */
export function newEventsButton(
  panel: PanelState,
  count: number,
  onClick: () => void,
): TemplateResult | undefined {
  return count === 0 || hidesEvents(panel) || panel.view.sort
    ? undefined
    : html`<button type="button" class="new-events" @click=${onClick}>
        <span class="codicon codicon-arrow-up" aria-hidden="true"></span>
        ${l10n.t({ message: "{0} new", args: [formatNumber(count)], comment: ["Number of new events, a button"] })}
      </button>`;
}
