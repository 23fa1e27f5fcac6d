import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { RowsResult } from "../../shared/feedState";
import type { ScrollPosition } from "../../shared/pageState";
import { datedRef, type EventRef, type SortOrder, type VisibleEvents } from "../../shared/viewQueries";
import type { FeedPage } from "../feedPage";
import { observeSize } from "../layout";
import { headerRow } from "./columnHeaders";
import { columns as allColumns, type ColumnWidths } from "./columns";
import { GridInput, rowId } from "./gridInput";
import { ariaRowOffset, dayHeader, gridRow, type RowContext, skeletonRows, updateDayHeader } from "./gridRow";
import { GridRows } from "./gridRows";
import { eventMenuContext } from "../ui/contextMenus";
import { type RowRange, Viewport } from "./viewport";

/** CSS pixels; of letters in headlines. */
const averageLetterPx = 6.6;

/**
 * The list of events. It renders the visible rows and some around them, and keeps the keyboard focus on the grid itself
 * (`aria-activedescendant`), so that no update removes it together with a row.
 *
 * How a row gets on screen: the host announces the number of rows (`updateRows`); `GridRows` requests those that `Viewport` makes
 * visible, unless the host sent them along; `render` takes them from there. Scrolling goes the same
 * way from the viewport on.
 *
 * How rows stay in place while others arrive: every request names the topmost visible event as its anchor. The reply says by how many
 * rows that event moved, and `ScrollAnchor` scrolls by as much while all rows are replaced in one step.
 */
@customElement("event-grid")
export class EventGrid extends LitElement {
  @property({ attribute: false }) page!: FeedPage;
  /** The rows are those of the previous query: they are dimmed until those of the present one have loaded. */
  @property({ type: Boolean }) showsPreviousQuery = false;
  /** The order of the rows; undefined: newest first. */
  @property({ attribute: false }) sort: SortOrder | undefined;
  @property({ attribute: false }) hiddenColumns: readonly string[] = [];
  @property({ attribute: false }) widths: ColumnWidths = {};
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
  @query(".row-size", true) private rowSize!: HTMLElement;
  @query(".grid-footer", true) private footerBox!: HTMLElement;

  private readonly viewport = new Viewport();
  private readonly rows = new GridRows(
    (params) => this.page.connection.request("rows", params),
    this.viewport,
    (shift) => this.didChangeRows(shift),
  );
  readonly scrollAnchor = this.rows.scrollAnchor;
  /** What is current and selected. */
  readonly input = new GridInput(this, this.rows, this.viewport);
  /** The same array until others are hidden: rows are rendered again for another one. */
  private columns = allColumns;
  /** The pending first rows are those of the same query in another order. */
  private isReordering = false;
  private rendered: RowRange = { start: 0, end: 0 };
  private titleLength = Infinity;
  private readonly widthSheet = new CSSStyleSheet();

  // ---- For the page -----------------------------------------------------------------------------------------------

  /** @param isSnapshot its revisions have nothing to do with those before */
  updateRows(rows: RowsResult, isSnapshot = false): void {
    this.rows.update(rows, isSnapshot);
  }

  /** Scrolls to an event with the first rows, and makes another one the current row. */
  restore(topmost: ScrollPosition | undefined, selected: EventRef | undefined): void {
    this.scrollAnchor.restore(topmost);
    if (selected) {
      this.input.setCurrent(selected);
    }
  }

  scrollToTop(): void {
    this.scrollAnchor.scrollToTop();
    this.requestUpdate();
  }

  /**
   * The rows announced last belong to another query, or are in another order: they are shown from the top once they have loaded.
   */
  startNewList(change: "query" | "order"): void {
    this.isReordering = change === "order" && !this.isNewQueryPending;
    this.scrollAnchor.startNewList(this.rows.latestRevision);
    if (this.finishNewList()) {
      this.input.didChangeRows(0, true);
    }
  }

  /** Whether the first rows of a new query have not been received yet. */
  get isNewQueryPending(): boolean {
    return this.scrollAnchor.isNewListPending && !this.isReordering;
  }

  /** For the host: the topmost and the last visible event of the present query that have a date. */
  get visibleEvents(): VisibleEvents | undefined {
    const { start, end } = this.viewport.visible;
    for (let index = end - 1; index >= start && !this.isNewQueryPending; index--) {
      const row = this.rows.row(index);
      const last = row?.kind === "event" ? datedRef(row) : undefined;
      if (last) {
        const topmost = datedRef(this.scrollAnchor.place);
        return { ...(topmost && { topmost }), last };
      }
    }
    return undefined;
  }

  override focus(): void {
    this.grid.focus({ preventScroll: true });
  }

  // ---- Rows -------------------------------------------------------------------------------------------------------

  /** @param shift as `GridRows` reports it */
  private didChangeRows(shift: number | undefined): void {
    const isNewList = shift !== undefined && this.finishNewList();
    this.input.didChangeRows(shift, isNewList || this.scrollAnchor.isAtTop);
    if (shift !== undefined) {
      this.page.onRowsChange();
    }
    this.requestUpdate();
    this.page.onVisibleRowsChange();
  }

  private finishNewList(): boolean {
    const isFinished = this.scrollAnchor.finishNewList(this.rows.revision);
    if (isFinished) {
      this.requestUpdate();
      if (!this.isReordering) {
        this.input.selectCurrentOnly();
      }
      this.isReordering = false;
    }
    return isFinished;
  }

  // ---- Rendering --------------------------------------------------------------------------------------------------

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    document.adoptedStyleSheets.push(this.widthSheet);
    observeSize([this.scroller, this.rowSize, this.footerBox], () => this.measure());
    this.measure();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("hiddenColumns")) {
      this.columns = allColumns.filter(({ name }) => !this.hiddenColumns.includes(name));
    }
    // Sorted rows have no headers of days.
    this.viewport.hasDayHeader = this.sort === undefined;
  }

  protected override render(): TemplateResult {
    const { columns, rows, input, page } = this;
    const currentIndex = input.current.index;
    const { start, end } = (this.rendered = this.viewport.rendered);
    const context: RowContext = {
      columns,
      zone: page.zone,
      search: this.search,
      titleLength: this.titleLength,
      isSorted: this.sort !== undefined,
      currentIndex,
      isSelected: (id) => input.selection.has(id),
    };
    const { maxRendered } = this.viewport;
    const isCurrentRendered = currentIndex !== undefined && currentIndex >= start && currentIndex < end;
    const oneType = page.filters.query?.types.length === 1 ? "one-type" : "";
    return html`<div class="grid-scroller ${oneType}" @scroll=${this.onScroll}>
      <div class="row-size" aria-hidden="true"></div>
      <div
        class="grid ${this.showsPreviousQuery ? "previous-query" : ""}"
        role="grid"
        aria-label=${l10n.t("Company events")}
        aria-rowcount=${rows.rowCount + ariaRowOffset - 1}
        aria-colcount=${columns.length}
        aria-busy=${this.skeleton || this.showsPreviousQuery}
        aria-activedescendant=${isCurrentRendered ? rowId(currentIndex) : nothing}
        aria-multiselectable="true"
        data-vscode-context=${eventMenuContext(input.onlySelected, page.filters.query)}
        tabindex="0"
        @keydown=${input.onKeyDown}
        @click=${input.onClick}
        @contextmenu=${this.onContextMenu}
      >
        ${headerRow(columns, this.sort, this.widths, this.page)} ${dayHeader()}
        <div class="grid-rows" role="rowgroup">
          ${
            // Elements of rows that are scrolled out at one end are reused at the other; those in between are not touched.
            repeat(
              Array.from({ length: end - start }, (_, i) => start + i),
              (index) => index % maxRendered,
              (index) => gridRow(index, rows.row(index), context),
            )
          }
        </div>
      </div>
      ${this.skeleton && rows.rowCount === 0 ? skeletonRows(12) : nothing}
      ${rows.rowCount === 0 ? this.emptyState : nothing}
      <div class="grid-footer">${rows.rowCount === 0 ? nothing : this.footer}</div>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("widths") || changed.has("sort")) {
      this.applyWidths();
    }
    this.applyViewport();
    this.rows.loadMissing();
  }

  /** VS Code reads the context when its menu opens, after this. */
  private readonly onContextMenu = (event: MouseEvent): void => {
    this.input.onContextMenu(event);
    this.performUpdate();
  };

  // ---- Sizes and scrolling ----------------------------------------------------------------------------------------

  /** A column takes at most a third of the list, even if it was made wider in a wider panel. */
  private applyWidths(): void {
    const rules = allColumns.map(({ name, width, sortedWidth }) => {
      const px = this.widths[name];
      const preferred = px === undefined ? width() : `0 1 min(${px}px, 32cqi)`;
      // The width that was chosen for times may be too narrow for dates.
      const flex = this.sort ? (sortedWidth?.() ?? preferred) : preferred;
      return `.cell.${name.toLowerCase()} { flex: ${flex} }`;
    });
    this.widthSheet.replaceSync(rules.join(""));
  }

  /** Reading sizes forces a layout, so this is done only when they changed, never while scrolling. */
  private measure(): void {
    this.viewport.resize(this.rows.rowCount, {
      row: this.rowSize.offsetHeight || this.viewport.rowHeight,
      head: this.grid.querySelector<HTMLElement>(".head")?.offsetHeight ?? 0,
      day: this.stickyDay.offsetHeight,
      viewport: this.scroller.clientHeight,
      footer: this.footerBox.offsetHeight,
    });
    // In a narrow list, the title has a line of its own.
    const isNarrow = this.viewport.rowHeight > this.viewport.dayHeight;
    const title = isNarrow ? this.rowSize : this.grid.querySelector<HTMLElement>(".head > .title");
    this.titleLength = Math.floor((title?.offsetWidth ?? 0) / averageLetterPx) || Infinity;
    this.requestUpdate();
    this.page.onVisibleRowsChange();
  }

  private applyViewport(): void {
    const { viewport, scroller } = this;
    viewport.resize(this.rows.rowCount);
    this.grid.style.height = `${viewport.height}px`;
    // Setting it while the user scrolls would stop that.
    if (viewport.mustSetScrollTop) {
      scroller.scrollTop = viewport.scrollTop;
      viewport.didSetScrollTop(scroller.scrollTop);
    }
    this.moveRowLayer();
    this.updateFooterTabs();
  }

  private moveRowLayer(): void {
    this.rowLayer.style.transform = `translateY(${this.viewport.renderedTop}px)`;
    updateDayHeader(this.stickyDay, this.rows, this.viewport, this.page.zone);
  }

  /** Tab goes on to what is visible: focusing a button below the visible rows would scroll to the end of the list. */
  private updateFooterTabs(): void {
    this.footerBox.querySelectorAll("button").forEach((button) => {
      button.tabIndex = this.viewport.isAtEnd ? 0 : -1;
    });
  }

  private readonly onScroll = () => {
    const { viewport, scroller, rendered } = this;
    const wasAtEnd = viewport.isAtEnd;
    if (viewport.didScroll(scroller.scrollTop)) {
      this.input.cancelReveal();
      if (viewport.isAtEnd && !wasAtEnd) {
        this.page.onEndReached();
      }
    }
    const { start, end } = viewport.rendered;
    if (start !== rendered.start || end !== rendered.end) {
      this.requestUpdate();
    } else {
      this.moveRowLayer();
      this.updateFooterTabs();
    }
    this.page.onVisibleRowsChange();
  };
}
