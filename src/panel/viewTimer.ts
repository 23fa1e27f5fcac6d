import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";

/** Much shorter than the absence that ends a visit. */
const intervalMs = 5 * 60_000;

/** Reports that a panel is in view: when it is shown, at intervals while it is visible, and when it is hidden or closed. */
export class ViewTimer extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private visible = false;

  constructor(
    private readonly clock: Clock,
    private readonly report: () => void,
  ) {
    super();
    this.register({ dispose: () => this.setVisible(false) });
  }

  setVisible(visible: boolean): void {
    if (visible === this.visible) {
      return;
    }
    this.visible = visible;
    this.timer.value = undefined;
    if (visible) {
      this.tick();
    } else {
      this.report();
    }
  }

  private tick(): void {
    this.report();
    this.timer.value = this.clock.after(intervalMs, () => this.tick());
  }
}
