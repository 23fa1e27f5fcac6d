import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { columnLabel, type ColumnName, columns } from "./columns";

const popupWidthPx = 240;
/** Between the popup and the edges of the page. */
const marginPx = 8;

/**
 * Shows and hides columns: a button at the end of the column headers, and the popup that it opens. A context menu of VS Code could
 * not show which columns are visible.
 *
 * Fires `hidden-columns-change` (detail: names of columns), which bubbles.
 */
@customElement("column-chooser")
export class ColumnChooser extends LitElement {
  @property({ attribute: false }) hiddenColumns: readonly ColumnName[] = [];

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
    const label = l10n.t("Columns");
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
      ${columns.map(({ name }) => this.renderColumn(name))}
    </fieldset>`;
  }

  private renderColumn(name: ColumnName): TemplateResult {
    const isHidden = this.hiddenColumns.includes(name);
    const isLeftOut = !isHidden && this.isLeftOut(name);
    const hintId = `left-out-${name}`;
    return html`<label
        ><input
          type="checkbox"
          .checked=${!isHidden}
          ?disabled=${name === "Title"}
          aria-describedby=${isLeftOut ? hintId : nothing}
          @change=${() => this.toggle(name)}
        />${columnLabel(name)}</label
      >
      ${isLeftOut ? html`<span class="left-out" id=${hintId}>${l10n.t("Hidden: the panel is too narrow")}</span>` : nothing}`;
  }

  private toggle(name: ColumnName): void {
    const { hiddenColumns: hidden } = this;
    const others = hidden.filter((other) => other !== name);
    this.fire("hidden-columns-change", hidden.includes(name) ? others : [...hidden, name]);
  }

  private fire(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      // Escape would close the details, too.
      event.stopPropagation();
      event.preventDefault();
      this.close();
      this.button.focus();
    }
  };
}
