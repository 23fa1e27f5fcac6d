/** Remembers the latest IDs in bounded memory: those of the current set, and those of the one before. */
export class RecentIds {
  private current = new Set<string>();
  private previous = new Set<string>();

  /** @param size at least so many are remembered, and at most twice as many: 100,000 take about 10 MB */
  constructor(private readonly size = 100_000) {}

  /** @returns whether it is new */
  add(id: string): boolean {
    if (this.current.has(id) || this.previous.has(id)) {
      return false;
    }
    if (this.current.size === this.size) {
      this.previous = this.current;
      this.current = new Set();
    }
    this.current.add(id);
    return true;
  }
}
