import { toApiError } from "../service/errors";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import type { FeedSession } from "./session/feedSession";

/** The page paints its rows before it starts. */
const startDelayMs = 250;

export interface PreloadEnvironment {
  readonly clock: Clock;
  /** How many events an opened feed goes on to load; read whenever preloading starts. */
  readonly preloadEvents: () => number;
}

/**
 * Continues to load an opened feed, so that there is something to search and chart. It gives way to everything else, and the
 * first error ends it: nobody is waiting for these events.
 */
export class Preloader extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private preloading: FeedSession | undefined;
  /** Sessions that need no preloading any more. */
  private readonly finished = new WeakSet<FeedSession>();

  /**
   * @param idleSession the shown session; undefined while the page is not on screen or something else is wanted more.
   * @param isChecking whether new events are being read. A page in flight is then still awaited, because it may take longer than
   * the time between two checks, but no other one is requested.
   */
  constructor(
    private readonly environment: PreloadEnvironment,
    private readonly idleSession: () => FeedSession | undefined,
    private readonly isChecking: () => boolean,
  ) {
    super();
  }

  /** Starts or stops; to be called after every change that `idleSession` and `isChecking` may depend on. */
  update(): void {
    const session = this.idleSession();
    if (session !== this.preloading) {
      this.preloading?.cancelPreload();
    }
    if (!session || this.isChecking() || !this.needsMore(session)) {
      this.timer.value = undefined;
    } else if (!this.preloading) {
      this.timer.value ??= this.environment.clock.after(startDelayMs, () => {
        this.timer.value = undefined;
        void this.preload();
      });
    }
  }

  private needsMore(session: FeedSession): boolean {
    return (
      !this.finished.has(session) &&
      !session.activity &&
      session.completeness.kind === "more" &&
      session.store.size < this.environment.preloadEvents()
    );
  }

  private async preload(): Promise<void> {
    const session = this.idleSession();
    if (!session || session.isBusy || this.isChecking() || !this.needsMore(session)) {
      // Whatever keeps it busy ends with a change.
      return;
    }
    this.preloading = session;
    try {
      const isDone = await session.preload(this.environment.preloadEvents(), this.isChecking);
      if (isDone) {
        this.finished.add(session);
      }
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.kind !== "aborted") {
        this.finished.add(session);
      }
      if (error !== thrown) {
        throw thrown;
      }
    } finally {
      this.preloading = undefined;
      this.update();
    }
  }
}
