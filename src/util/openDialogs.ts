/** Counts a view's open dialogs: refreshing its tree would take the focus from them, and has to wait. */
export class OpenDialogs {
  private count = 0;

  /** @param refresh called when a dialog was closed */
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
