import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import type { EventRow } from "../shared/feedState";
import { connectionLabel } from "../shared/connectionLabel";
import type { ZoneChoice } from "../shared/calendar";
import type { PageCommand, PanelState } from "../shared/protocol";
import { type TimeSpan, type View } from "../shared/viewQueries";
import type { ChartMode } from "./chart/chartBuckets";
import { zoomNotice } from "./chart/eventsChart";
import { type QueryChange } from "./filters/pendingFilters";
import { listBars } from "./grid/listBars";
import { emptyStateOf, listFooter, newEventsButton } from "./grid/listMessages";
import { detailsMenuContext } from "./grid/selectionMenu";
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
    const { panel } = this.model;
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
      ${panel ? this.renderHeader(panel) : nothing} ${this.renderChart(panel)}
      ${listBars(this.model, this.filters, (action) => this.inList(action))}
      <div aria-live="polite" class="sr-only">${this.newEvents.announcement}</div>
      <div class="content ${this.detailsCoverList ? "details-cover-list" : ""}">
        ${panel && newEventsButton(panel, this.newEvents.count, showNewEvents)} ${this.renderGrid(panel)}
        ${this.details.isOpen ? this.renderDetails() : nothing}
      </div>
    </main>`;
  }

  protected override updated(): void {
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
    const { isHidden } = this.chart;
    const post = ({ detail }: CustomEvent<PageCommand>): void => this.connection.post(detail);
    return html`<div class="header">
        <div class="header-row">
          <filter-bar
            .query=${this.filters.query}
            .panel=${panel}
            .zone=${zone}
            .isCompact=${isCompact}
            @query-change=${({ detail }: CustomEvent<QueryChange>) => this.filters.changeQuery(detail)}
            @zone-change=${({ detail }: CustomEvent<ZoneChoice>) => this.setZone(detail)}
            @filters-reset=${() => this.resetFilters()}
          ></filter-bar>
          <search-box
            .view=${this.filters.view}
            .total=${this.model.eventCount}
            @view-change=${({ detail }: CustomEvent<View>) => this.filters.setView(detail)}
            @list-focus=${() => this.grid.focus()}
          ></search-box>
        </div>
        <div class="header-row">
          <status-line
            .panel=${panel}
            .zone=${zone}
            .eventCount=${this.model.eventCount}
            .selectedCount=${selectedCount}
            .notice=${this.eventActions.notice}
            @host-message=${post}
          ></status-line>
          ${toolbar(panel, { selectedCount, isCompact, chart: fitsChart ? { isHidden } : undefined }, this.actions)}
        </div>
      </div>
      <failure-line .panel=${panel} @host-message=${post}></failure-line>`;
  }

  private renderChart(panel: PanelState | undefined): TemplateResult | typeof nothing {
    const { zone, chart } = this;
    const { span } = this.filters.view ?? {};
    const setTimeRange = (): void => this.filters.setTimeRangeToZoom();
    if (chart.isHidden || !this.layout.fitsChart) {
      return span ? zoomNotice(span, zone, { setTimeRange, zoomOut: () => chart.zoomOut() }) : nothing;
    }
    return html`<events-chart
      .chart=${chart.chart}
      .zone=${zone}
      .span=${span}
      .mode=${chart.mode}
      .showsPreviousQuery=${panel?.content === "previous" || chart.isOutdated}
      @mode-change=${({ detail }: CustomEvent<ChartMode>) => chart.setMode(detail)}
      @zoom=${({ detail }: CustomEvent<TimeSpan | null>) => chart.zoom(detail ?? undefined)}
      @time-range-set=${setTimeRange}
    ></events-chart>`;
  }

  private renderGrid(panel: PanelState | undefined): TemplateResult {
    const { zone, actions } = this;
    return html`<event-grid
      .actions=${this.gridActions}
      .zone=${zone}
      .sort=${this.model.shownSort}
      .hiddenColumns=${this.layout.hiddenColumns}
      .widths=${this.layout.columns}
      .query=${this.filters.query}
      .search=${panel?.view.text ?? ""}
      .showsPreviousQuery=${panel?.content === "previous"}
      .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
      .emptyState=${panel && emptyStateOf(panel, this.grid.eventCountOfRows, zone, actions)}
      .footer=${panel && listFooter(panel, this.model.eventCount, zone, actions)}
      ?inert=${this.detailsCoverList}
    ></event-grid>`;
  }

  private renderDetails(): TemplateResult {
    const { width, min, max } = this.layout.details;
    const { event, shownId, details, note, company, isAvailable, eventRead, menuEvent } = this.details;
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
        .eventId=${shownId}
        .details=${details}
        .note=${note}
        .available=${isAvailable}
        .dated=${(details?.event ?? event)?.publishedMs !== undefined}
        .eventRead=${eventRead}
        .company=${company}
        .query=${this.filters.query}
        .menuContext=${menuEvent && detailsMenuContext(menuEvent, this.filters.query)}
        .zone=${this.zone}
        ?hasPrevious=${this.model.panel && this.grid.input.hasNext(-1)}
        ?hasNext=${this.model.panel && this.grid.input.hasNext(1)}
        @event-reveal=${({ detail }: CustomEvent<EventRow>) => this.events.reveal(detail)}
      ></details-pane>`;
  }
}
