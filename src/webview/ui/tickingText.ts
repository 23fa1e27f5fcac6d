import { customElement, property } from "lit/decorators.js";
import { PageElement } from "./element";

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
