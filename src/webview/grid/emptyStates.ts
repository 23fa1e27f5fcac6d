/** What stands in the list besides rows: nothing found, nothing to be had, what comes after the last row, what came in above. */
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { Completeness, Problem } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { PageCommand, PanelState } from "../../shared/protocol";
import { html, nothing, type TemplateResult } from "lit";
import { endText } from "../status/statusText";
import type { HostConnection } from "../host/hostConnection";
import { isFiltered, noMatchesText, noEventsText, expandedQuery, expandText } from "../filters/queryText";
import { needsUserAction, problemIcons, remedyFor } from "../status/problems";
import { displayLine } from "../ui/text";

/** What a person can do from there. */
export interface ListActions {
  readonly post: HostConnection["post"];
  setQuery(query: FeedQuery): void;
  resetFilters(): void;
  showAll(): void;
}

/**
 * The problem that is told in the middle of the list: nothing is loaded, and that is why.
 * @param loaded how many events are loaded, in view or not
 */
export function centralProblem({ problem }: PanelState, loaded: number): Problem | undefined {
  return loaded === 0 && problem?.action !== "live" ? problem : undefined;
}

/**
 * In place of rows where there are none: what went wrong, or that nothing matches.
 * @param loaded how many events are loaded, in view or not
 */
export function emptyStateOf(
  panel: PanelState,
  loaded: number,
  zone: ZoneChoice,
  ways: ListActions,
): TemplateResult | undefined {
  const problem = centralProblem(panel, loaded);
  if (problem) {
    return problemMessage(problem, panel.connection, ways);
  }
  if (panel.content === "current" && loaded > 0 && isFiltered(panel.view)) {
    return html`<div class="message">
      <span class="codicon codicon-search" aria-hidden="true"></span>
      <p>${noMatchesText(panel.view, zone, Date.now())}</p>
      <p class="ways">
        <button type="button" role="link" class="link" @click=${() => ways.showAll()}>
          Show all loaded events
        </button>
      </p>
    </div>`;
  }
  if (panel.content === "current" && panel.completeness.kind === "limit") {
    return html`<div class="message">
      <span class="codicon codicon-info" aria-hidden="true"></span>
      <p>${endText(panel, zone, Date.now())}</p>
    </div>`;
  }
  return panel.content === "current" && !panel.activity ? emptyMessage(panel, zone, ways) : undefined;
}

function problemMessage(
  problem: Problem,
  connection: PanelState["connection"],
  ways: ListActions,
): TemplateResult {
  const { label, message } = remedyFor(problem, connection);
  return html`<div class="message">
    <span class="codicon codicon-${problemIcons[problem.kind]}" aria-hidden="true"></span>
    <p dir="auto">${displayLine(problem.message)}</p>
    <p class="ways">
      <vscode-button @click=${() => ways.post(message)}>${label}</vscode-button>
      ${
        needsUserAction(problem, connection)
          ? nothing
          : html`<vscode-button secondary @click=${() => ways.post({ type: "showLog" })}
              >Show log</vscode-button
            >`
      }
    </p>
  </div>`;
}

/** The ways out are links: "Reset filters" as a button is in the filter bar. */
function emptyMessage(panel: PanelState, zone: ZoneChoice, ways: ListActions): TemplateResult {
  const wider = expandedQuery(panel.query);
  return html`<div class="message">
    <span class="codicon codicon-inbox" aria-hidden="true"></span>
    <p dir="auto">${noEventsText(panel, zone, Date.now())}</p>
    <p class="ways">
      ${
        wider
          ? html`<button type="button" role="link" class="link" @click=${() => ways.setQuery(wider)}>
              ${expandText(wider)}
            </button>`
          : nothing
      }
      ${
        sameQuery(panel.query, panel.defaultQuery)
          ? nothing
          : html`<button type="button" role="link" class="link" @click=${() => ways.resetFilters()}>
              Reset filters
            </button>`
      }
    </p>
  </div>`;
}

/** Below the last row: how to go on, and how far back the list reaches. */
export function listFooter(
  panel: PanelState,
  zone: ZoneChoice,
  ways: ListActions,
): TemplateResult | undefined {
  const { completeness, content } = panel;
  if (content !== "current") {
    return undefined;
  }
  const { icon, actions } = endParts(completeness);
  return html`<div class="list-end">
    ${actions.map(
      ({ label, message }) =>
        html`<vscode-button secondary @click=${() => ways.post(message)}>${label}</vscode-button>`,
    )}
    <span class="end-text" dir="auto"
      >${icon === undefined ? nothing : html`<span class="codicon codicon-${icon}" aria-hidden="true"></span> `}${endText(panel, zone, Date.now())}</span
    >
  </div>`;
}

const loadOlder = { label: "Load older", message: { type: "loadOlder" } } as const;
const exportAll = { label: "Export all", message: { type: "export", ids: [] } } as const;
const changeLimit = { label: "Change limit", message: { type: "changeLimit" } } as const;

function endParts(completeness: Completeness): {
  readonly icon?: string;
  readonly actions: readonly { readonly label: string; readonly message: PageCommand }[];
} {
  switch (completeness.kind) {
    case "complete":
      return { icon: "check", actions: completeness.before ? [loadOlder] : [] };
    case "more":
      return { actions: [loadOlder] };
    case "gap":
      return { icon: "info", actions: completeness.before ? [loadOlder] : [] };
    case "limit":
      return { icon: "info", actions: [exportAll, changeLimit] };
    case "stopped":
      return { icon: "warning", actions: [loadOlder] };
  }
}

/** Takes the person up to what came in above. */
export function newEventsButton(
  { view }: PanelState,
  count: number,
  show: () => void,
): TemplateResult | undefined {
  // Among what is searched for or zoomed to there may be none of them.
  return count === 0 || isFiltered(view)
    ? undefined
    : html`<button type="button" class="new-events" @click=${show}>
        <span class="codicon codicon-arrow-up" aria-hidden="true"></span> ${count.toLocaleString()} new
      </button>`;
}
