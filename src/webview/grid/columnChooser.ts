import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { SortOrder } from "../../shared/viewQueries";
import {
  type ColumnArrangement,
  columnLabel,
  type ColumnName,
  defaultArrangement,
  isDefaultArrangement,
} from "./columns";
import { iconButton } from "../ui/iconButton";

const popupWidthPx = 240;
/** Between the popup and the edges of the page. */
const marginPx = 8;

/**
 * Shows, hides and moves columns, and sorts by them: a button at the end of the column headers, and the popup that it opens. A
 * context menu of VS Code could not show which columns are visible.
 *
 * Fires `arrangement-change` (detail: ColumnArrangement), `sort-change` (detail: SortOrder | undefined) and `folds-change`
 * (detail: boolean); all bubble.
 */
@customElement("column-chooser")
export class ColumnChooser extends LitElement {
  @property({ attribute: false }) arrangement = defaultArrangement;
  @property({ attribute: false }) sort: SortOrder | undefined;
  /** Whether events that tell the same story have one row. */
  @property({ type: Boolean }) folds = true;

  /** Closed, the popup is empty: its labels are those of the filters. */
  @state() private isOpen = false;

  @query(".columns-button", true) private button!: HTMLElement;
  @query(".column-chooser", true) private popup!: HTMLElement;

  /** Opens the popup below a point of the viewport, in CSS pixels; below its button without one. It moves up where it would be cut off. */
  open(x?: number, y?: number): void {
    const box = this.button.getBoundingClientRect();
    const left = Math.min(x ?? box.right - popupWidthPx, window.innerWidth - popupWidthPx - marginPx);
    this.popup.style.left = `${Math.max(marginPx, left)}px`;
    this.isOpen = true;
    this.performUpdate();
    this.popup.showPopover();
    const lowest = window.innerHeight - this.popup.offsetHeight - marginPx;
    this.popup.style.top = `${Math.max(marginPx, Math.min(y ?? box.bottom, lowest))}px`;
    this.popup.querySelector("input")?.focus();
    window.addEventListener("pointerdown", this.onPointerDown, { capture: true });
    window.addEventListener("blur", this.close);
  }

  /** Whether a narrow list leaves the column out. A style sheet decides that. */
  private isLeftOut(name: ColumnName): boolean {
    const header = this.parentElement?.querySelector(`.head > .${name.toLowerCase()}`);
    return header !== null && header !== undefined && getComputedStyle(header).display === "none";
  }

  /**
   * The browser closes popovers of type "auto" when a button of the pointer is released elsewhere: those that a right click
   * opens, too.
   */
  private readonly close = (): void => {
    window.removeEventListener("pointerdown", this.onPointerDown, { capture: true });
    window.removeEventListener("blur", this.close);
    const wasOpen = this.isOpen;
    this.isOpen = false;
    if (this.isConnected && wasOpen) {
      this.popup.hidePopover();
    }
  };

  private readonly onPointerDown = (event: Event): void => {
    if (!event.composedPath().includes(this)) {
      this.close();
    }
  };

  private readonly onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !this.contains(relatedTarget)) {
      this.close();
    }
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const label = l10n.t("Columns and sorting");
    return html`<button
        type="button"
        class="icon columns-button"
        title=${label}
        aria-label=${label}
        aria-haspopup="dialog"
        @click=${() => (this.isOpen ? this.close() : this.open())}
      >
        <span class="codicon codicon-settings" aria-hidden="true"></span>
      </button>
      <div
        class="column-chooser"
        popover="manual"
        role="dialog"
        aria-label=${label}
        @keydown=${this.onKeyDown}
        @focusout=${this.onFocusOut}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        ${this.isOpen ? this.renderChoices() : nothing}
      </div>`;
  }

  private renderChoices(): TemplateResult {
    return html`<fieldset>
        <legend>${l10n.t("Columns")}</legend>
        ${repeat(
          this.arrangement.order,
          (name) => name,
          (name, index) => this.renderColumn(name, index),
        )}
      </fieldset>
      <fieldset>
        <legend>${l10n.t("Sort loaded events by")}</legend>
        ${this.renderSort(l10n.t("Time, newest first"), undefined)}
        ${this.renderSort(l10n.t("Amount, highest first"), { by: "amount", descending: true })}
        ${this.renderSort(l10n.t("Company, A to Z"), { by: "company", descending: false })}
      </fieldset>
      <fieldset>
        <legend>${l10n.t("Rows")}</legend>
        <label
          ><input
            type="checkbox"
            name="folds"
            .checked=${this.folds}
            @change=${() => this.fire("folds-change", !this.folds)}
          />${l10n.t("One row for each story")}</label
        >
      </fieldset>
      <button
        type="button"
        class="link"
        aria-disabled=${isDefaultArrangement(this.arrangement)}
        @click=${() => this.change(defaultArrangement)}
      >
        ${l10n.t("Reset columns")}
      </button>`;
  }

  private renderColumn(name: ColumnName, index: number): TemplateResult {
    const { hidden } = this.arrangement;
    const label = columnLabel(name);
    const hintId = `left-out-${name}`;
    const isLeftOut = !hidden.includes(name) && this.isLeftOut(name);
    return html`<div class="column-choice" data-column=${name}>
      <label
        ><input
          type="checkbox"
          .checked=${!hidden.includes(name)}
          ?disabled=${name === "Title"}
          aria-describedby=${isLeftOut ? hintId : nothing}
          @change=${() => this.toggle(name)}
        />${label}</label
      >
      ${this.renderMove(name, index, -1, l10n.t("Move {0} left", label), "arrow-up")}
      ${this.renderMove(name, index, 1, l10n.t("Move {0} right", label), "arrow-down")}
      ${isLeftOut ? html`<span class="left-out" id=${hintId}>${l10n.t("Hidden: the panel is too narrow")}</span>` : nothing}
    </div>`;
  }

  private renderMove(
    name: ColumnName,
    index: number,
    by: 1 | -1,
    label: string,
    icon: string,
  ): TemplateResult {
    const target = index + by;
    const isEnabled = target >= 0 && target < this.arrangement.order.length;
    return iconButton(label, icon, () => this.move(name, by), { isEnabled });
  }

  private renderSort(label: string, sort: SortOrder | undefined): TemplateResult {
    return html`<label
      ><input
        type="radio"
        name="sort"
        .checked=${this.sort?.by === sort?.by}
        @change=${() => this.fire("sort-change", sort)}
      />${label}</label
    >`;
  }

  private toggle(name: ColumnName): void {
    const { order, hidden } = this.arrangement;
    this.change({
      order,
      hidden: hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name],
    });
  }

  private move(name: ColumnName, by: 1 | -1): void {
    const { order, hidden } = this.arrangement;
    const index = order.indexOf(name);
    const others = order.filter((other) => other !== name);
    this.change({ order: others.toSpliced(index + by, 0, name), hidden });
  }

  private change(arrangement: ColumnArrangement): void {
    this.fire("arrangement-change", arrangement);
  }

  private fire(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /** Alt and an arrow move the column of the focused control, as they move lines in an editor. */
  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      // Escape would close the details, too.
      event.stopPropagation();
      event.preventDefault();
      this.close();
      this.button.focus();
      return;
    }
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const choice =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-column]") : null;
    if (by === 0 || !choice) {
      return;
    }
    event.preventDefault();
    const { order } = this.arrangement;
    const name = order.find((other) => other === choice.dataset["column"]);
    const index = name === undefined ? -1 : order.indexOf(name) + by;
    if (!event.altKey) {
      this.focusColumn(order[index]);
    } else if (name !== undefined && index >= 0 && index < order.length) {
      this.move(name, by);
    }
  };

  private focusColumn(name: ColumnName | undefined): void {
    this.popup.querySelector<HTMLElement>(`[data-column="${name ?? ""}"] input`)?.focus();
  }
}
