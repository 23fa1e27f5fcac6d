import { advisedDelayMs, type ApiError, dependsOnKey, toApiError } from "../../service/errors";
import { backoffMs } from "../../service/retry";
import type { RequestOptions, RetryNotice } from "../../service/types";
import { Emitter, type Event } from "../../shared/emitter";
import type { LiveState } from "../../shared/feedState";
import { afterWallClock, type Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";

export interface LiveOptions {
  readonly random: () => number;
  readonly intervalMs: () => number;
  readonly onDidChangeInterval: Event<void>;
  /** How far back before the last check the next one reads; called for each check. */
  readonly overlapMs: () => number;
}

/** The shortest interval while the panel is hidden (also in docs/feed.md and package.nls.json). */
const minHiddenIntervalMs = 300_000;

const maxBackoffMs = 900_000;

/** A longer pause between two attempts of one check is reported as a failure. */
const maxSilentPauseMs = 5000;

/**
 * Checks for new events at an interval, counted from the end of one check to the start of the next. `pause` and `setVisible` also
 * hold for later sessions.
 */
export class LiveUpdates extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private phase: LiveState["kind"] = "off";
  /** When the next check starts or, while a check waits for another attempt, when that starts. */
  private nextAt: number | undefined;
  private request: AbortController | undefined;
  private consecutiveFailures = 0;
  private lastError: ApiError | undefined;
  /** When the last check succeeded or, before the first one, when `start` was called. */
  private checkedAt = 0;
  private hasChecked = false;
  private paused = false;
  private visible = true;

  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly check: (options: RequestOptions) => Promise<void>,
    private readonly clock: Clock,
    private readonly options: LiveOptions,
  ) {
    super();
    this.register(options.onDidChangeInterval(() => this.waitAgain()));
    this.register({ dispose: () => this.request?.abort() });
  }

  get state(): LiveState {
    const { phase: kind, nextAt } = this;
    const now = this.clock.now();
    const next = nextAt !== undefined && { nextInMs: Math.max(0, nextAt - now) };
    const failing = this.lastError && { failing: true as const };
    const checkedAgoMs = Math.max(0, now - this.checkedAt);
    const checked = this.hasChecked && { checkedAgoMs };
    switch (kind) {
      case "waiting":
      case "checking":
        return { kind, ...failing, ...next, ...checked };
      case "paused":
        return { kind, checkedAgoMs };
      default:
        return { kind };
    }
  }

  /** Why checks fail, until one succeeds. */
  get error(): ApiError | undefined {
    return this.phase === "paused" ? undefined : this.lastError;
  }

  /** Starts over, for another session: the first check is an interval from now. */
  start(): void {
    this.consecutiveFailures = 0;
    this.lastError = undefined;
    this.checkedAt = this.clock.now();
    this.hasChecked = false;
    if (this.paused) {
      this.enter("paused");
    } else {
      this.wait();
    }
  }

  end(): void {
    this.lastError = undefined;
    this.enter("off");
  }

  pause(): void {
    this.paused = true;
    if (this.phase !== "off") {
      this.enter("paused");
    }
  }

  /** The next check is an interval after the last successful one, or now if that time has passed. */
  resume(): void {
    this.paused = false;
    if (this.phase === "paused") {
      this.wait(this.consecutiveFailures === 0 ? this.checkedAt : undefined);
    }
  }

  /** Stops checking until `pollNow`, because the user has to fix something first. */
  stop(error: ApiError): void {
    if (this.phase !== "off" && this.phase !== "paused") {
      this.lastError = error;
      this.enter("stopped");
    }
  }

  /** Checks now, unless a check is in progress or polling is paused. */
  pollNow(): void {
    if (this.phase === "waiting" || this.phase === "stopped") {
      void this.poll();
    }
  }

  setVisible(visible: boolean): void {
    if (visible !== this.visible) {
      this.visible = visible;
      this.waitAgain();
    }
  }

  private async poll(): Promise<void> {
    this.enter("checking");
    const { signal } = (this.request = new AbortController());
    let thrown: unknown;
    try {
      await this.check({ signal, onRetry: (retry) => this.reportRetry(retry, signal) });
    } catch (error) {
      thrown = error;
    }
    const error = thrown === undefined ? undefined : toApiError(thrown);
    if (!signal.aborted) {
      this.ended(error);
    }
    if (error !== thrown) {
      // Nobody awaits this, so VS Code logs it as an unhandled rejection. Polling continues.
      throw thrown;
    }
  }

  private ended(error: ApiError | undefined): void {
    this.lastError = error;
    this.consecutiveFailures = error ? this.consecutiveFailures + 1 : 0;
    if (!error) {
      this.checkedAt = this.clock.now();
      this.hasChecked = true;
    }
    if (error && (dependsOnKey(error) || error.kind === "connectionChanged")) {
      this.stop(error);
    } else {
      this.wait();
    }
  }

  private reportRetry({ error, delayMs }: RetryNotice, signal: AbortSignal): void {
    if (!signal.aborted && (this.lastError || delayMs > maxSilentPauseMs)) {
      this.lastError = error;
      this.nextAt = this.clock.now() + delayMs;
      this.changed.fire();
    }
  }

  /** Applies another interval to the wait in progress, unless checks fail. */
  private waitAgain(): void {
    if (this.phase === "waiting" && this.lastError === undefined) {
      this.wait(this.checkedAt);
    }
  }

  /** @param since when the wait has begun; by default it begins now */
  private wait(since = Infinity): void {
    const now = this.clock.now();
    const nextAt = Math.min(since, now) + this.delayMs;
    this.enter("waiting", nextAt);
    this.timer.value = afterWallClock(this.clock, nextAt - now, () => void this.poll());
  }

  /** The time between two checks: longer while the panel is hidden and after failures, at least as long as the service advised. */
  private get delayMs(): number {
    const { intervalMs, random } = this.options;
    const adviceMs = this.lastError ? advisedDelayMs(this.lastError) : 0;
    const usualMs = this.visible ? intervalMs() : Math.max(intervalMs(), minHiddenIntervalMs);
    const failures = this.consecutiveFailures;
    return failures === 0
      ? Math.max(adviceMs, usualMs)
      : Math.max(adviceMs, backoffMs(failures, usualMs, Math.max(usualMs, maxBackoffMs), random()));
  }

  /** Also ends the timer and the request of the last phase. */
  private enter(phase: LiveState["kind"], nextAt?: number): void {
    this.timer.value = undefined;
    this.request?.abort();
    this.request = undefined;
    this.phase = phase;
    this.nextAt = nextAt;
    this.changed.fire();
  }
}
