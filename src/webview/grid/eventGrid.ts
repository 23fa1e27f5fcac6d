import type { ScrollPosition, ZoneChoice } from "../../shared/pageState";
import type { RowsUpdate } from "../../shared/protocol";
import { type DatedEventRef, datedRef, type EventRef, type VisibleEvents } from "../../shared/viewQueries";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { columns, type ColumnWidths } from "./columns";
import type { MenuPlace } from "./eventMenu";
import { GridInteraction, type GridSurface } from "./gridInteraction";
import type { GridSelection } from "./gridSelection";
import { ariaRowsBefore, gridRow, headRow, rowId, skeletonRows } from "./gridRows";
import { ScrollAnchor } from "./scrollAnchor";
import { RowGeometry } from "./rowGeometry";
import { RowsCache, type Anchor, type Ask, type Range, type RowsView } from "./rowsCache";
import { SizeObserver } from "../ui/observers";

/**
 * The list of events: draws the rows on screen, out of the few that the cache holds. The keyboard stays on the grid itself
 * (`aria-activedescendant`), so that no update can take it away with a row.
 *
 * Fires `rows-change` (another revision is on screen), `visible-rows-change`, what its control tells (`GridEvents`), and
 * `column-widths-change` (detail: ColumnWidths).
 */
@customElement("event-grid")
export class EventGrid extends LitElement implements RowsView {
  /** Where rows come from. */
  @property({ attribute: false }) fetchRows: Ask = () => Promise.reject(new Error("Not connected."));
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** The rows are those of the query before. */
  @property({ type: Boolean }) stale = false;
  /** Columns that were given a width. */
  @property({ attribute: false }) widths: ColumnWidths = {};
  /** What is searched for. */
  @property() search = "";
  /** Nothing is known yet: show that something is coming. */
  @property({ type: Boolean }) skeleton = false;
  /** Stands in place of rows where there are none. */
  @property({ attribute: false }) emptyState: TemplateResult | undefined;
  /** Scrolls with the rows, below them. */
  @property({ attribute: false }) footer: TemplateResult | undefined;

  @query(".grid-scroller", true) private scroller!: HTMLElement;
  @query(".grid", true) private grid!: HTMLElement;
  @query(".grid-rows", true) private layer!: HTMLElement;
  @query(".grid-footer", true) private footerBox!: HTMLElement;

  private readonly places = new RowGeometry();
  private readonly cache = new RowsCache((params) => this.fetchRows(params), this);
  private readonly reading = new ScrollAnchor(this.cache, this.places);
  private readonly control = new GridInteraction(this.surface());
  /** The first revision with rows of the query that is asked for, while it is not there. */
  private awaited: number | undefined;
  private rendered: Range = { start: 0, end: 0 };
  private readonly sizes = new SizeObserver(this, () => this.measure());

  get rowCount(): number {
    return this.cache.rowCount;
  }

  get eventCount(): number {
    return this.cache.eventCount;
  }

  /** Of the rows that the host told of last. */
  get latestEventCount(): number {
    return this.cache.announcedCount;
  }

  get selection(): GridSelection {
    return this.control.selection;
  }

  /** Of several selected events only the active one stays. */
  selectActiveOnly(): void {
    this.control.selectActiveOnly();
  }

  /** All rows there are stand on screen at once. */
  get allRowsVisible(): boolean {
    return this.cache.upToDate && this.rowCount > 0 && this.places.allFit;
  }

  updateRows(news: RowsUpdate, fresh = false): void {
    this.cache.announce(news, fresh);
  }

  /** Goes to an event once rows are there, and makes another one the active row. */
  restore(topmost: ScrollPosition | undefined, active: EventRef | undefined): void {
    this.reading.restore(topmost);
    this.control.adopt(active);
  }

  /** Selects an event and scrolls to it. */
  revealEvent(event: EventRef): void {
    this.control.goTo(event);
  }

  scrollToTop(): void {
    this.reading.toTop();
    this.requestUpdate();
  }

  /** The rows announced last are those of another query: shown from their top, once they are there. */
  startNewQuery(): void {
    this.awaited = this.cache.announcedRevision;
    this.beginIfThere();
  }

  /** The rows on screen are still those of the query before. */
  get showsPreviousQuery(): boolean {
    return this.awaited !== undefined;
  }

  private beginIfThere(): void {
    if (this.awaited !== undefined && this.cache.revision >= this.awaited) {
      this.awaited = undefined;
      this.scrollToTop();
      this.control.selectActiveOnly();
    }
  }

  /** New events come into view. */
  get isAtTop(): boolean {
    return this.reading.atTop;
  }

  /** The event that is read, or will be with the first rows; undefined at the top of the list. */
  get topmost(): ScrollPosition | undefined {
    return this.showsPreviousQuery ? undefined : this.reading.kept;
  }

  /** Undefined where none stands there, or only one without a date, or of another query. */
  get visibleEvents(): VisibleEvents | undefined {
    const last = this.lastVisible;
    const topmost = datedRef(this.topmost);
    return last && { ...(topmost && { topmost }), last };
  }

  private get lastVisible(): DatedEventRef | undefined {
    if (this.showsPreviousQuery) {
      return undefined;
    }
    const { start, end } = this.places.shown;
    for (let index = end - 1; index >= start; index--) {
      const row = this.cache.row(index);
      const place = row?.kind === "event" ? datedRef(row) : undefined;
      if (place) {
        return place;
      }
    }
    return undefined;
  }

  override focus(): void {
    this.grid.focus({ preventScroll: true });
  }

  // ---- What the cache asks ----

  visible(rowCount: number): Range {
    return this.showsPreviousQuery ? this.places.shownAt(0, rowCount) : this.reading.visible(rowCount);
  }

  anchor(): Anchor | undefined {
    return this.showsPreviousQuery ? undefined : this.reading.anchor();
  }

  changed(shift: number | undefined): void {
    if (shift === undefined) {
      this.control.rowsChanged(undefined);
    } else {
      this.reading.relocate(this.rowCount, shift);
      this.control.rowsChanged(shift);
      this.beginIfThere();
      this.dispatchEvent(new CustomEvent("rows-change"));
    }
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  }

  // ---- Drawing ----

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    this.sizes.observe(this.scroller);
    this.sizes.observe(this.footerBox);
    this.measure();
  }

  protected override render(): TemplateResult {
    const { rowCount } = this.cache;
    const range = (this.rendered = this.places.drawn);
    const indexes = Array.from({ length: range.end - range.start }, (_, i) => range.start + i);
    const { selection, onClick, onContextMenu, onKeyDown, ringed: active } = this.control;
    const look = {
      zone: this.zone,
      active,
      selected: (id: string) => selection.has(id),
      search: this.search,
    };
    // A row that leaves at one end is the one that comes in at the other; those between are left alone.
    const slots = this.places.mostDrawn;
    const rows = repeat(
      indexes,
      (index) => index % slots,
      (index) => gridRow(index, this.cache.row(index), look),
    );
    const activeDrawn = active !== undefined && active >= range.start && active < range.end;
    return html`<div class="grid-scroller" @scroll=${this.onScroll} @scrollend=${this.onScrollEnd}>
      <column-borders
        .widths=${this.widths}
        @widths-change=${({ detail }: CustomEvent<ColumnWidths>) => this.tellWidths(detail)}
      ></column-borders>
      <div
        class="grid ${this.stale ? "stale" : ""}"
        role="grid"
        aria-label="Company events"
        aria-rowcount=${rowCount + ariaRowsBefore - 1}
        aria-colcount=${columns.length}
        aria-busy=${this.skeleton || this.stale}
        aria-activedescendant=${activeDrawn ? rowId(active) : nothing}
        aria-multiselectable="true"
        tabindex="0"
        @keydown=${onKeyDown}
        @click=${onClick}
        @contextmenu=${onContextMenu}
      >
        ${headRow()}
        <div class="grid-rows" role="rowgroup">${rows}</div>
      </div>
      ${this.skeleton && rowCount === 0 ? skeletonRows(12) : nothing}
      ${rowCount === 0 ? this.emptyState : nothing}
      <div class="grid-footer">${this.footer}</div>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("widths")) {
      this.applyWidths();
    }
    this.place();
    this.cache.fill();
  }

  /** Brings the browser's scroll position and the drawn rows to where the map says. */
  private place(): void {
    const { places, scroller } = this;
    places.resize(this.rowCount);
    this.grid.style.height = `${places.height}px`;
    // Never while the person scrolls: the browser would stop there.
    if (places.scroll.moved) {
      scroller.scrollTop = places.scroll.top;
      places.scroll.landed(scroller.scrollTop);
    }
    this.placeLayer();
  }

  /** A column never takes more than its share of the list, however wide it was made in a wider one. */
  private applyWidths(): void {
    for (const name of columns) {
      const width = this.widths[name];
      this.scroller.style.setProperty(
        `--${name.toLowerCase()}`,
        width === undefined ? null : `min(${width}px, 32cqi)`,
      );
    }
  }

  private placeLayer(): void {
    this.layer.style.transform = `translateY(${this.places.drawnTop}px)`;
  }

  /** Reading sizes makes the browser lay out: only when they changed, never while rows scroll by. */
  private measure(): void {
    this.places.resize(this.rowCount, {
      row: this.grid.querySelector<HTMLElement>(".head")?.offsetHeight || this.places.rowHeight,
      viewport: this.scroller.clientHeight,
      footer: this.footerBox.offsetHeight,
    });
    this.requestUpdate();
    // Other rows may be on screen now.
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  }

  // ---- What the person does ----

  private tellWidths(widths: ColumnWidths): void {
    this.dispatchEvent(new CustomEvent("column-widths-change", { detail: widths }));
  }

  private readonly onScroll = () => {
    const { places, scroller } = this;
    const wasAtEnd = places.atEnd;
    const byPerson = scroller.scrollTop !== places.scroll.top;
    places.scroll.scrolled(scroller.scrollTop);
    if (byPerson && places.atEnd && !wasAtEnd) {
      this.dispatchEvent(new CustomEvent("end-reached"));
    }
    const { start, end } = places.drawn;
    if (start !== this.rendered.start || end !== this.rendered.end) {
      this.requestUpdate();
    } else {
      this.placeLayer();
    }
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  };

  private readonly onScrollEnd = () => {
    this.places.scroll.settle();
    this.place();
  };

  /** The list as its control sees it. */
  private surface(): GridSurface {
    return {
      cache: this.cache,
      places: this.places,
      reveal: (index, beyond) => this.reveal(index, beyond),
      menuPlace: (index) => this.menuPlace(index),
      tell: (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail })),
      focus: () => this.focus(),
      requestUpdate: () => this.requestUpdate(),
    };
  }

  private reveal(index: number, beyond?: "start" | "end"): void {
    this.places.reveal(index, beyond);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("visible-rows-change"));
  }

  private menuPlace(index: number | undefined): MenuPlace {
    const box = this.scroller.getBoundingClientRect();
    const row = index === undefined ? null : document.getElementById(rowId(index));
    return { x: box.left + 24, y: row?.getBoundingClientRect().bottom ?? box.top + this.places.rowHeight };
  }
}
