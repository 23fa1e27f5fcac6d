/** Has what a reload or a refresh will need kept: a moment after it changed, and when the page goes. */
const keepAfterMs = 200;

export class PageKeeper {
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly keep: () => void,
    page: Window,
  ) {
    page.addEventListener("pagehide", () => this.now());
  }

  /** Something changed. */
  soon(): void {
    this.waiting ??= setTimeout(() => this.now(), keepAfterMs);
  }

  now(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.keep();
  }
}
