import { advisedDelayMs, type ApiError, isOutage } from "../../service/errors";
import type { Event } from "../../shared/event";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { afterWallClock } from "../../util/wallClockTimer";
import type { PagedListState } from "./pagedList";

type ListState = Pick<PagedListState<unknown>, "items" | "hasMore" | "busy" | "failure">;

const minDelayMs = 30_000;
const maxDelayMs = 300_000;

/** A failed attempt, and when the next one is due. */
interface Outage {
  readonly error: ApiError;
  readonly delayMs: number;
  /** Milliseconds since 1970 UTC. */
  nextMs: number;
}

/** Loads the first page of a list when it is shown. As long as it is shown, repeats what failed because of an outage. */
export class AutomaticLoad extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private visible = false;
  private outage: Outage | undefined;
  /** In a row. */
  private outages = 0;

  /** @param load loads the first page, or repeats what failed */
  constructor(
    private readonly list: { readonly state: ListState; readonly onDidChange: Event<ListState> },
    private readonly load: () => void,
    private readonly clock: Clock,
  ) {
    super();
    this.register(list.onDidChange(() => this.update()));
  }

  /** When the next attempt starts, milliseconds since 1970 UTC; undefined if none is due, or the list is hidden. */
  get nextAttemptMs(): number | undefined {
    return this.timer.value && this.outage?.nextMs;
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.update();
    const { items, hasMore, busy, failure } = this.list.state;
    if (visible && items.length === 0 && hasMore && !busy && !failure) {
      this.load();
    }
  }

  private update(): void {
    const { failure, busy } = this.list.state;
    if (!failure || !isOutage(failure)) {
      this.timer.value = undefined;
      this.outages = busy ? this.outages : 0;
      return;
    }
    if (failure !== this.outage?.error) {
      const backoffMs = Math.min(maxDelayMs, minDelayMs * 2 ** this.outages++);
      const delayMs = Math.max(backoffMs, advisedDelayMs(failure));
      this.outage = { error: failure, delayMs, nextMs: this.clock.now() + delayMs };
      this.timer.value = undefined;
    }
    if (this.visible) {
      this.timer.value ??= this.startTimer(this.outage);
    } else {
      this.timer.value = undefined;
    }
  }

  private startTimer(outage: Outage): IDisposable {
    const now = this.clock.now();
    // If the clock was set back, the wait is no longer than it was to be.
    const leftMs = Math.min(Math.max(0, outage.nextMs - now), outage.delayMs);
    outage.nextMs = now + leftMs;
    return afterWallClock(this.clock, leftMs, this.load);
  }
}
