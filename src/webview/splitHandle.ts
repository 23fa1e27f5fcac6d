import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";

const stepPx = 24;

/**
 * The border between list and details, moved by pointer and keyboard.
 *
 * Fires `width-change` (detail: number, CSS pixels of what is to the right of it).
 */
@customElement("split-handle")
export class SplitHandle extends LitElement {
  /** Width of what is to the right, and its bounds. */
  @property({ type: Number }) width = 0;
  @property({ type: Number }) min = 0;
  @property({ type: Number }) max = 0;

  private from: { readonly x: number; readonly width: number } | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div
      class="handle"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the details"
      aria-valuenow=${Math.round(this.width)}
      aria-valuemin=${Math.round(this.min)}
      aria-valuemax=${Math.round(this.max)}
      tabindex="0"
      @pointerdown=${this.onDown}
      @pointermove=${this.onMove}
      @pointerup=${this.onUp}
      @pointercancel=${this.onUp}
      @keydown=${this.onKeyDown}
    ></div>`;
  }

  private readonly onDown = (event: PointerEvent) => {
    if (event.button === 0 && event.target instanceof HTMLElement) {
      event.target.setPointerCapture(event.pointerId);
      this.from = { x: event.clientX, width: this.width };
    }
  };

  private readonly onMove = (event: PointerEvent) => {
    if (this.from) {
      this.go(this.from.width + this.from.x - event.clientX);
    }
  };

  private readonly onUp = () => {
    this.from = undefined;
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: this.width + stepPx,
      ArrowRight: this.width - stepPx,
      Home: this.min,
      End: this.max,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      this.go(target);
    }
  };

  private go(width: number): void {
    const next = Math.min(Math.max(width, this.min), this.max);
    this.dispatchEvent(new CustomEvent<number>("width-change", { detail: next }));
  }
}
