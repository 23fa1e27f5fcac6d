import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { FeedQuery } from "../../shared/feedQuery";
import type { EventRow, RowsResult } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { ScrollPosition } from "../../shared/pageState";
import {
  type DatedEventRef,
  datedRef,
  type EventRef,
  type SortOrder,
  type VisibleEvents,
} from "../../shared/viewQueries";
import { SizeObserver } from "../ui/observers";
import type { ColumnChooser } from "./columnChooser";
import {
  type ShownColumn,
  type Column,
  type ColumnName,
  columns as allColumns,
  type ColumnWidths,
  shownColumns,
} from "./columns";
import { dayHeader, updateDayHeader } from "./dayHeader";
import { GridInteraction } from "./gridInteraction";
import { ariaRowOffset, gridRow, headerRow, rowId, skeletonRows } from "./gridRows";
import type { GridSelection } from "./gridSelection";
import { NewRows, type TintPhase } from "./newRows";
import { RowGeometry, type RowRange } from "./rowGeometry";
import { type FetchRows, RowLoader } from "./rowLoader";
import { RowsCache } from "./rowsCache";
import { ScrollAnchor } from "./scrollAnchor";
import { rowMenuContext } from "./selectionMenu";

/**
 * The list of events. It renders the visible rows and some around them, and keeps the keyboard focus on the grid itself
 * (`aria-activedescendant`), so that no update removes it together with a row.
 *
 * How a row gets on screen: the host announces the number of rows (`updateRows`); the loader requests those that
 * `RowGeometry` makes visible, unless the host sent them along, and puts them into `RowsCache`; `render` takes them from
 * there, and `gridRow` renders each, cell by cell as described in `columns`. Scrolling goes the same way from the geometry on.
 *
 * How rows stay in place while others arrive: every request names the topmost visible event as its anchor. The reply says by
 * how many rows that event moved, and `ScrollAnchor` scrolls by as much while the loader replaces all rows in one step.
 *
 * Fires `rows-change` (another revision is on screen), `visible-rows-change`, `sort-change` (detail: SortOrder | undefined),
 * `hidden-columns-change` (detail: ColumnName[]), `column-widths-change` (detail: ColumnWidths)
 * and `GridEvents`.
 */
@customElement("event-grid")
export class EventGrid extends LitElement {
  @property({ attribute: false }) fetchRows: FetchRows = () => Promise.reject(new Error());
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** The rows are those of the previous query: they are dimmed until those of the current one have loaded. */
  @property({ type: Boolean }) showsPreviousQuery = false;
  /** The order of the rows; undefined: newest first. */
  @property({ attribute: false }) sort: SortOrder | undefined;
  @property({ attribute: false }) hiddenColumns: readonly ColumnName[] = [];
  @property({ attribute: false }) widths: ColumnWidths = {};
  /** What the service is asked: rows offer filters that it does not have. Undefined before the host's first message. */
  @property({ attribute: false }) query: FeedQuery | undefined;
  /** Its occurrences in the rows are highlighted. */
  @property() search = "";
  /** Shows placeholders as long as there are no rows: nothing is known yet. */
  @property({ type: Boolean }) skeleton = false;
  /** Replaces the rows if there are none. */
  @property({ attribute: false }) emptyState: TemplateResult | undefined;
  /** Scrolls with the rows, below them. */
  @property({ attribute: false }) footer: TemplateResult | undefined;

  @query(".grid-scroller", true) private scroller!: HTMLElement;
  @query(".grid", true) private grid!: HTMLElement;
  @query(".grid-rows", true) private rowLayer!: HTMLElement;
  @query(".sticky-day", true) private stickyDay!: HTMLElement;
  @query("column-chooser") private chooser!: ColumnChooser | null;
  @query(".grid-footer", true) private footerBox!: HTMLElement;

  private readonly geometry = new RowGeometry();
  private readonly cache = new RowsCache();
  private readonly scrollAnchor = new ScrollAnchor(this.cache, this.geometry);
  private readonly loader = new RowLoader(
    (params) => this.fetchRows(params),
    this.cache,
    this.scrollAnchor,
    (shift) => this.didChangeRows(shift),
  );
  private readonly interaction = new GridInteraction(this, this.cache, this.loader, this.geometry, {
    onWillOpenMenu: () => this.updateMenuContext(),
  });
  private readonly newRows = new NewRows(() => this.requestUpdate());
  private readonly sizes = new SizeObserver(this, () => this.measure());
  /** The same array until others are hidden: rows are rendered again for another one. */
  private columns: readonly ShownColumn[] = allColumns;
  /** The pending first rows are those of the same query in another order. */
  private isReordering = false;
  private rendered: RowRange = { start: 0, end: 0 };

  /** How many events were loaded when the rows in the list were read; `FeedModel.eventCount` may be ahead of it. */
  get eventCountOfRows(): number {
    return this.cache.eventCount;
  }

  get selection(): GridSelection {
    return this.interaction.selection;
  }

  /** The active event, if it is the only selected one and its row is loaded. */
  get onlySelected(): EventRow | undefined {
    return this.interaction.onlySelected;
  }

  selectActiveOnly(): void {
    this.interaction.selectActiveOnly();
  }

  get allRowsVisible(): boolean {
    return this.loader.isUpToDate && this.cache.rowCount > 0 && this.geometry.allRowsFit;
  }

  /** @param isSnapshot its revisions have nothing to do with those before */
  updateRows(rows: RowsResult, isSnapshot = false): void {
    this.loader.update(rows, isSnapshot);
  }

  /** Scrolls to an event with the first rows, and makes another one the active row. */
  restore(topmost: ScrollPosition | undefined, active: EventRef | undefined): void {
    this.scrollAnchor.restore(topmost);
    this.interaction.setActive(active);
  }

  /** Selects an event, anywhere in the list, and scrolls to it. */
  revealEvent(event: EventRef): void {
    this.interaction.reveal(event);
  }

  /** Selects the next event of the list (1) or the previous one (-1), and scrolls to it. */
  activateNext(direction: 1 | -1): void {
    this.interaction.activateNext(direction);
  }

  /** Whether there is such an event; false before the first rows. */
  hasNext(direction: 1 | -1): boolean {
    return this.interaction.hasNext(direction);
  }

  scrollToTop(): void {
    this.scrollAnchor.scrollToTop();
    this.requestUpdate();
  }

  /** The rows announced last belong to another query: they are shown from the top once they have loaded. */
  startNewQuery(): void {
    this.isReordering = false;
    this.scrollAnchor.startNewQuery(this.loader.latestRevision);
    this.finishNewQuery();
  }

  /** The rows announced last are in another order: they are shown from the top once they have loaded. */
  startNewOrder(): void {
    this.isReordering = !this.isNewQueryPending;
    this.scrollAnchor.startNewQuery(this.loader.latestRevision);
    this.finishNewQuery();
  }

  /** Whether the first rows of a new query have not been received yet. */
  get isNewQueryPending(): boolean {
    return this.scrollAnchor.isNewQueryPending && !this.isReordering;
  }

  private finishNewQuery(): void {
    if (this.scrollAnchor.finishNewQuery(this.cache.revision)) {
      this.requestUpdate();
      if (!this.isReordering) {
        this.interaction.selectActiveOnly();
      }
      this.isReordering = false;
    }
  }

  /** Whether new events become visible, instead of being added above the visible ones. */
  get isAtTop(): boolean {
    return this.scrollAnchor.isAtTop;
  }

  /** The event to return to after a reload; undefined at the top of the list. */
  get topmost(): ScrollPosition | undefined {
    return this.scrollAnchor.place;
  }

  /** For the host: the topmost and the last visible event of the current query that have a date. */
  get visibleEvents(): VisibleEvents | undefined {
    const last = this.lastVisible;
    const topmost = datedRef(this.topmost);
    return last && { ...(topmost && { topmost }), last };
  }

  private get lastVisible(): DatedEventRef | undefined {
    if (this.isNewQueryPending) {
      return undefined;
    }
    const { start, end } = this.geometry.visible;
    for (let index = end - 1; index >= start; index--) {
      const row = this.cache.row(index);
      const ref = row?.kind === "event" ? datedRef(row) : undefined;
      if (ref) {
        return ref;
      }
    }
    return undefined;
  }

  override focus(): void {
    this.grid.focus({ preventScroll: true });
  }

  /** @param shift as `RowLoader` reports it */
  private didChangeRows(shift: number | undefined): void {
    this.interaction.didChangeRows(shift);
    if (shift !== undefined) {
      this.finishNewQuery();
      this.dispatchEvent(new CustomEvent("rows-change"));
    }
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  }

  // ---- Rendering ----

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    this.sizes.observe(this.scroller);
    this.sizes.observe(this.footerBox);
    this.measure();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.newRows.dispose();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("hiddenColumns")) {
      this.columns = shownColumns(this.hiddenColumns);
    }
  }

  /** By pointer on the column headers. */
  private readonly openChooser = (event: MouseEvent): void => {
    event.preventDefault();
    this.chooser?.open(event.clientX, event.clientY);
  };

  private readonly setSort = (sort: SortOrder | undefined): void => {
    this.dispatchEvent(new CustomEvent("sort-change", { detail: sort }));
  };

  protected override render(): TemplateResult {
    const { cache, zone, search, columns } = this;
    const { rowCount } = cache;
    const { selection, focusedIndex, hoveredIndex, onClick, onContextMenu, onKeyDown } = this.interaction;
    const { onPointerOver, onPointerLeave } = this.interaction;
    const { start, end } = (this.rendered = this.geometry.rendered);
    const indexes = Array.from({ length: end - start }, (_, i) => start + i);
    const { visible } = this.geometry;
    const tintPhase = (row: EventRow, index: number): TintPhase =>
      this.newRows.phaseOf(row, index >= visible.start && index < visible.end);
    const isSelected = (id: string): boolean => selection.has(id);
    const activeIndex = this.interaction.active.index;
    const pointed = { focusedIndex, activeIndex, hoveredIndex };
    const context = {
      columns,
      zone,
      search,
      isSorted: this.sort !== undefined,
      query: this.query,
      ...pointed,
      isSelected,
      tintPhase,
    };
    // Elements of rows that are scrolled out at one end are reused at the other; those in between are not touched.
    const { maxRendered } = this.geometry;
    const rows = repeat(
      indexes,
      (index) => index % maxRendered,
      (index) => gridRow(index, cache.row(index), context),
    );
    const isFocusRendered = focusedIndex !== undefined && focusedIndex >= start && focusedIndex < end;
    return html`<div class="grid-scroller" @scroll=${this.onScroll} @scrollend=${this.onScrollEnd}>
      ${this.query ? html`<column-chooser .hiddenColumns=${this.hiddenColumns}></column-chooser>` : nothing}
      <column-borders
        @contextmenu=${this.openChooser}
        .columns=${columns}
        .widths=${this.widths}
      ></column-borders>
      <div
        class="grid ${this.showsPreviousQuery ? "previous-query" : ""} ${this.sort ? "sorted" : ""}"
        role="grid"
        aria-label=${l10n.t("Company events")}
        aria-rowcount=${rowCount + ariaRowOffset - 1}
        aria-colcount=${columns.length}
        aria-busy=${this.skeleton || this.showsPreviousQuery}
        aria-activedescendant=${isFocusRendered ? rowId(focusedIndex) : nothing}
        aria-multiselectable="true"
        tabindex="0"
        @keydown=${onKeyDown}
        @click=${onClick}
        @contextmenu=${onContextMenu}
        @pointerover=${onPointerOver}
        @pointerleave=${onPointerLeave}
      >
        ${headerRow(columns, this.sort, this.setSort, this.openChooser)} ${dayHeader()}
        <div class="grid-rows" role="rowgroup">${rows}</div>
      </div>
      ${this.skeleton && rowCount === 0 ? skeletonRows(12) : nothing}
      ${rowCount === 0 ? this.emptyState : nothing}
      <div class="grid-footer">${this.footer}</div>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    // Sorted rows have no headers of days.
    this.geometry.coveredRows = this.sort ? 0 : 1;
    if (changed.has("widths") || changed.has("sort")) {
      this.applyWidths();
    }
    this.applyGeometry();
    this.loader.loadMissing();
  }

  /** VS Code reads the attribute when its menu opens. */
  private updateMenuContext(): void {
    this.grid.dataset["vscodeContext"] = rowMenuContext(this.onlySelected, this.query);
  }

  /** A column takes at most a third of the list, even if it was made wider in a wider panel. */
  private applyWidths(): void {
    for (const { name, width, sortedWidth = width } of allColumns as readonly Column[]) {
      const px = this.widths[name as ColumnName];
      const preferred = this.sort ? sortedWidth : width;
      // The width that was chosen for times may be too narrow for dates.
      const chosen = this.sort && sortedWidth !== width ? undefined : px;
      this.scroller.style.setProperty(
        `--${name.toLowerCase()}`,
        chosen === undefined ? preferred : `0 0 min(${chosen}px, 32cqi)`,
      );
    }
  }

  private applyGeometry(): void {
    const { geometry, scroller } = this;
    geometry.resize(this.cache.rowCount);
    this.grid.style.height = `${geometry.height}px`;
    // Setting it while the user scrolls would stop that.
    if (geometry.scroll.mustSetScrollTop) {
      scroller.scrollTop = geometry.scroll.scrollTop;
      geometry.scroll.didSetScrollTop(scroller.scrollTop);
    }
    this.moveRowLayer();
    this.updateFooterTabs();
  }

  /** Tab goes on to what is visible: focusing a button below the visible rows would scroll to the end of the list. */
  private updateFooterTabs(): void {
    for (const button of this.footerBox.querySelectorAll("vscode-button")) {
      // Its first update sets the index, too.
      void button.updateComplete.then(() => (button.tabIndex = this.geometry.isAtEnd ? 0 : -1));
    }
  }

  private moveRowLayer(): void {
    this.rowLayer.style.transform = `translateY(${this.geometry.renderedTop}px)`;
    updateDayHeader(this.stickyDay, this.cache, this.geometry, this.zone, this.sort !== undefined);
  }

  /** Reading sizes forces a layout, so this is done only when they changed, never while scrolling. */
  private measure(): void {
    this.geometry.resize(this.cache.rowCount, {
      row: this.grid.querySelector<HTMLElement>(".head")?.offsetHeight || this.geometry.rowHeight,
      viewport: this.scroller.clientHeight,
      footer: this.footerBox.offsetHeight,
    });
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  }

  private readonly onScroll = () => {
    const { geometry, scroller, rendered } = this;
    const wasAtEnd = geometry.isAtEnd;
    const byUser = scroller.scrollTop !== geometry.scroll.scrollTop;
    geometry.scroll.didScroll(scroller.scrollTop);
    if (byUser) {
      this.interaction.cancelReveal();
    }
    if (byUser && geometry.isAtEnd && !wasAtEnd) {
      this.dispatchEvent(new CustomEvent("end-reached"));
    }
    if (geometry.isAtEnd !== wasAtEnd) {
      this.updateFooterTabs();
    }
    const { start, end } = geometry.rendered;
    if (start !== rendered.start || end !== rendered.end) {
      this.requestUpdate();
    } else {
      this.moveRowLayer();
    }
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  };

  private readonly onScrollEnd = () => {
    this.geometry.scroll.realign();
    this.applyGeometry();
  };
}
