/** The open dialogs of a view. Refreshing its tree waits for them: it would take the focus from a dialog if the tree had it before. */
export class OpenDialogs {
  private count = 0;

  /** @param refresh what waited */
  constructor(private readonly refresh: () => void) {}

  get areOpen(): boolean {
    return this.count > 0;
  }

  async run<T>(show: () => Promise<T>): Promise<T> {
    this.count++;
    try {
      return await show();
    } finally {
      this.count--;
      this.refresh();
    }
  }
}
