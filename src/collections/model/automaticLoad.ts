import { advisedDelayMs, type ApiError, isOutage } from "../../service/errors";
import { Emitter, type Event } from "../../shared/emitter";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import type { Identified, PagedList } from "./pagedList";

const outageRetryMs = 30_000;

/** Loads a list when its view is first shown, and tries again after an outage while the view is visible. */
export class AutomaticLoad<T extends Identified> extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly tickEmitter = this.register(new Emitter<void>());
  /** Why it waits for the next attempt, and until when, in milliseconds since 1970 UTC. */
  private wait: { readonly cause: object; readonly untilMs: number } | undefined;

  /** Fires every second of a wait, and when a wait begins or ends. */
  readonly onDidTick: Event<void> = this.tickEmitter.event;

  /** @param load reads the list, or reads it again */
  constructor(
    private readonly list: PagedList<T>,
    private readonly view: { readonly visible: boolean; readonly onDidChangeVisibility: Event<unknown> },
    private readonly load: () => void,
    private readonly clock: Clock,
    private readonly client: {
      readonly blockingError: ApiError | undefined;
      readonly onDidChange: Event<void>;
    },
  ) {
    super();
    this.register(client.onDidChange(() => (client.blockingError ? this.update() : void this.loadWithKey())));
    this.register(list.onDidChange(() => this.update()));
    this.register(view.onDidChangeVisibility(() => this.start()));
    this.start();
  }

  /** Milliseconds until the next attempt; 0 if none is planned, or while the view is hidden. */
  get retryInMs(): number {
    return this.timer.value && this.wait ? Math.max(0, this.wait.untilMs - this.clock.now()) : 0;
  }

  private async loadWithKey(): Promise<void> {
    if (this.list.state.busy) {
      // It may have looked for the key before it was stored.
      await this.list.settled();
    }
    if (this.list.state.error && !this.disposed) {
      this.load();
    }
  }

  private start(): void {
    if (this.view.visible && this.list.isNeverLoaded) {
      this.load();
    }
    this.tick();
  }

  private update(): void {
    const { retry, error } = this.list.state;
    const outage = error && isOutage(error) ? error : undefined;
    const cause = this.client.blockingError ? undefined : (retry ?? outage);
    if (cause !== this.wait?.cause) {
      const delayMs = retry?.delayMs ?? Math.max(outageRetryMs, outage ? advisedDelayMs(outage) : 0);
      this.wait = cause && { cause, untilMs: this.clock.now() + delayMs };
    }
    this.tick();
  }

  /** Looks at the clock every second: a single long timer would stop while the machine sleeps. */
  private tick(): void {
    this.timer.value = undefined;
    const leftMs = this.wait ? this.wait.untilMs - this.clock.now() : 0;
    if (this.wait && this.view.visible) {
      if (leftMs > 0) {
        this.timer.value = this.clock.after(leftMs % 1000 || 1000, () => this.tick());
      } else if (this.list.state.error) {
        this.load();
      }
    }
    this.tickEmitter.fire();
  }
}
