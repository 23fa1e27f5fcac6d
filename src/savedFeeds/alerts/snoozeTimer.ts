import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { logRejection, type Log } from "../../util/log";
import type { SavedFeedId } from "../model/savedFeed";
import type { SavedFeeds } from "../savedFeeds";

/** Timers stop while the machine sleeps, so the clock is compared in between. */
const maxTimerMs = 30_000;

interface Snooze {
  readonly untilMs: number;
  /** Time that has to pass, whatever the clock says. */
  leftMs: number;
}

/** Ends snoozes: at their time, or after the time that they were to last if the clock was set back in the meantime. */
export class SnoozeTimer extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly snoozes = new Map<SavedFeedId, Snooze>();
  private isWaiting = false;

  constructor(
    private readonly savedFeeds: SavedFeeds,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.register(savedFeeds.onDidChange(() => this.update()));
    this.update();
  }

  private update(): void {
    const nowMs = this.clock.now();
    const snoozed = this.savedFeeds.feeds.flatMap(({ id, following }) =>
      following?.snoozedUntilMs === undefined ? [] : [{ id, untilMs: following.snoozedUntilMs }],
    );
    const ids = new Set(snoozed.map(({ id }) => id));
    [...this.snoozes.keys()].filter((id) => !ids.has(id)).forEach((id) => this.snoozes.delete(id));
    for (const { id, untilMs } of snoozed) {
      if (this.snoozes.get(id)?.untilMs !== untilMs) {
        this.snoozes.set(id, { untilMs, leftMs: untilMs - nowMs });
      }
    }
    if (!this.isWaiting) {
      this.wait();
    }
  }

  private wait(): void {
    const nowMs = this.clock.now();
    const lefts = [...this.snoozes.values()].map(({ untilMs, leftMs }) => Math.min(untilMs - nowMs, leftMs));
    this.isWaiting = lefts.length > 0;
    if (!this.isWaiting) {
      return;
    }
    const timerMs = Math.max(0, Math.min(maxTimerMs, ...lefts));
    this.timer.value = this.clock.after(timerMs, () => {
      this.endSnoozes(timerMs);
      this.wait();
    });
  }

  private endSnoozes(passedMs: number): void {
    const nowMs = this.clock.now();
    for (const [id, snooze] of this.snoozes) {
      snooze.leftMs -= passedMs;
      if (nowMs >= snooze.untilMs || snooze.leftMs <= 0) {
        this.snoozes.delete(id);
        logRejection(this.savedFeeds.snooze(id, undefined), this.log);
      }
    }
  }
}
