import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { sameQuery, type FeedQuery } from "../shared/feedQuery";
import { decodePageState, type EventPlace, type PageState, type ZoneChoice } from "../shared/pageState";
import type { EventRow, PanelState } from "../shared/protocol";
import { placeOf } from "./activeRow";
import type { DetailsPane } from "./detailsPane";
import type { EventGrid } from "./eventGrid";
import type { FilterBar, QueryChange } from "./filterBar";
import { type HostEvent, HostLink, type VsCodeApi } from "./hostLink";
import { listEnd, noRows, type WaysOut } from "./listStates";
import { OpenEvent } from "./openEvent";
import { lineOf } from "./text";
import { timeZoneOf } from "./times";

/** Below this width details lie over the list. */
const narrowPx = 700;
const minDetailsPx = 240;
const minListPx = 320;
const saveAfterMs = 200;
/** How long a query is shown that the host has not taken up yet. */
const queryGraceMs = 5000;

/** The feed panel's page: holds what the host tells, hands it to its parts, and tells the host what the person does. */
@customElement("feed-app")
export class FeedApp extends LitElement {
  @state() private panel: PanelState | undefined;
  /** What was asked for and is not in the host's state yet. */
  @state() private pendingQuery: FeedQuery | undefined;
  @state() private zone: ZoneChoice = "local";
  @state() private detailsWidth = 380;
  @state() private width = 0;

  @query("event-grid", true) private grid!: EventGrid;
  @query("filter-bar") private filterBar!: FilterBar | null;
  @query("details-pane") private pane!: DetailsPane | null;
  @query(".content", true) private content!: HTMLElement;

  private link!: HostLink;
  private api!: VsCodeApi;
  private readonly event = new OpenEvent(this, (id) => this.link.request("details", { id }));
  private shownQuery: FeedQuery | undefined;
  private topmost: EventPlace | undefined;
  private saving: ReturnType<typeof setTimeout> | undefined;
  private grace: ReturnType<typeof setTimeout> | undefined;
  private readonly sizes = new ResizeObserver(() => (this.width = this.content.clientWidth));

  /** Begins the conversation with the host. */
  async connect(api: VsCodeApi, source: Window): Promise<void> {
    this.api = api;
    const saved = decodePageState(api.getState());
    this.zone = saved.zone ?? this.zone;
    this.detailsWidth = saved.detailsWidth ?? this.detailsWidth;
    this.event.restore(saved.selected, saved.detailsOpen === true);
    this.topmost = saved.topmost;
    this.link = new HostLink(api, source, (event) => this.receive(event));
    await this.updateComplete;
    this.grid.ask = (params) => this.link.request("rows", params);
    this.grid.restore(saved.topmost, saved.selected);
    this.sizes.observe(this.content);
    source.addEventListener("pagehide", () => this.save());
    this.link.post({ type: "ready", timeZone: timeZoneOf(this.zone) });
  }

  private receive(event: HostEvent): void {
    switch (event.type) {
      case "snapshot":
        this.takePanel(event.panel);
        this.grid.announce(event.rows, true);
        void this.event.read();
        break;
      case "panel":
        this.takePanel(event.panel);
        break;
      case "rows":
        this.grid.announce(event.rows);
        break;
      case "focus":
        (this.narrow && this.event.isOpen ? this.pane : this.grid)?.focus();
        break;
    }
  }

  private takePanel(panel: PanelState): void {
    this.panel = panel;
    if (this.pendingQuery && sameQuery(this.pendingQuery, panel.query)) {
      this.pendingQuery = undefined;
    }
    if (panel.content === "current") {
      // Rows of another query begin at their top; those of the same one stay where they are read.
      if (this.shownQuery && !sameQuery(this.shownQuery, panel.query)) {
        this.grid.toTop();
      }
      this.shownQuery = panel.query;
    }
    this.saveSoon();
  }

  // ---- What the person does ----

  private readonly ways: WaysOut = {
    retry: () => this.link.post({ type: "retry" }),
    showLog: () => this.link.post({ type: "showLog" }),
    setApiKey: () => this.link.post({ type: "setApiKey" }),
    loadOlder: () => this.link.post({ type: "loadOlder" }),
    setQuery: (next) => this.setQuery(next),
    resetFilters: () => {
      this.filterBar?.reset();
      if (this.panel) {
        this.setQuery(this.panel.defaultQuery);
      }
      this.keepFocus();
    },
  };

  private setQuery(next: FeedQuery): void {
    if (this.panel && !sameQuery(next, this.pendingQuery ?? this.panel.query)) {
      this.pendingQuery = next;
      clearTimeout(this.grace);
      this.grace = setTimeout(() => (this.pendingQuery = undefined), queryGraceMs);
      this.link.post({ type: "setQuery", query: next });
    }
    this.keepFocus();
  }

  /** A control that goes away with what it did leaves the keyboard to the list. */
  private keepFocus(): void {
    if (document.activeElement?.closest(".message")) {
      this.grid.focus();
    }
  }

  private setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.link.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
    this.saveSoon();
  }

  private select(row: EventRow): void {
    this.event.select(placeOf(row));
    this.saveSoon();
  }

  private openDetails(byKey: boolean): void {
    const wasOpen = this.event.isOpen;
    this.event.open();
    this.saveSoon();
    if (wasOpen && byKey) {
      this.pane?.focus();
    }
  }

  private async closeDetails(): Promise<void> {
    const hadFocus = this.pane?.contains(document.activeElement) ?? false;
    this.event.close();
    this.saveSoon();
    await this.updateComplete;
    if (hadFocus) {
      this.grid.focus();
    }
  }

  // ---- What is kept ----

  private saveSoon(): void {
    this.saving ??= setTimeout(() => this.save(), saveAfterMs);
  }

  private save(): void {
    clearTimeout(this.saving);
    this.saving = undefined;
    const { panel } = this;
    const { selected, isOpen } = this.event;
    if (!panel) {
      return;
    }
    // Before rows came, the list is at its top only because it is empty.
    const topmost = this.grid.rowCount > 0 ? this.grid.topmost : this.topmost;
    const state: PageState = {
      version: 1,
      connection: panel.connection.name,
      query: this.pendingQuery ?? panel.query,
      zone: this.zone,
      ...(selected && { selected }),
      ...(isOpen && { detailsOpen: isOpen }),
      ...(topmost && { topmost }),
      detailsWidth: this.detailsWidth,
    };
    this.api.setState(state);
  }

  // ---- Drawing ----

  private get narrow(): boolean {
    return this.width > 0 && this.width < narrowPx;
  }

  /** Where details come to lie over the list, the list must not keep the keyboard. */
  protected override willUpdate(): void {
    if (
      this.narrow &&
      this.event.isOpen &&
      this.contains(document.activeElement?.closest("event-grid") ?? null)
    ) {
      void this.updateComplete.then(() => this.pane?.focus());
    }
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { panel, zone, narrow } = this;
    const over = narrow && this.event.isOpen;
    const busy = panel === undefined || (panel.activity !== undefined && !panel.activity.waiting);
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">Event feed${panel ? `: ${lineOf(panel.connection.name)}` : ""}</h1>
      <div class="progress">${busy ? html`<vscode-progress-bar></vscode-progress-bar>` : nothing}</div>
      ${panel ? this.headPart(panel) : nothing}
      <div class="content ${over ? "over" : ""}">
        <event-grid
          .zone=${zone}
          .stale=${panel?.content === "stale"}
          .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
          .message=${panel && noRows(panel, zone, this.ways)}
          .footer=${panel && listEnd(panel, zone, this.ways)}
          ?inert=${over}
          @event-select=${({ detail }: CustomEvent<EventRow>) => this.select(detail)}
          @event-open=${({ detail }: CustomEvent<boolean>) => this.openDetails(detail)}
          @gap-fill=${({ detail }: CustomEvent<number>) => this.link.post({ type: "fillGap", sinceMs: detail })}
          @grid-moved=${() => this.saveSoon()}
          @grid-changed=${() => this.onRowsChanged()}
        ></event-grid>
        ${this.event.isOpen ? this.detailsPart() : nothing}
      </div>
    </main>`;
  }

  private headPart(panel: PanelState): TemplateResult {
    const { zone } = this;
    const query = this.pendingQuery ?? panel.query;
    const inTheMiddle = panel.problem !== undefined && this.grid.rowCount === 0;
    return html`<filter-bar
        .query=${query}
        .panel=${panel}
        .zone=${zone}
        @query-change=${({ detail }: CustomEvent<QueryChange>) => this.setQuery(detail(this.pendingQuery ?? query))}
        @zone-change=${({ detail }: CustomEvent<ZoneChoice>) => this.setZone(detail)}
      ></filter-bar>
      <div class="status-row">
        <status-line
          .panel=${panel}
          .zone=${zone}
          .eventCount=${this.grid.eventCount}
          .actions=${!inTheMiddle}
          @retry=${() => this.ways.retry()}
          @show-log=${() => this.ways.showLog()}
          @set-api-key=${() => this.ways.setApiKey()}
        ></status-line>
        <div class="actions">
          <vscode-toolbar-button
            icon="clear-all"
            label="Reset filters"
            title="Reset filters"
            @click=${() => this.ways.resetFilters()}
          ></vscode-toolbar-button>
          <vscode-toolbar-button
            icon="refresh"
            label="Refresh"
            title="Refresh"
            @click=${() => this.link.post({ type: "refresh" })}
          ></vscode-toolbar-button>
        </div>
      </div>`;
  }

  private detailsPart(): TemplateResult {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    return html`${
        this.narrow
          ? nothing
          : html`<split-handle
              .width=${Math.min(this.detailsWidth, max)}
              .min=${minDetailsPx}
              .max=${max}
              @width-change=${({ detail }: CustomEvent<number>) => {
                this.detailsWidth = detail;
                this.saveSoon();
              }}
            ></split-handle>`
      }<details-pane
        .details=${this.event.details}
        .note=${this.event.note}
        .zone=${this.zone}
        @details-close=${() => void this.closeDetails()}
      ></details-pane>`;
  }

  protected override updated(): void {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    this.content.style.setProperty("--details-width", `${Math.min(this.detailsWidth, max)}px`);
  }

  /** Another revision is on screen: the count and an open event may have changed with it. */
  private onRowsChanged(): void {
    this.requestUpdate();
    void this.event.read();
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && this.event.isOpen) {
      event.preventDefault();
      void this.closeDetails();
    }
  };
}
