import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { logRejection, type Log } from "../../util/log";
import { maxTimerMs } from "../../util/wallClockTimer";
import type { ToldEvents } from "../model/actions";
import { maxUnread } from "../model/applyCheck";
import type { NewEvents } from "../model/followedFeeds";
import { isSnoozed } from "../model/snooze";
import type { SavedFeedId } from "../model/savedFeed";
import type { SavedFeeds } from "../savedFeeds";
import type { ToldFeed } from "./alertText";

/** In this time, other windows report what was read in them (also in docs/saved-feeds.md). */
export const settlingMs = 8000;

export interface ToastEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** At most one toast in this time; read before each. */
  readonly quietMs: () => number;
  /** Whether a visible feed of this window shows an event. */
  readonly isOnScreen: (eventId: string) => boolean;
  /** Shows one toast about these feeds, at least one. */
  readonly show: (feeds: readonly ToldFeed[]) => void;
}

/**
 * Shows one toast about the new events of all feeds, in the window that checks. Its events are recorded before it is shown, so that
 * no event is in two toasts, even if this window ends in between. Events of a snoozed feed, and those that are on screen,
 * are recorded as well: they must not show up in a toast later.
 */
export class Toasts extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly pending = new Map<SavedFeedId, NewEvents>();

  constructor(
    private readonly savedFeeds: SavedFeeds,
    private readonly environment: ToastEnvironment,
  ) {
    super();
    this.register(savedFeeds.onDidArrive((arrived) => this.onDidArrive(arrived)));
  }

  private onDidArrive(arrived: readonly NewEvents[]): void {
    const unwanted = arrived.filter(({ id }) => !this.isWanted(id));
    arrived.forEach((news) => this.pending.set(news.id, news));
    unwanted.forEach(({ id }) => this.pending.delete(id));
    if (unwanted.length > 0) {
      this.recordQuietly(unwanted.map(({ id, events }) => ({ id, eventIds: idsOf(events) })));
    }
    if (this.pending.size > 0 && this.timer.value === undefined) {
      this.wait(settlingMs);
    }
  }

  private isWanted(id: SavedFeedId): boolean {
    const { feed, following } = this.savedFeeds.find(id) ?? {};
    return (
      feed?.alert === "toast" &&
      following !== undefined &&
      !isSnoozed(following.snoozedUntilMs, this.environment.clock.now())
    );
  }

  /** Waits until the quiet period after the last toast is over, and for at least `minMs`, which is less than `maxTimerMs`. */
  private wait(minMs: number): void {
    const timerMs = Math.min(maxTimerMs, Math.max(minMs, this.quietLeftMs()));
    this.timer.value = this.environment.clock.after(timerMs, () => {
      this.timer.value = undefined;
      if (this.quietLeftMs() > 0) {
        // Another window showed one meanwhile, or the clock was changed.
        this.wait(0);
      } else {
        logRejection(this.tell(), this.environment.log);
      }
    });
  }

  private quietLeftMs(): number {
    const { clock, quietMs } = this.environment;
    const { toldAtMs } = this.savedFeeds;
    const passedMs = toldAtMs === undefined ? Infinity : clock.now() - toldAtMs;
    // If the clock was set back, the last toast seems to be in the future.
    return passedMs < 0 ? 0 : Math.max(0, quietMs() - passedMs);
  }

  private async tell(): Promise<void> {
    const pending = [...this.pending.values()];
    this.pending.clear();
    const feeds = pending.flatMap((news) => this.toldFeed(news) ?? []);
    const toTell = new Map(feeds.map(({ id, events }) => [id, new Set(idsOf(events))]));
    const quiet = pending
      .map(({ id, events }) => ({
        id,
        eventIds: idsOf(events).filter((eventId) => !toTell.get(id)?.has(eventId)),
      }))
      .filter(({ eventIds }) => eventIds.length > 0);
    if (quiet.length > 0) {
      this.recordQuietly(quiet);
    }
    const told = feeds.map(({ id, events }) => ({ id, eventIds: idsOf(events) }));
    if (told.length > 0 && (await this.savedFeeds.tell(told, { isToast: true })) && !this.disposed) {
      this.environment.show(feeds);
    }
  }

  /** What is still unread of a feed's new events, and not on screen. */
  private toldFeed({ id, events, count }: NewEvents): ToldFeed | undefined {
    const status = this.savedFeeds.find(id);
    if (!status?.following || !this.isWanted(id)) {
      return undefined;
    }
    const unread = new Set(this.savedFeeds.unreadEvents(id).map((event) => event.id));
    const left = events.filter((event) => unread.has(event.id) && !this.environment.isOnScreen(event.id));
    return left.length === 0
      ? undefined
      : {
          id,
          feed: status.feed,
          connection: status.following.connection,
          events: left,
          // Of more, a feed remembers the newest.
          isPartial: count.atLeast && events.length >= maxUnread,
        };
  }

  private recordQuietly(told: ToldEvents["feeds"]): void {
    logRejection(this.savedFeeds.tell(told, { isToast: false }), this.environment.log);
  }
}

function idsOf(events: NewEvents["events"]): string[] {
  return events.map(({ id }) => id);
}
