import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { SortOrder } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import { emptyStateOf, listFooter, newEventsButton } from "../status/listMessages";
import { eventMenuContext } from "../ui/contextMenus";
import { observeSize, PageElement } from "../ui/element";
import { headerRow } from "./columnHeaders";
import { columns as allColumns, type ColumnWidths } from "./columns";
import { GridInput, rowId } from "./gridInput";
import { ariaRowOffset, gridRow, type RowContext, skeletonRows, updateDayHeader } from "./gridRow";
import type { ListModel } from "./listModel";
import type { RowRange } from "./viewport";

/** Average width of a letter in a headline, in CSS pixels. */
const averageLetterPx = 6.6;

/**
 * The list of events. It renders the visible rows and some around them, and keeps the keyboard focus on the
 * grid itself (`aria-activedescendant`), so that no update removes it together with a row.
 */
@customElement("event-grid")
export class EventGrid extends PageElement {
  @property({ attribute: false }) model!: FeedModel;
  /** Undefined: newest first. */
  @property({ attribute: false }) sort: SortOrder | undefined;
  @property({ attribute: false }) hiddenColumns: readonly string[] = [];
  @property({ attribute: false }) widths: ColumnWidths = {};

  @query(".grid-scroller", true) private scroller!: HTMLElement;
  @query(".grid", true) private grid!: HTMLElement;
  @query(".grid-rows", true) private rowLayer!: HTMLElement;
  @query(".sticky-day", true) private stickyDay!: HTMLElement;
  @query(".row-size", true) private rowSize!: HTMLElement;
  @query(".grid-footer", true) private footerBox!: HTMLElement;

  private readonly input = new GridInput(this);
  /** The shown columns. Kept until it changes, because a new array renders all rows again. */
  private columns = allColumns;
  private rendered: RowRange = { start: 0, end: 0 };
  private titleLength = Infinity;
  private readonly widthSheet = new CSSStyleSheet();

  private get list(): ListModel {
    return this.model.list;
  }

  override focus(): void {
    this.grid.focus({ preventScroll: true });
  }

  // ---- Rendering --------------------------------------------------------------------------------------------------

  protected override firstUpdated(): void {
    document.adoptedStyleSheets.push(this.widthSheet);
    observeSize([this.scroller, this.rowSize, this.footerBox], () => this.measure());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("hiddenColumns")) {
      this.columns = allColumns.filter(({ name }) => !this.hiddenColumns.includes(name));
    }
    // Sorted rows have no day headers.
    this.list.viewport.hasDayHeader = this.sort === undefined;
  }

  protected override render(): TemplateResult {
    const { columns, input, model } = this;
    const { panel } = model;
    const content = panel?.content ?? "none";
    const { rows, active, selection, onlySelected } = this.list;
    const activeIndex = active.index;
    const { start, end } = (this.rendered = this.list.viewport.rendered);
    const context: RowContext = {
      columns,
      zone: model.zone,
      search: panel?.view.text ?? "",
      titleLength: this.titleLength,
      isSorted: this.sort !== undefined,
      activeIndex,
      isSelected: (id) => selection.has(id),
    };
    const { maxRendered } = this.list.viewport;
    const isActiveRendered = activeIndex !== undefined && activeIndex >= start && activeIndex < end;
    const oneType = model.filters.query?.types.length === 1 ? "one-type" : "";
    return html`<div class="grid-scroller ${oneType}" @scroll=${this.onScroll}>
      ${panel && newEventsButton(panel, model)}
      <div class="row-size" aria-hidden="true"></div>
      <div
        class="grid ${content === "previous" ? "previous-query" : ""}"
        role="grid"
        aria-label=${l10n.t("Company events")}
        aria-rowcount=${rows.rowCount + ariaRowOffset - 1}
        aria-colcount=${columns.length}
        aria-busy=${content !== "current"}
        aria-activedescendant=${isActiveRendered ? rowId(activeIndex) : nothing}
        aria-multiselectable="true"
        data-vscode-context=${eventMenuContext(onlySelected, model.filters.query)}
        tabindex="0"
        @keydown=${input.onKeyDown}
        @click=${input.onClick}
        @contextmenu=${this.onContextMenu}
      >
        ${headerRow(columns, this.sort, this.widths, this.model)}
        <div class="row sticky-day" aria-hidden="true"><span class="cell"></span></div>
        <div class="grid-rows" role="rowgroup">
          ${
            // Reuses the elements that scroll out at one end for the rows at the other.
            repeat(
              Array.from({ length: end - start }, (_, i) => start + i),
              (index) => index % maxRendered,
              (index) => gridRow(index, rows.row(index), context),
            )
          }
        </div>
      </div>
      ${content === "none" && rows.rowCount === 0 ? skeletonRows(12, columns) : nothing}
      ${panel && rows.rowCount === 0 ? emptyStateOf(panel, model) : nothing}
      <div class="grid-footer">${panel && rows.rowCount > 0 ? listFooter(panel, model) : nothing}</div>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("widths") || changed.has("sort") || changed.has("hiddenColumns")) {
      this.applyWidths();
      this.measure();
    }
    this.applyViewport();
    this.list.rows.loadMissing();
  }

  /** Renders at once, because VS Code reads the context right after this. */
  private readonly onContextMenu = (event: MouseEvent): void => {
    this.input.onContextMenu(event);
    this.requestUpdate();
    this.performUpdate();
  };

  // ---- Sizes and scrolling ----------------------------------------------------------------------------------------

  /** Limits each column to a third of the list, as its width may be from a wider panel. */
  private applyWidths(): void {
    const rules = allColumns.map(({ name, width, sortedWidth }) => {
      const px = this.widths[name];
      const preferred = px === undefined ? width() : `0 1 min(${px}px, 32cqi)`;
      // A width that was chosen for times may be too narrow for dates.
      const flex = this.sort ? (sortedWidth?.() ?? preferred) : preferred;
      return `.cell.${name.toLowerCase()} { flex: ${flex} }`;
    });
    this.widthSheet.replaceSync(rules.join(""));
  }

  /** Forces a layout, so call it only when sizes changed, never while scrolling. */
  private measure(): void {
    const { active, hasGoneToRow, rows, viewport } = this.list;
    viewport.pivot = hasGoneToRow ? active.index : undefined;
    viewport.resize(rows.rowCount, {
      row: this.rowSize.offsetHeight || viewport.sizes.row,
      head: this.grid.querySelector<HTMLElement>(".head")?.offsetHeight ?? 0,
      day: this.stickyDay.offsetHeight,
      viewport: this.scroller.clientHeight,
      footer: this.footerBox.offsetHeight,
    });
    // In a narrow list, the title has a line of its own.
    const isNarrow = viewport.sizes.row > viewport.sizes.day;
    const title = isNarrow ? this.rowSize : this.grid.querySelector<HTMLElement>(".head > .title");
    this.titleLength = Math.floor((title?.offsetWidth ?? 0) / averageLetterPx) || Infinity;
    this.requestUpdate();
    this.model.visibleRowsChanged();
  }

  private applyViewport(): void {
    const { scroller } = this;
    const { rows, viewport } = this.list;
    const first = rows.row(0);
    viewport.resize(rows.rowCount, viewport.sizes, first && first.kind === "day");
    this.grid.style.height = `${viewport.height}px`;
    // Setting it while the user scrolls would stop that.
    if (viewport.mustSetScrollTop) {
      scroller.scrollTop = viewport.scrollTop;
      viewport.didSetScrollTop(scroller.scrollTop);
    }
    this.didMove();
  }

  private didMove(): void {
    this.rowLayer.style.transform = `translateY(${this.list.viewport.renderedTop}px)`;
    updateDayHeader(this.stickyDay, this.list.rows, this.list.viewport, this.model.zone);
    // Tab skips the footer unless it is visible: focusing its buttons would scroll to the end of the list.
    this.footerBox.querySelectorAll("button").forEach((button) => {
      button.tabIndex = this.list.viewport.isAtEnd ? 0 : -1;
    });
  }

  private readonly onScroll = () => {
    const { scroller, rendered } = this;
    const { viewport } = this.list;
    const wasAtEnd = viewport.isAtEnd;
    if (viewport.didScroll(scroller.scrollTop)) {
      this.list.cancelReveal();
      if (viewport.isAtEnd && !wasAtEnd) {
        this.model.endReached();
      }
    }
    const { start, end } = viewport.rendered;
    if (start !== rendered.start || end !== rendered.end) {
      this.requestUpdate();
    } else {
      this.didMove();
    }
    this.model.visibleRowsChanged();
  };
}
