import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";

/** What an action did, such as `Copied 5 events (TSV)`. A new object each time, so that the same text is shown again. */
export interface Notice {
  readonly text: string;
}

const visibleMs = 4000;
/** CSS pixels between the notice and the edge of the page. */
const marginPx = 4;

/**
 * Shows for some seconds what an action did, next to the control or row that has the focus: that is where the user acted. Screen
 * readers have the status line instead.
 */
@customElement("action-notice")
export class ActionNotice extends LitElement {
  @property({ attribute: false }) notice: Notice | undefined;

  @state() private isVisible = false;
  @query(".action-notice") private box!: HTMLElement | null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("notice")) {
      clearTimeout(this.timer);
      this.isVisible = this.notice !== undefined;
      if (this.isVisible) {
        this.timer = setTimeout(() => (this.isVisible = false), visibleMs);
      }
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.isVisible && this.notice
      ? html`<div class="action-notice" aria-hidden="true">${this.notice.text}</div>`
      : nothing;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("notice") && this.box) {
      place(this.box, focusedPlace());
    }
  }
}

/** Where the focus is on screen; for a list, its active row. */
function focusedPlace(): DOMRect {
  const focused = document.activeElement;
  const activeId = focused?.getAttribute("aria-activedescendant");
  const row = activeId ? document.getElementById(activeId) : document.querySelector(".row.event.active");
  const isControl = focused !== null && focused !== document.body && !activeId;
  return ((isControl ? focused : row) ?? document.body).getBoundingClientRect();
}

/** Below it, or above it where the page ends. */
function place(box: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const fitsBelow = bottom + height + marginPx <= window.innerHeight;
  const x = Math.min(left + marginPx, window.innerWidth - width - marginPx);
  // The page's content security policy forbids a style attribute.
  box.style.setProperty("left", `${Math.max(marginPx, x)}px`);
  box.style.setProperty("top", `${Math.max(marginPx, fitsBelow ? bottom : top - height)}px`);
}
