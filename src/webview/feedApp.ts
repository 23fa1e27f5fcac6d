import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import { connectionLabel } from "../shared/connectionLabel";
import type { PageCommand, PanelState } from "../shared/protocol";
import { zoomNotice } from "./chart/eventsChart";
import { listBars } from "./grid/listBars";
import { emptyStateOf, listFooter, newEventsButton } from "./grid/listMessages";
import { silentHostLine } from "./status/failureLine";
import { windowPercentage } from "./status/statusText";
import { toolbar } from "./status/toolbar";
import { displayLine } from "./ui/text";
import { defaultDetailsPx } from "./layout";
import { FeedPage } from "./feedPage";

/** The feed panel's page, rendered. */
@customElement("feed-app")
export class FeedApp extends FeedPage {
  @query(".content", true) private content!: HTMLElement;
  /**
   * The state to show with the rows in the list. The host takes a moment to learn of a new query, and the page requests the rows of
   * it only then: until they are there, the list shows the previous ones.
   */
  private get shownPanel(): PanelState | undefined {
    const { panel: received } = this;
    const panel: PanelState | undefined =
      received && this.isHostSilent ? { ...received, live: { kind: "stopped" } } : received;
    return panel?.content === "current" && (this.grid.isNewQueryPending || this.filters.isQueryPending)
      ? { ...panel, content: "previous" }
      : panel;
  }

  protected override render(): TemplateResult {
    const panel = this.shownPanel;
    const title = panel
      ? l10n.t("Event feed: {0}", displayLine(connectionLabel(panel.connection)))
      : l10n.t("Event feed");
    const showNewEvents = this.inList(() => {
      this.newEvents.markSeen();
      this.grid.scrollToTop();
    });
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">${title}</h1>
      <div class="progress">${this.renderProgress(panel)}</div>
      ${panel ? this.renderHeader(panel) : nothing} ${this.renderFailure(panel)} ${this.renderChart(panel)}
      ${listBars(this.panel, this.shownSort, this.filters, (action) => this.inList(action))}
      <div aria-live="polite" class="sr-only">${this.newEvents.announcement}</div>
      <div class="content ${this.detailsCoverList ? "details-cover-list" : ""}">
        ${panel && newEventsButton(panel, this.newEvents.count, showNewEvents)} ${this.renderGrid(panel)}
        ${panel && this.details.isOpen ? this.renderDetails(panel) : nothing}
      </div>
    </main>`;
  }

  protected override updated(): void {
    this.persister.saveSoon();
    // The page's content security policy forbids a style attribute.
    this.content.style.setProperty("--details-width", `${this.layout.details.width}px`);
  }

  /** With a value while an entire window is loaded; the status line shows it as a number. */
  private renderProgress(panel: PanelState | undefined): TemplateResult | typeof nothing {
    const { activity } = panel ?? {};
    const isIdle = panel && !this.filters.isQueryPending && (!activity || activity.waiting);
    return isIdle
      ? nothing
      : html`<vscode-progress-bar
          aria-label=${l10n.t("Loading")}
          .value=${activity && windowPercentage(activity)}
        ></vscode-progress-bar>`;
  }

  private renderHeader(panel: PanelState): TemplateResult {
    const { zone } = this;
    const { isCompact, fitsChart } = this.layout;
    const selectedCount = this.grid.input.selection.size;
    const post = ({ detail }: CustomEvent<PageCommand>): void => this.connection.post(detail);
    return html`<div class="header">
      <div class="header-row">
        <filter-bar
          .actions=${this.filterActions}
          .query=${this.filters.query}
          .panel=${panel}
          .zone=${zone}
          .isCompact=${isCompact}
        ></filter-bar>
        <search-box
          .actions=${this.filterActions}
          .view=${this.filters.view}
          .total=${this.eventCount}
        ></search-box>
      </div>
      <div class="header-row">
        <status-line
          .panel=${panel}
          .zone=${zone}
          .eventCount=${this.eventCount}
          .selectedCount=${selectedCount}
          .notice=${this.eventActions.notice}
          @host-message=${post}
        ></status-line>
        ${toolbar(panel, { selectedCount, isCompact, chart: fitsChart ? { isHidden: this.layout.chartHidden } : undefined }, this.actions)}
      </div>
    </div>`;
  }

  private renderFailure(panel: PanelState | undefined): TemplateResult | typeof nothing {
    if (this.isHostSilent) {
      return silentHostLine();
    }
    const post = ({ detail }: CustomEvent<PageCommand>): void => this.connection.post(detail);
    return panel ? html`<failure-line .panel=${panel} @host-message=${post}></failure-line>` : nothing;
  }

  private renderChart(panel: PanelState | undefined): TemplateResult | typeof nothing {
    const { zone } = this;
    const { span } = this.filters.view ?? {};
    const { chartHidden, chartMode, fitsChart } = this.layout;
    if (chartHidden || !fitsChart) {
      return span ? zoomNotice(span, zone, this.chartActions) : nothing;
    }
    return html`<events-chart
      .actions=${this.chartActions}
      .query=${this.shownQuery}
      .span=${span}
      .zone=${zone}
      .mode=${chartMode}
      .showsPreviousQuery=${panel?.content === "previous"}
    ></events-chart>`;
  }

  private renderGrid(panel: PanelState | undefined): TemplateResult {
    const { zone, actions } = this;
    return html`<event-grid
      .actions=${this.gridActions}
      .zone=${zone}
      .sort=${this.shownSort}
      .hiddenColumns=${this.layout.hiddenColumns}
      .widths=${this.layout.columns}
      .query=${this.filters.query}
      .search=${panel?.view.text ?? ""}
      .showsPreviousQuery=${panel?.content === "previous"}
      .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
      .emptyState=${panel && emptyStateOf(panel, this.grid.eventCountOfRows, zone, actions)}
      .footer=${panel && listFooter(panel, this.eventCount, zone, actions)}
      ?inert=${this.detailsCoverList}
    ></event-grid>`;
  }

  private renderDetails({ eventRead }: PanelState): TemplateResult {
    const { width, min, max } = this.layout.details;
    const { event, listQuery } = this.details;
    return html`${
        this.layout.isNarrow
          ? nothing
          : html`<split-handle
              label=${l10n.t("Width of the details")}
              .width=${width}
              .min=${min}
              .max=${max}
              @width-change=${({ detail }: CustomEvent<number>) => this.layout.set({ detailsWidth: detail })}
              @width-reset=${() => this.layout.set({ detailsWidth: defaultDetailsPx })}
            ></split-handle>`
      }<details-pane
        .actions=${this.detailsActions}
        .event=${event}
        .eventQuery=${listQuery}
        .shownQuery=${this.shownQuery}
        .query=${this.filters.query}
        .read=${eventRead}
        .zone=${this.zone}
        ?hasPrevious=${this.grid.input.hasNext(-1)}
        ?hasNext=${this.grid.input.hasNext(1)}
      ></details-pane>`;
  }
}
