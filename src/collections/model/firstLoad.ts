import { advisedDelayMs, type ApiError, isOutage } from "../../api/errors";
import type { Event } from "../../shared/event";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { afterWallClock } from "../../util/wallClockTimer";
import type { PagedListState } from "./pagedList";

type ListState = Pick<PagedListState<unknown>, "items" | "hasMore" | "busy" | "failure">;

const minDelayMs = 30_000;
const maxDelayMs = 300_000;

/** Loads the first page of a list when it is shown, and again after an outage, for as long as it is shown and nothing is loaded. */
export class FirstLoad extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private visible = false;
  /** The last of `outages` failed attempts in a row, and when the next one is due, milliseconds since 1970 UTC. */
  private outage: { readonly error: ApiError; readonly nextMs: number } | undefined;
  private outages = 0;

  constructor(
    private readonly list: { readonly state: ListState; readonly onDidChange: Event<ListState> },
    private readonly load: () => void,
    private readonly clock: Clock,
  ) {
    super();
    this.register(list.onDidChange(() => this.update()));
  }

  /** When the next attempt starts, milliseconds since 1970 UTC; undefined if there will be none until the list is shown. */
  get nextAttemptMs(): number | undefined {
    return this.timer.value && this.outage?.nextMs;
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.update();
    if (visible && this.isMissing && !this.list.state.failure) {
      this.load();
    }
  }

  private get isMissing(): boolean {
    const { items, hasMore, busy } = this.list.state;
    return items.length === 0 && hasMore !== "no" && !busy;
  }

  private update(): void {
    const { failure, items } = this.list.state;
    if (items.length > 0) {
      this.outages = 0;
    }
    if (!this.visible || !this.isMissing || !failure || !isOutage(failure)) {
      this.timer.value = undefined;
      return;
    }
    const now = this.clock.now();
    if (failure !== this.outage?.error) {
      const delayMs = Math.min(maxDelayMs, minDelayMs * 2 ** this.outages++);
      this.outage = { error: failure, nextMs: now + Math.max(delayMs, advisedDelayMs(failure)) };
    }
    const { nextMs } = this.outage;
    this.timer.value ??= afterWallClock(this.clock, nextMs - now, this.load);
  }
}
