import type { LiveState } from "../../shared/feedState";
import { ApiError, dependsOnKey } from "../../api/errors";
import type { RequestOptions, RetryNotice } from "../../api/types";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import { Emitter, type Event } from "../../util/event";
import { pollDelay } from "./pollDelay";

/** What polls depend on from outside. */
export interface LiveEnvironment {
  readonly clock: Clock;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Asked before each wait. */
  readonly intervalMs: () => number;
  /** How far before the last poll the next one begins; asked before each poll. */
  readonly overlapMs: () => number;
}

/** A timer that slept with the machine is found out after this time at most. */
const longestTimerMs = 30_000;

/** A wait between two attempts of one poll that is longer than this is told as a failure. */
const shortPauseMs = 5000;

type Phase =
  | { readonly kind: "waiting"; readonly nextAt: number }
  | { readonly kind: "checking"; readonly nextAt?: number }
  | { readonly kind: "paused" }
  | { readonly kind: "stopped" };

/**
 * Says when to poll: one poll at a time, the next one so long after the last one ended. Begins to wait at once.
 */
export class LivePoller extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly ending = new AbortController();
  private phase: Phase = { kind: "paused" };
  /** In a row, up to now. */
  private failures = 0;
  private lastError: ApiError | undefined;
  /** When the last poll succeeded; before the first one, when the poller was created. */
  private readAt: number;
  private hasPolled = false;
  private visible = true;
  private polling = false;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param poll reads what is new; rejects with `ApiError`. */
  constructor(
    private readonly poll: (options: RequestOptions) => Promise<void>,
    private readonly environment: Pick<LiveEnvironment, "clock" | "random" | "intervalMs">,
  ) {
    super();
    this.readAt = environment.clock.now();
    this.register({ dispose: () => this.ending.abort() });
  }

  get state(): LiveState {
    const { phase } = this;
    const failing = this.failures > 0 || this.lastError !== undefined;
    const checked = this.hasPolled ? { checkedAt: this.readAt } : {};
    return phase.kind === "waiting" || phase.kind === "checking"
      ? { ...phase, ...(failing && { failing }), ...checked }
      : { ...phase, ...checked };
  }

  /** Why polls fail: from the first one that does until one succeeds. */
  get failure(): ApiError | undefined {
    return this.phase.kind === "paused" ? undefined : this.lastError;
  }

  /** Goes on with polls: the first one an interval after the last one that succeeded, at once where that is over. */
  resume(): void {
    if (this.phase.kind === "paused") {
      this.wait(this.failures === 0 ? this.readAt : undefined);
    }
  }

  /** The poll that is under way is the last one. */
  pause(): void {
    this.timer.value = undefined;
    this.enter({ kind: "paused" });
  }

  /** No polls until `pollNow`: the person has to do something first. */
  stop(error: ApiError): void {
    if (this.phase.kind !== "paused") {
      this.timer.value = undefined;
      this.lastError = error;
      this.enter({ kind: "stopped" });
    }
  }

  /** Polls now, unless that is under way or polls are paused. */
  pollNow(): void {
    if (this.phase.kind === "waiting" || this.phase.kind === "stopped") {
      this.timer.value = undefined;
      void this.check();
    }
  }

  /** Whether somebody looks: a panel that comes into view again is not to wait as long as one that is hidden. */
  setVisible(visible: boolean): void {
    if (visible === this.visible) {
      return;
    }
    this.visible = visible;
    if (this.phase.kind === "waiting" && this.failures === 0) {
      this.wait(this.readAt);
    }
  }

  private async check(): Promise<void> {
    if (this.polling) {
      // One from before a pause has not ended yet.
      this.wait();
      return;
    }
    this.polling = true;
    this.enter({ kind: "checking" });
    let fault: Error | undefined;
    try {
      await this.poll({ signal: this.ending.signal, onRetry: (retry) => this.noteRetry(retry) });
      this.failures = 0;
      this.lastError = undefined;
      this.readAt = this.environment.clock.now();
      this.hasPolled = true;
    } catch (error) {
      this.failures++;
      if (error instanceof ApiError) {
        this.lastError = error;
      } else {
        fault = error instanceof Error ? error : new Error(String(error));
      }
    } finally {
      this.polling = false;
    }
    // Paused or stopped meanwhile: nothing comes next.
    if (this.disposed || this.phase.kind !== "checking") {
      this.changed.fire();
    } else if (this.lastError && isFinal(this.lastError)) {
      this.stop(this.lastError);
    } else {
      this.wait();
    }
    if (fault !== undefined) {
      // Ours, and for the log; polls go on all the same.
      throw fault;
    }
  }

  private noteRetry({ error, delayMs }: RetryNotice): void {
    if (this.phase.kind === "checking" && (this.lastError || delayMs > shortPauseMs)) {
      this.lastError = error;
      this.enter({ kind: "checking", nextAt: this.environment.clock.now() + delayMs });
    }
  }

  /** @param since when the wait began; now unless told. */
  private wait(since = this.environment.clock.now()): void {
    const { clock, random, intervalMs } = this.environment;
    const now = clock.now();
    // After the clock was set back, each change of visibility would start the wait again.
    this.readAt = Math.min(this.readAt, now);
    const nextAt =
      Math.min(since, now) + pollDelay(intervalMs(), this.visible, this.failures, this.lastError, random());
    this.enter({ kind: "waiting", nextAt });
    this.sleep(Math.max(0, nextAt - now));
  }

  /** Wakes up in between: while the machine sleeps, timers stand still and clocks go on. */
  private sleep(leftMs: number): void {
    const { clock } = this.environment;
    const nap = Math.min(leftMs, longestTimerMs);
    this.timer.value = clock.after(nap, () => {
      const { phase } = this;
      const restMs = leftMs - nap;
      const expectedAt = clock.now() + restMs;
      if (phase.kind !== "waiting" || restMs <= 0 || clock.now() >= phase.nextAt) {
        void this.check();
        return;
      }
      if (expectedAt < phase.nextAt) {
        // The clock was set back.
        this.enter({ kind: "waiting", nextAt: expectedAt });
      }
      this.sleep(restMs);
    });
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.changed.fire();
  }
}

/** Failures that the person has to do something about. */
function isFinal(error: ApiError): boolean {
  return dependsOnKey(error) || error.kind === "connectionChanged";
}
