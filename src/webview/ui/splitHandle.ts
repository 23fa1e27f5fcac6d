import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { PageElement } from "./element";

const stepPx = 24;

/**
 * Resizes the adjacent element, or its parent, by pointer and keyboard.
 *
 * Fires `width-change` (detail: number, CSS pixels) and, on double click or Enter, `width-reset`.
 */
@customElement("split-handle")
export class SplitHandle extends PageElement {
  /** Accessible name and tooltip. */
  @property() label = "";
  @property({ attribute: false }) sizes: "before" | "after" = "after";
  /** Width and bounds in CSS pixels. Without a width, the parent's is used. */
  @property({ attribute: false }) width: number | undefined;
  @property({ attribute: false }) min = 0;
  @property({ attribute: false }) max = 0;
  @property({ attribute: false }) tabStop = true;

  private dragStart: { readonly x: number; readonly width: number } | undefined;

  protected override render(): TemplateResult {
    return html`<div
      class="handle"
      role="separator"
      aria-orientation="vertical"
      title=${this.label}
      aria-valuenow=${Math.round(this.width ?? this.parentWidth)}
      aria-valuemin=${this.min}
      aria-valuemax=${this.max}
      tabindex=${this.tabStop ? 0 : -1}
      @focus=${() => this.requestUpdate()}
      @pointerdown=${this.onDown}
      @pointermove=${this.onMove}
      @pointerup=${this.onUp}
      @pointercancel=${this.onUp}
      @dblclick=${() => this.reset()}
      @keydown=${this.onKeyDown}
    ></div>`;
  }

  private get parentWidth(): number {
    return this.parentElement?.offsetWidth ?? 0;
  }

  /** Change of the width per pixel to the right. */
  private get direction(): 1 | -1 {
    return this.sizes === "before" ? 1 : -1;
  }

  private readonly onDown = (event: PointerEvent) => {
    if (event.button === 0 && event.target instanceof HTMLElement) {
      event.target.setPointerCapture(event.pointerId);
      this.dragStart = { x: event.clientX, width: this.width ?? this.parentWidth };
    }
  };

  private readonly onMove = (event: PointerEvent) => {
    if (this.dragStart) {
      this.resizeTo(this.dragStart.width + this.direction * (event.clientX - this.dragStart.x));
    }
  };

  private readonly onUp = () => {
    this.dragStart = undefined;
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const width = this.width ?? this.parentWidth;
    const target = {
      ArrowLeft: width - this.direction * stepPx,
      ArrowRight: width + this.direction * stepPx,
      Home: this.min,
      End: this.max,
    }[event.key];
    if (target !== undefined) {
      this.resizeTo(target);
    } else if (event.key === "Enter") {
      this.reset();
    } else {
      return;
    }
    event.preventDefault();
  };

  private resizeTo(width: number): void {
    const next = Math.round(Math.min(Math.max(width, this.min), this.max));
    this.dispatchEvent(new CustomEvent<number>("width-change", { detail: next }));
  }

  private reset(): void {
    this.dispatchEvent(new CustomEvent("width-reset"));
  }
}
