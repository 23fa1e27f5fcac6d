import { advisedDelayMs, type ApiError, isOutage } from "../../service/errors";
import type { RetryNotice } from "../../service/types";
import { Emitter, type Event } from "../../shared/event";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import type { Identified, PagedList } from "./pagedList";

const retryAfterMs = 60_000;

/** Loads a list when its view is shown and, as long as it is shown, again after an outage. */
export class AutomaticLoad<T extends Identified> extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly tickEmitter = this.register(new Emitter<void>());
  /** What the next attempt follows, and when that starts, in milliseconds since 1970 UTC. */
  private wait: { readonly after: ApiError | RetryNotice; readonly untilMs: number } | undefined;

  /** Each second while it waits, and when it ends or begins to wait. */
  readonly onDidTick: Event<void> = this.tickEmitter.event;

  /** @param load reads the list, again if it was read before */
  constructor(
    private readonly list: PagedList<T>,
    private readonly view: { readonly visible: boolean; readonly onDidChangeVisibility: Event<unknown> },
    private readonly load: () => void,
    private readonly clock: Clock,
    connection: { readonly name: string },
    keys: { readonly onDidChange: Event<string> },
  ) {
    super();
    this.register(keys.onDidChange((name) => name === connection.name && this.retry()));
    this.register(list.onDidChange(() => this.update()));
    this.register(view.onDidChangeVisibility(() => this.start()));
    this.start();
  }

  /** Milliseconds until the next attempt; 0 if none is due, or while the list is hidden. */
  get retryInMs(): number {
    return this.timer.value && this.wait ? Math.max(0, this.wait.untilMs - this.clock.now()) : 0;
  }

  /** Loads at once what failed to load. */
  private retry(): void {
    if (this.list.state.failure) {
      this.load();
    }
  }

  private start(): void {
    if (this.view.visible && this.list.isUnread) {
      this.load();
    }
    this.tick();
  }

  private update(): void {
    const { retry, failure } = this.list.state;
    const after = retry ?? (failure && isOutage(failure) ? failure : undefined);
    if (after !== this.wait?.after) {
      this.wait = after && { after, untilMs: this.clock.now() + delayMsAfter(after) };
    }
    this.tick();
  }

  /** By the clock, not by a long timer: those stop while the machine sleeps. */
  private tick(): void {
    this.timer.value = undefined;
    const leftMs = this.wait ? this.wait.untilMs - this.clock.now() : 0;
    if (this.wait && this.view.visible) {
      if (leftMs > 0) {
        this.timer.value = this.clock.after(leftMs % 1000 || 1000, () => this.tick());
      } else {
        this.retry();
      }
    }
    this.tickEmitter.fire();
  }
}

function delayMsAfter(after: ApiError | RetryNotice): number {
  return "delayMs" in after ? after.delayMs : Math.max(retryAfterMs, advisedDelayMs(after));
}
