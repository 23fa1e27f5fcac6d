/** What the page observes besides its own state, as reactive controllers of the element that responds to it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/**
 * Reports that an observed element changed its size, in the next animation frame: a new layout within the callback of a
 * `ResizeObserver` may change sizes again, which browsers report as an error ("ResizeObserver loop").
 */
export class SizeObserver implements ReactiveController {
  private frame: number | undefined;
  private readonly observer = new ResizeObserver(() => {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.onResize();
    });
  });

  constructor(
    host: ReactiveControllerHost,
    private readonly onResize: () => void,
  ) {
    host.addController(this);
  }

  observe(element: Element): void {
    this.observer.observe(element);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
    if (this.frame !== undefined) {
      cancelAnimationFrame(this.frame);
      this.frame = undefined;
    }
  }
}

/**
 * Reports that VS Code changed the theme: it sets the colors on the root element, and names the theme on the body. CSS
 * adapts by itself; a canvas has to be redrawn.
 */
export class ThemeObserver implements ReactiveController {
  private readonly observer: MutationObserver;

  constructor(host: ReactiveControllerHost, onChange: () => void) {
    this.observer = new MutationObserver(onChange);
    host.addController(this);
  }

  observe({ documentElement, body }: Document): void {
    this.observer.observe(documentElement, { attributeFilter: ["style"] });
    this.observer.observe(body, {
      attributeFilter: ["class", "data-vscode-theme-kind", "data-vscode-theme-id"],
    });
  }

  hostDisconnected(): void {
    this.observer.disconnect();
  }
}
