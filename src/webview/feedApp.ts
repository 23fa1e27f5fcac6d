import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import { connectionLabel } from "../shared/connectionLabel";
import type { PanelState } from "../shared/protocol";
import { zoomNotice } from "./chart/eventsChart";
import { defaultHidden } from "./grid/columns";
import { listBars } from "./grid/listBars";
import { emptyStateOf, listFooter, newEventsButton } from "./grid/listMessages";
import { failureLine, silentHostLine } from "./status/failureLine";
import { statusLine } from "./status/statusLine";
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
    const label = panel && displayLine(connectionLabel(panel.connection));
    const title = !label
      ? l10n.t("Event feed")
      : panel.query.source
        ? l10n.t("Publications: {0}", label)
        : l10n.t("Event feed: {0}", label);
    const showNewEvents = (): void => {
      this.newEvents.markSeen();
      this.grid.scrollToTop();
      this.requestUpdate();
    };
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">${title}</h1>
      <div class="progress">${this.renderProgress(panel)}</div>
      ${panel ? this.renderHeader(panel) : nothing}
      ${this.isHostSilent ? silentHostLine() : panel && failureLine(panel, this)}
      ${panel ? this.renderChart() : nothing} ${listBars(this)}
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
          .value=${activity?.percentage}
        ></vscode-progress-bar>`;
  }

  private renderHeader(panel: PanelState): TemplateResult {
    const { zone } = this;
    return html`<div class="header">
      <div class="header-row">
        <filter-bar
          .page=${this}
          .query=${this.filters.query}
          .panel=${panel}
          .zone=${zone}
          .isCompact=${this.layout.isCompact}
        ></filter-bar>
        <search-box .page=${this} .view=${this.filters.view} .total=${this.eventCount}></search-box>
      </div>
      <div class="header-row">${statusLine(panel, this)} ${toolbar(panel, this)}</div>
    </div>`;
  }

  private renderChart(): TemplateResult | typeof nothing {
    const { span } = this.filters.view ?? {};
    const { chartHidden, chartMode, fitsChart } = this.layout;
    if (chartHidden || !fitsChart) {
      return span ? html`<div class="list-bar">${zoomNotice(span, this)}</div>` : nothing;
    }
    return html`<events-chart .page=${this} .span=${span} .mode=${chartMode}></events-chart>`;
  }

  private renderGrid(panel: PanelState | undefined): TemplateResult {
    return html`<event-grid
      .page=${this}
      .sort=${this.shownSort}
      .hiddenColumns=${this.layout.hiddenColumns ?? defaultHidden(panel?.query ?? {})}
      .widths=${this.layout.columns}
      .search=${panel?.view.text ?? ""}
      .showsPreviousQuery=${panel?.content === "previous"}
      .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
      .emptyState=${panel && emptyStateOf(panel, this)}
      .footer=${panel && listFooter(panel, this)}
      ?inert=${this.detailsCoverList}
    ></event-grid>`;
  }

  private renderDetails({ eventRead }: PanelState): TemplateResult {
    const { width, min, max } = this.layout.details;
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
        .page=${this}
        .event=${this.details.event}
        .query=${this.filters.query}
        .read=${eventRead}
        .zone=${this.zone}
        ?hasPrevious=${this.grid.input.hasNext(-1)}
        ?hasNext=${this.grid.input.hasNext(1)}
      ></details-pane>`;
  }
}
