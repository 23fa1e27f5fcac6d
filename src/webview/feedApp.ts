import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import { connectionLabel } from "../shared/text";
import type { PanelState } from "../shared/protocol";
import { zoomNotice } from "./chart/eventsChart";
import { defaultHidden } from "./grid/columns";
import { savedState, vsCode } from "./host/vsCode";
import { failureLine, unresponsiveHostLine } from "./status/failureLine";
import { listBars } from "./status/listBars";
import { statusLine } from "./status/statusLine";
import { toolbar } from "./status/toolbar";
import { PageElement } from "./ui/element";
import { keepFocus, navigateRegions, type Region } from "./ui/focus";
import { displayLine } from "./ui/text";
import { defaultDetailsPx } from "./layout";
import { FeedModel, type PageView } from "./feedModel";

/** Parts that read the model while they render. The chart is left out, as it takes long. */
const parts = "filter-bar, time-range-field, search-box, event-grid, details-pane";

/** The feed panel's page: renders the model, and moves the keyboard focus between its parts. */
@customElement("feed-app")
export class FeedApp extends PageElement implements PageView {
  @query("event-grid", true) private grid!: PageElement;
  @query("filter-bar") private filterBar!: HTMLElement | null;
  @query("search-box") private searchBox!: HTMLElement | null;
  @query("details-pane") private detailsPane!: HTMLElement | null;
  @query("events-chart") private eventsChart!: HTMLElement | null;
  @query(".app", true) private app!: HTMLElement;

  private readonly model = new FeedModel(this);

  protected override firstUpdated(): void {
    this.model.connect(vsCode, savedState);
    this.model.layout.observe(this.app);
    // The parts are rendered after the page.
    void this.updateComplete.then(() => keepFocus(this.app, () => this.focusPart("main")));
    // Ignores keys while an input method composes text.
    window.addEventListener("keydown", (event) => event.isComposing && event.stopPropagation(), {
      capture: true,
    });
  }

  focusPart(part: "main" | "search" | "details"): void {
    if (part === "search") {
      this.searchBox?.focus();
    } else if (part === "details") {
      // If they were closed, the next update renders them.
      void this.updateComplete.then(() => this.detailsPane?.focus());
    } else if (this.hasNoList) {
      this.querySelector<HTMLElement>(".failure-actions button")?.focus();
    } else {
      (this.detailsCoverList ? this.detailsPane : this.grid)?.focus();
    }
  }

  /** Closes details that cover the list. */
  private readonly focusList = (): void => {
    if (this.detailsCoverList) {
      this.model.details.close();
      this.performUpdate();
    }
    this.grid.focus();
  };

  private get regions(): readonly Region[] {
    const { filterBar, eventsChart, grid, detailsPane } = this;
    return [
      { element: this.querySelector(".header"), focus: () => filterBar?.focus() },
      { element: eventsChart, focus: () => eventsChart?.focus() },
      { element: this.detailsCoverList || this.hasNoList ? null : grid, focus: () => grid.focus() },
      { element: detailsPane, focus: () => detailsPane?.focus() },
    ];
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const { list, details } = this.model;
    // Escape closes an open popup.
    if (
      navigateRegions(event, this.regions) ||
      event.key !== "Escape" ||
      this.querySelector(":popover-open")
    ) {
      return;
    }
    if (list.selection.size > 1) {
      event.preventDefault();
      list.selectActiveOnly();
    } else if (details.isOpen) {
      event.preventDefault();
      details.close();
    }
  };

  private get detailsCoverList(): boolean {
    return this.model.layout.isNarrow && this.model.details.isOpen;
  }

  /** The first events couldn't be loaded: the failure line stands alone. */
  private get hasNoList(): boolean {
    return this.model.panel?.content === "none" && this.model.panel.problem !== undefined;
  }

  private get hasChart(): boolean {
    return this.model.layout.fitsChart && !this.model.layout.chartHidden;
  }

  // ---- Rendering --------------------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { model } = this;
    const { panel } = model;
    const label = panel && displayLine(connectionLabel(panel.connection));
    const title = !label
      ? l10n.t("Event feed")
      : panel.query.source
        ? l10n.t("Publications: {0}", label)
        : l10n.t("Event feed: {0}", label);
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">${title}</h1>
      <div class="progress">${this.renderProgress(panel)}</div>
      ${panel ? this.renderHeader(panel) : html`<div class="header-space ${this.hasChart ? "with-chart" : ""}"></div>`}
      ${model.isHostUnresponsive ? unresponsiveHostLine() : panel && failureLine(panel, model)}
      ${panel && !this.hasNoList ? this.renderChart() : nothing} ${listBars(model)}
      <div aria-live="polite" class="sr-only">${model.newEvents.announcement}</div>
      <div class="content ${this.detailsCoverList ? "details-cover-list" : ""}">
        ${this.renderGrid()} ${panel && model.details.isOpen ? this.renderDetails() : nothing}
      </div>
    </main>`;
  }

  protected override updated(): void {
    // The parts show the same model.
    for (const part of this.querySelectorAll<PageElement>(parts)) {
      part.requestUpdate();
    }
    this.model.persister.saveSoon();
    // The page's content security policy forbids a style attribute.
    this.app.style.setProperty("--details-width", `${this.model.layout.details.width}px`);
  }

  /** Determinate only while an entire window is loaded. */
  private renderProgress(panel: PanelState | undefined): TemplateResult | typeof nothing {
    const { activity } = panel ?? {};
    const isIdle =
      panel && !this.model.filters.isQueryPending && (!activity || activity.waitMs !== undefined);
    return isIdle
      ? nothing
      : html`<vscode-progress-bar
          aria-label=${l10n.t("Loading")}
          .value=${activity?.percentage}
        ></vscode-progress-bar>`;
  }

  private renderHeader(panel: PanelState): TemplateResult {
    const { model } = this;
    const { query, view } = model.filters;
    return html`<div class="header">
      <div class="header-row">
        <filter-bar .model=${model} .query=${query} .panel=${panel}></filter-bar>
        <search-box .model=${model} .view=${view} .focusList=${this.focusList}></search-box>
      </div>
      <div class="header-row">${statusLine(panel, model)} ${toolbar(panel, model)}</div>
    </div>`;
  }

  private renderChart(): TemplateResult | typeof nothing {
    const { model } = this;
    const { span } = model.filters.view ?? {};
    if (!this.hasChart) {
      return span ? html`<div class="list-bar">${zoomNotice(span, model)}</div>` : nothing;
    }
    return html`<events-chart
      .model=${model}
      .span=${span}
      .rowChanges=${model.rowChanges}
      .mode=${model.layout.chartMode}
    ></events-chart>`;
  }

  private renderGrid(): TemplateResult {
    const { model } = this;
    return html`<event-grid
      .model=${model}
      .sort=${model.list.sort}
      .hiddenColumns=${model.layout.hiddenColumns ?? defaultHidden(model.panel?.query ?? {})}
      .widths=${model.layout.columnWidths}
      ?inert=${this.detailsCoverList}
      ?hidden=${this.hasNoList}
    ></event-grid>`;
  }

  private renderDetails(): TemplateResult {
    const { model } = this;
    const { details, layout } = model;
    const { width, min, max } = layout.details;
    return html`${
        layout.isNarrow
          ? nothing
          : html`<split-handle
              label=${l10n.t("Width of the details")}
              .width=${width}
              .min=${min}
              .max=${max}
              @width-change=${({ detail }: CustomEvent<number>) => layout.set({ detailsWidth: detail })}
              @width-reset=${() => layout.set({ detailsWidth: defaultDetailsPx })}
            ></split-handle>`
      }<details-pane .model=${model} .event=${details.event}></details-pane>`;
  }
}
