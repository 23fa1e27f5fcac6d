import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { SortOrder } from "../../shared/viewQueries";
import { SizeObserver } from "../ui/observers";
import type { Column, ColumnName, ColumnWidths } from "./columns";

/** @param onSort called with the order to change to; undefined: newest first */
export function headerRow(
  columns: readonly Column[],
  current: SortOrder | undefined,
  onSort: (sort: SortOrder | undefined) => void,
  onMouseUp: (event: MouseEvent) => void,
): TemplateResult {
  return html`<div class="row head" role="row" aria-rowindex="1" @mouseup=${onMouseUp}>
    ${columns.map(({ name, label, sort }, i) => {
      const isSortedBy = current !== undefined && sort?.by === current.by;
      const arrow = isSortedBy
        ? html`<span
            class="codicon codicon-arrow-${current.descending ? "down" : "up"}"
            aria-hidden="true"
          ></span>`
        : nothing;
      return html`<span
        class="cell ${name.toLowerCase()}"
        role="columnheader"
        aria-colindex=${i + 1}
        aria-sort=${isSortedBy ? (current.descending ? "descending" : "ascending") : nothing}
        title=${label()}
        >${
          sort
            ? html`<button
                type="button"
                class="sort"
                @mousedown=${(event: Event) => event.preventDefault()}
                @click=${() => onSort(nextSort(sort, current))}
              >
                ${label()}${arrow}
              </button>`
            : label()
        }</span
      >`;
    })}
  </div>`;
}

/** First as is usual for the column, then the reverse, then newest first. */
function nextSort(first: SortOrder, current: SortOrder | undefined): SortOrder | undefined {
  if (current?.by !== first.by) {
    return first;
  }
  return current.descending === first.descending ? { ...first, descending: !first.descending } : undefined;
}

const minColumnPx = 28;
/** The title cannot be made narrower by dragging borders. */
const minTitlePx = 80;

/**
 * The borders of the columns, on top of their headers: dragged by pointer, or moved by Left and Right once focused (Up and Down focus
 * the next one, Enter and a double click reset the width). They are outside the grid, because within a header they would be part of
 * its accessible name. Those before the title are at the end of their columns, the others at the start.
 */
@customElement("column-borders")
export class ColumnBorders extends LitElement {
  /** Those that are shown. */
  @property({ attribute: false }) columns: readonly Column[] = [];
  @property({ attribute: false }) widths: ColumnWidths = {};
  @property({ attribute: false }) onChange!: (widths: ColumnWidths) => void;

  /** CSS pixels on screen; without the columns that a narrow list leaves out. */
  @state() private measured = new Map<ColumnName, number>();
  private readonly sizes = new SizeObserver(this, () => this.measure());

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("columns")) {
      this.querySelectorAll(".cell").forEach((cell) => this.sizes.observe(cell));
    }
  }

  protected override render(): TemplateResult {
    const { columns } = this;
    const titleIndex = columns.findIndex(({ name }) => name === "Title");
    return html`<div class="row borders" @keydown=${this.onKeyDown}>
      ${repeat(
        columns,
        ({ name }) => name,
        (column, i) =>
          html`<span class="cell ${column.name.toLowerCase()}"
            >${i === titleIndex ? nothing : this.border(column, i < titleIndex)}</span
          >`,
      )}
    </div>`;
  }

  private border({ name, label }: Column, isBeforeTitle: boolean): TemplateResult {
    const width = this.measured.get(name) ?? 0;
    const spare = Math.max(0, (this.measured.get("Title") ?? 0) - minTitlePx);
    return html`<split-handle
      class="column-border ${isBeforeTitle ? "end" : "start"}"
      label=${l10n.t("Width of {0}", label())}
      .sizes=${isBeforeTitle ? "before" : "after"}
      .width=${width}
      .min=${minColumnPx}
      .max=${Math.max(minColumnPx, width + spare)}
      .tabStop=${name === [...this.measured.keys()].find((shown) => shown !== "Title")}
      @width-change=${({ detail }: CustomEvent<number>) => this.change(name, Math.round(detail))}
      @width-reset=${() => this.change(name, undefined)}
    ></split-handle>`;
  }

  private measure(): void {
    const cells = [...this.querySelectorAll<HTMLElement>(".cell")];
    const widths = this.columns.map(({ name }, i) => [name, cells[i]?.offsetWidth ?? 0] as const);
    this.measured = new Map(widths.filter(([, width]) => width > 0));
  }

  private change(name: ColumnName, width: number | undefined): void {
    if (width !== undefined) {
      // The next key press may come before the browser has updated the layout.
      const title = (this.measured.get("Title") ?? 0) - width + (this.measured.get(name) ?? width);
      this.measured = new Map(this.measured).set(name, width).set("Title", title);
    }
    const others = Object.entries(this.widths).filter(([other]) => other !== name);
    this.onChange(Object.fromEntries(width === undefined ? others : [...others, [name, width]]));
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const borders = [...this.querySelectorAll<HTMLElement>("[role=separator]")].filter(
        (border) => border.offsetParent !== null,
      );
      const focused = borders.findIndex((border) => border === document.activeElement);
      borders[focused + step]?.focus();
    }
  };
}
