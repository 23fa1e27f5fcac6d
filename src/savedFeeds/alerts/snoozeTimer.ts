import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable } from "../../util/disposable";
import { logRejection, type Log } from "../../util/log";
import { afterWallClock } from "../../util/wallClockTimer";
import type { SavedFeedId } from "../model/savedFeed";
import type { SavedFeeds } from "../savedFeeds";

/** Ends snoozes: at their time, or after the time that they were to last if the clock was set back in the meantime. */
export class SnoozeTimer extends Disposable {
  private readonly snoozes = new Map<
    SavedFeedId,
    { readonly untilMs: number; readonly timer: IDisposable }
  >();

  constructor(
    private readonly savedFeeds: SavedFeeds,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.register(savedFeeds.onDidChange(() => this.update()));
    this.register({ dispose: () => this.snoozes.forEach(({ timer }) => timer.dispose()) });
    this.update();
  }

  private update(): void {
    const snoozed = new Map(
      this.savedFeeds.feeds.map(({ id, following }) => [id, following?.snoozedUntilMs] as const),
    );
    for (const [id, { untilMs, timer }] of this.snoozes) {
      if (snoozed.get(id) !== untilMs) {
        timer.dispose();
        this.snoozes.delete(id);
      }
    }
    for (const [id, untilMs] of snoozed) {
      if (untilMs !== undefined && !this.snoozes.has(id)) {
        const timer = afterWallClock(this.clock, untilMs - this.clock.now(), () => this.end(id));
        this.snoozes.set(id, { untilMs, timer });
      }
    }
  }

  private end(id: SavedFeedId): void {
    this.snoozes.delete(id);
    logRejection(this.savedFeeds.snooze(id, undefined), this.log);
  }
}
