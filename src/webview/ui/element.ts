import { LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";

/** An element without a shadow root, so that the page's style sheets and IDs apply to it. */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}

/** Renders a text again every second. Hidden from screen readers, which would read it each time. */
@customElement("ticking-text")
export class TickingText extends PageElement {
  @property({ attribute: false }) text!: () => string;

  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.ariaHidden = "true";
    this.timer = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render(): string {
    return this.text();
  }
}

/**
 * Calls back in the animation frame after an element changed its size. A new layout within the callback of a
 * `ResizeObserver` may change sizes again, which browsers report as an error ("ResizeObserver loop").
 */
export function observeSize(elements: readonly Element[], onResize: () => void): void {
  let frame: number | undefined;
  const observer = new ResizeObserver(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      onResize();
    });
  });
  elements.forEach((element) => observer.observe(element));
}
