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
