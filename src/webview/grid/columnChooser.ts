import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { type ColumnName, columns } from "./columns";

/**
 * Shows and hides columns: a button at the end of the column headers, and the popup that it opens. A context menu of VS Code could
 * not show which columns are visible.
 */
@customElement("column-chooser")
export class ColumnChooser extends LitElement {
  @property({ attribute: false }) hiddenColumns: readonly ColumnName[] = [];
  @property({ attribute: false }) onChange!: (hidden: readonly ColumnName[]) => void;

  /** Closed, the popup is empty: its labels are those of the filters. */
  @state() private isOpen = false;

  @query(".column-chooser", true) private popup!: HTMLElement;

  open(): void {
    this.popup.showPopover();
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
        popovertarget="column-chooser"
      >
        <span class="codicon codicon-settings" aria-hidden="true"></span>
      </button>
      <div
        class="menu column-chooser"
        id="column-chooser"
        popover
        role="dialog"
        aria-label=${label}
        @toggle=${this.onToggle}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        ${this.isOpen ? columns.map(({ name, label: of }) => this.renderColumn(name, of())) : nothing}
      </div>`;
  }

  private renderColumn(name: ColumnName, label: string): TemplateResult {
    const isHidden = this.hiddenColumns.includes(name);
    const isLeftOut = !isHidden && this.isLeftOut(name);
    return html`<label
        ><input
          type="checkbox"
          .checked=${!isHidden}
          ?disabled=${name === "Title"}
          aria-describedby=${isLeftOut ? `left-out-${name}` : nothing}
          @change=${() => this.toggle(name, isHidden)}
        />${label}</label
      >
      ${isLeftOut ? html`<span class="left-out" id="left-out-${name}">${l10n.t("Hidden: the panel is too narrow")}</span>` : nothing}`;
  }

  /** Whether a narrow list leaves the column out, which a style sheet decides. Rows of two lines show more than their headers. */
  private isLeftOut(name: ColumnName): boolean {
    const row = this.parentElement?.querySelector(".row.event") ?? this.parentElement?.querySelector(".head");
    const cell = row?.querySelector(`.${name.toLowerCase()}`);
    return cell instanceof Element && getComputedStyle(cell).display === "none";
  }

  private toggle(name: ColumnName, isHidden: boolean): void {
    const others = this.hiddenColumns.filter((other) => other !== name);
    this.onChange(isHidden ? others : [...others, name]);
  }

  private readonly onToggle = ({ newState }: ToggleEvent): void => {
    this.isOpen = newState === "open";
    // It may have been closed and opened again in the meantime, in a list of another width.
    this.requestUpdate();
    if (this.isOpen) {
      void this.updateComplete.then(() => this.querySelector("input")?.focus());
    }
  };
}
