import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { SizeObserver } from "../ui/observers";
import { type ShownColumn, columnLabel, type ColumnName, type ColumnWidths } from "./columns";

const minColumnPx = 28;
/** The title cannot be made narrower by dragging borders. */
const minTitlePx = 80;

/**
 * The borders of the columns, on top of their headers: dragged by pointer, or moved by Left and Right once focused (Up and
 * Down focus the next one, Enter and a double click reset the width). They are outside the grid, because within a header
 * they would be part of its accessible name. Those before the title are at the end of their columns, the others at the start.
 *
 * Fires `column-widths-change` (detail: ColumnWidths; it bubbles).
 */
@customElement("column-borders")
export class ColumnBorders extends LitElement {
  /** Those that are shown. */
  @property({ attribute: false }) columns: readonly ShownColumn[] = [];
  @property({ attribute: false }) widths: ColumnWidths = {};

  /** CSS pixels on screen; without the columns that a narrow list leaves out. */
  @state() private measured = new Map<ColumnName, number>();
  /** The border that Tab focuses. */
  @state() private tabStop: ColumnName = "Time";
  private readonly sizes = new SizeObserver(this, () => this.measure());

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("columns")) {
      this.cells.forEach((cell) => this.sizes.observe(cell));
    }
  }

  protected override render(): TemplateResult {
    const { columns } = this;
    const titleIndex = columns.findIndex(({ name }) => name === "Title");
    return html`<div class="row borders" @keydown=${this.onKeyDown}>
      ${repeat(
        columns,
        ({ name }) => name,
        ({ name }, i) =>
          html`<span class="cell ${name.toLowerCase()}" data-column=${name}
            >${i === titleIndex ? nothing : this.border(name, i < titleIndex)}</span
          >`,
      )}
    </div>`;
  }

  private border(name: ColumnName, isBeforeTitle: boolean): TemplateResult {
    const width = this.measured.get(name) ?? 0;
    const spare = Math.max(0, (this.measured.get("Title") ?? 0) - minTitlePx);
    return html`<split-handle
      class="column-border ${isBeforeTitle ? "end" : "start"}"
      label=${l10n.t("Width of {0}", columnLabel(name))}
      .sizes=${isBeforeTitle ? "before" : "after"}
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
    const widths = this.cells.map(
      ({ dataset, offsetWidth }) => [dataset["column"] as ColumnName, offsetWidth] as const,
    );
    this.measured = new Map(widths.filter(([, width]) => width > 0));
    if (!this.measured.has(this.tabStop)) {
      this.tabStop = [...this.measured.keys()].find((name) => name !== "Title") ?? "Time";
    }
  }

  private change(name: ColumnName, width: number | undefined): void {
    if (width !== undefined) {
      // The next key press may come before the browser has updated the layout.
      const delta = width - (this.measured.get(name) ?? width);
      this.measured = new Map(this.measured)
        .set(name, width)
        .set("Title", (this.measured.get("Title") ?? 0) - delta);
    }
    const others = Object.entries(this.widths).filter(([other]) => other !== name);
    const widths: ColumnWidths = Object.fromEntries([
      ...others,
      ...(width === undefined ? [] : [[name, width] as const]),
    ]);
    this.dispatchEvent(
      new CustomEvent<ColumnWidths>("column-widths-change", { detail: widths, bubbles: true }),
    );
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
