/** What the list shows besides rows: a message if there are none, a footer below them, and the button to new events. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import { canLoadWindow, type Problem } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { PageCommand, PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import {
  expandedQuery,
  expandText,
  hidesEvents,
  isFiltered,
  leftOutText,
  noEventsText,
  noMatchesText,
} from "../filters/queryText";
import type { HostConnection } from "../host/hostConnection";
import { needsUserAction, problemIcons, remediesFor } from "../status/problems";
import { endText } from "../status/statusText";
import { displayLine } from "../ui/text";

/** What the user can do from there. */
export interface ListActions {
  readonly post: HostConnection["post"];
  setQuery(query: FeedQuery): void;
  resetFilters(): void;
  showAll(): void;
}

/**
 * The problem that the list shows instead of the status line, because it is why no events are loaded.
 * @param loaded how many events are loaded, hidden by the view or not
 */
export function centralProblem({ problem }: PanelState, loaded: number): Problem | undefined {
  return loaded === 0 && problem?.action !== "live" ? problem : undefined;
}

/**
 * Why there are no rows, and what to do about it; undefined if that is not known yet.
 * @param loaded how many events are loaded, hidden by the view or not
 */
export function emptyStateOf(
  panel: PanelState,
  loaded: number,
  zone: ZoneChoice,
  actions: ListActions,
): TemplateResult | undefined {
  const problem = centralProblem(panel, loaded);
  if (problem) {
    return problemMessage(problem, panel.connection, actions);
  }
  if (panel.content !== "current") {
    return undefined;
  }
  if (loaded > 0 && isFiltered(panel.view)) {
    return message("search", noMatchesText(panel.view, zone, Date.now()), [
      link(l10n.t("Show all loaded events"), () => actions.showAll()),
    ]);
  }
  if (loaded > 0 && panel.localFilter && hidesEvents(panel)) {
    return message("organization", leftOutText(panel.localFilter), [
      canLoadWindow(panel.completeness) && !panel.activity
        ? link(l10n.t("Load entire window"), () => actions.post({ type: "loadWindow" }))
        : nothing,
      link(l10n.t("Show all loaded events"), () => actions.showAll()),
    ]);
  }
  if (panel.completeness.kind === "limit") {
    return message("info", endText(panel, loaded, zone, Date.now()));
  }
  return panel.activity ? undefined : noEventsMessage(panel, zone, actions);
}

function problemMessage(
  problem: Problem,
  connection: PanelState["connection"],
  { post }: ListActions,
): TemplateResult {
  const remedies = remediesFor(problem, connection);
  return message(problemIcons[problem.kind], displayLine(problem.message), [
    ...remedies.map(
      (remedy, i) =>
        html`<vscode-button ?secondary=${i > 0} @click=${() => post(remedy.message)}
          >${remedy.label}</vscode-button
        >`,
    ),
    // The report of a test says more.
    needsUserAction(problem, connection) || remedies.some(({ message }) => message.type === "testConnection")
      ? nothing
      : html`<vscode-button secondary @click=${() => post({ type: "showLog" })}
          >${l10n.t("Show log")}</vscode-button
        >`,
  ]);
}

function noEventsMessage(panel: PanelState, zone: ZoneChoice, actions: ListActions): TemplateResult {
  const expanded = expandedQuery(panel.query);
  return message("inbox", noEventsText(panel, zone, Date.now()), [
    expanded ? link(expandText(expanded), () => actions.setQuery(expanded)) : nothing,
    sameQuery(panel.query, panel.defaultQuery)
      ? nothing
      : link(l10n.t("Reset filters"), () => actions.resetFilters()),
  ]);
}

function message(
  icon: string,
  text: TemplateResult | string,
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
 * Below the last row: how far back the list reaches, and how to get more.
 * @param loaded how many events are loaded, hidden by the view or not
 */
export function listFooter(
  panel: PanelState,
  loaded: number,
  zone: ZoneChoice,
  { post }: ListActions,
): TemplateResult | undefined {
  if (panel.content !== "current") {
    return undefined;
  }
  const { icon, actions } = footerParts(panel);
  return html`<div class="list-end">
    ${actions.map(
      (action) =>
        html`<vscode-button secondary @click=${() => post(action.message)}>${action.label}</vscode-button>`,
    )}
    <span class="end-text" dir="auto"
      >${icon === undefined ? nothing : html`<span class="codicon codicon-${icon}" aria-hidden="true"></span> `}${endText(panel, loaded, zone, Date.now())}</span
    >
  </div>`;
}

interface FooterAction {
  readonly label: string;
  readonly message: PageCommand;
}

function footerParts(panel: PanelState): {
  readonly icon?: string;
  readonly actions: readonly FooterAction[];
} {
  const { completeness, localFilter, view } = panel;
  // Of few companies, many pages may have no event.
  const isSparse = localFilter !== undefined && localFilter.companies > 0 && !view.allCompanies;
  const loadWindow: FooterAction = {
    label: l10n.t("Load entire window"),
    message: { type: "loadWindow" },
  };
  const loadOlder: FooterAction = { label: l10n.t("Load older"), message: { type: "loadOlder" } };
  switch (completeness.kind) {
    case "complete":
      return { icon: "check", actions: completeness.before ? [loadOlder] : [] };
    case "more":
      return { actions: isSparse ? [loadOlder, loadWindow] : [loadOlder] };
    case "gap":
      return { icon: "info", actions: completeness.before ? [loadOlder] : [] };
    case "limit":
      return {
        icon: "info",
        actions: [
          { label: l10n.t("Export all"), message: { type: "export" } },
          { label: l10n.t("Change limit"), message: { type: "changeLimit" } },
        ],
      };
    case "stopped":
      return { icon: "warning", actions: [loadOlder] };
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
