import { LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";

/** A text that changes every second. It is for the eyes only: screen readers would read it out again and again. */
@customElement("ticking-text")
export class TickingText extends LitElement {
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

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): string {
    return this.text();
  }
}
