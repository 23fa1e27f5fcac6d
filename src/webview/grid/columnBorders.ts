import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import {
  type ColumnName,
  columns,
  type ColumnWidths,
  isBeforeTitle,
  minColumnPx,
  minTitlePx,
} from "./columns";
import { SizeObserver } from "../ui/observers";

/**
 * The borders of the columns, laid over their headings: moved by pointer, or by Left and Right on the one that has the
 * keyboard (Up and Down lead to the next one, Enter or a double click to the usual width). They are no part of the grid:
 * within a heading they would be part of its name.
 *
 * Fires `widths-change` (detail: ColumnWidths).
 */
@customElement("column-borders")
export class ColumnBorders extends LitElement {
  @property({ attribute: false }) widths: ColumnWidths = {};

  /** As they are on screen, CSS pixels; a column that is left out of a narrow list has none. */
  @state() private measured = new Map<ColumnName, number>();
  /** The border that Tab leads to. */
  @state() private tabStop: ColumnName = "Time";
  private readonly sizes = new SizeObserver(this, () => this.measure());

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    for (const cell of this.cells) {
      this.sizes.observe(cell);
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="row borders" @keydown=${this.onKeyDown}>
      ${columns.map(
        (name) =>
          html`<span class="cell ${name.toLowerCase()}" data-column=${name}
            >${name === "Title" ? nothing : this.border(name)}</span
          >`,
      )}
    </div>`;
  }

  private border(name: ColumnName): TemplateResult {
    const width = this.measured.get(name) ?? 0;
    const spare = Math.max(0, (this.measured.get("Title") ?? 0) - minTitlePx);
    return html`<split-handle
      class="column-border ${isBeforeTitle(name) ? "end" : "start"}"
      label="Width of ${name}"
      .sizes=${isBeforeTitle(name) ? "before" : "after"}
      .width=${width}
      .min=${minColumnPx}
      .max=${Math.max(minColumnPx, width + spare)}
      .tabStop=${name === this.tabStop}
      @focusin=${() => (this.tabStop = name)}
      @width-change=${({ detail }: CustomEvent<number>) => this.change(name, Math.round(detail))}
      @width-reset=${() => this.change(name, undefined)}
    ></split-handle>`;
  }

  private get cells(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("[data-column]")];
  }

  private measure(): void {
    const widths = this.cells.map(({ offsetWidth }, i) => [columns[i] as ColumnName, offsetWidth] as const);
    this.measured = new Map(widths.filter(([, width]) => width > 0));
    if (!this.measured.has(this.tabStop)) {
      this.tabStop = "Time";
    }
  }

  private change(name: ColumnName, width: number | undefined): void {
    if (width !== undefined) {
      // The next press of a key may come before the browser has laid it out.
      const gained = width - (this.measured.get(name) ?? width);
      this.measured = new Map(this.measured)
        .set(name, width)
        .set("Title", (this.measured.get("Title") ?? 0) - gained);
    }
    const others = Object.entries(this.widths).filter(([other]) => other !== name);
    const widths: ColumnWidths = Object.fromEntries([
      ...others,
      ...(width === undefined ? [] : [[name, width] as const]),
    ]);
    this.dispatchEvent(new CustomEvent<ColumnWidths>("widths-change", { detail: widths }));
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const borders = [...this.querySelectorAll<HTMLElement>("[role=separator]")].filter(
        (border) => border.offsetParent !== null,
      );
      const at = borders.findIndex((border) => border === document.activeElement);
      borders[at + step]?.focus();
    }
  };
}
