/**
 * Tells when elements changed their size, in the frame after: what is laid out anew in answer would otherwise change sizes
 * while they are being told, which the browser reports as an error ("ResizeObserver loop").
 */
export class SizeObserver {
  private frame: number | undefined;
  private readonly observer = new ResizeObserver(() => {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.changed();
    });
  });

  constructor(private readonly changed: () => void) {}

  observe(element: Element): void {
    this.observer.observe(element);
  }

  disconnect(): void {
    this.observer.disconnect();
    if (this.frame !== undefined) {
      cancelAnimationFrame(this.frame);
      this.frame = undefined;
    }
  }
}
