import { advisedDelayMs, type ApiError, dependsOnKey, toApiError } from "../../service/errors";
import type { RequestOptions, RetryNotice } from "../../service/types";
import type { LiveState } from "../../shared/feedState";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { toError } from "../../util/errors";
import { afterWallClock } from "../../util/wallClockTimer";
import { Emitter, type Event } from "../../shared/event";

export interface LiveEnvironment {
  readonly clock: Clock;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Read before each wait. */
  readonly intervalMs: () => number;
  readonly onDidChangeInterval: Event<void>;
  /** How much before the last check the next one starts to read; read before each check. */
  readonly overlapMs: () => number;
}

export type PollerEnvironment = Omit<LiveEnvironment, "overlapMs">;

/** The shortest interval while the panel is hidden (also in docs/feed.md and package.nls.json). */
const minHiddenIntervalMs = 300_000;

const maxBackoffMs = 900_000;

/** A longer pause between two attempts of one check is reported as a failure. */
const maxSilentPauseMs = 5000;

type Phase =
  | { readonly kind: "waiting"; readonly nextAt: number }
  | { readonly kind: "checking"; readonly nextAt?: number }
  | { readonly kind: "paused" }
  | { readonly kind: "stopped" };

/** Checks for new events at an interval, counted from the end of one check to the start of the next. Paused at first. */
export class LivePoller extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly cancellation = new AbortController();
  private phase: Phase = { kind: "paused" };
  private consecutiveFailures = 0;
  private lastError: ApiError | undefined;
  /** When the last check succeeded; before the first one, when the poller was created. */
  private checkedAt: number;
  private hasChecked = false;
  private visible = true;
  /** Also while a check from before a pause has not ended. */
  private isChecking = false;
  /** Once that one has ended: what it finds may be outdated. */
  private isDueAgain = false;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param check reads what is new; rejects with ApiError. */
  constructor(
    private readonly check: (options: RequestOptions) => Promise<void>,
    private readonly environment: PollerEnvironment,
  ) {
    super();
    this.checkedAt = environment.clock.now();
    this.register(environment.onDidChangeInterval(() => this.waitAgain()));
    this.register({ dispose: () => this.cancellation.abort() });
  }

  get state(): LiveState {
    const { phase } = this;
    const failing = this.consecutiveFailures > 0 || this.lastError !== undefined;
    const checked = this.hasChecked ? { checkedAt: this.checkedAt } : {};
    return phase.kind === "waiting" || phase.kind === "checking"
      ? { ...phase, ...(failing && { failing }), ...checked }
      : { ...phase, ...checked };
  }

  /** Why checks fail: from the first one that does until one succeeds. */
  get failure(): ApiError | undefined {
    return this.phase.kind === "paused" ? undefined : this.lastError;
  }

  /** Starts or resumes: the next check is an interval after the last successful one, or now if that time has passed. */
  resume(): void {
    if (this.phase.kind === "paused") {
      this.wait(this.consecutiveFailures === 0 ? this.checkedAt : undefined);
    }
  }

  /** A check in progress still finishes. */
  pause(): void {
    this.timer.value = undefined;
    this.enter({ kind: "paused" });
  }

  /** Stops checking until `pollNow`, because the user has to fix something first. */
  stop(error: ApiError): void {
    if (this.phase.kind !== "paused") {
      this.timer.value = undefined;
      this.lastError = error;
      this.enter({ kind: "stopped" });
    }
  }

  /**
   * Another request failed because the service could not be reached or could not answer: updates count as failing, too, until a
   * check succeeds. The next one is not earlier than planned, nor than the service advised. Checks that were stopped start again:
   * what the user had to fix is no longer what fails.
   */
  reportOutage(error: ApiError): void {
    const { phase } = this;
    if (phase.kind === "stopped") {
      this.lastError = error;
      this.wait();
      return;
    }
    if (this.lastError || phase.kind === "paused") {
      return;
    }
    this.lastError = error;
    if (phase.kind === "checking") {
      this.changed.fire();
      return;
    }
    const now = this.environment.clock.now();
    const nextAt = Math.max(phase.nextAt, now + advisedDelayMs(error));
    this.enter({ kind: "waiting", nextAt });
    this.startTimer(Math.max(0, nextAt - now));
  }

  /** The other request was repeated with success, or dismissed. */
  withdrawOutage(error: ApiError): void {
    if (this.lastError === error && this.consecutiveFailures === 0) {
      this.lastError = undefined;
      this.changed.fire();
    }
  }

  /** Checks now, unless a check is in progress or polling is paused. */
  pollNow(): void {
    if (this.phase.kind === "waiting" || this.phase.kind === "stopped") {
      this.timer.value = undefined;
      this.isDueAgain = this.isChecking;
      void this.poll();
    }
  }

  setVisible(visible: boolean): void {
    if (visible === this.visible) {
      return;
    }
    this.visible = visible;
    this.waitAgain();
  }

  private async poll(): Promise<void> {
    if (this.isChecking) {
      this.wait();
      return;
    }
    this.isChecking = true;
    this.enter({ kind: "checking" });
    let bug: Error | undefined;
    try {
      await this.check({ signal: this.cancellation.signal, onRetry: (retry) => this.reportRetry(retry) });
      this.consecutiveFailures = 0;
      this.lastError = undefined;
      this.checkedAt = this.environment.clock.now();
      this.hasChecked = true;
    } catch (thrown) {
      this.consecutiveFailures++;
      this.lastError = toApiError(thrown);
      bug = this.lastError === thrown ? undefined : toError(thrown);
    } finally {
      this.isChecking = false;
    }
    const { isDueAgain } = this;
    this.isDueAgain = false;
    if (isDueAgain && this.phase.kind === "waiting" && !this.disposed) {
      this.timer.value = undefined;
      void this.poll();
    } else if (this.disposed || this.phase.kind !== "checking") {
      // Paused or stopped meanwhile.
      this.changed.fire();
    } else if (this.lastError && needsUserAction(this.lastError)) {
      this.stop(this.lastError);
    } else {
      this.wait();
    }
    if (bug !== undefined) {
      // Nothing awaits it: VS Code logs unhandled rejections of extensions. Polling continues.
      throw bug;
    }
  }

  private reportRetry({ error, delayMs }: RetryNotice): void {
    if (this.phase.kind === "checking" && (this.lastError || delayMs > maxSilentPauseMs)) {
      this.lastError = error;
      this.enter({ kind: "checking", nextAt: this.environment.clock.now() + delayMs });
    }
  }

  /** The wait is longer or shorter from now on, unless something fails: then it stays as it is. */
  private waitAgain(): void {
    if (this.phase.kind === "waiting" && this.lastError === undefined) {
      this.wait(this.checkedAt);
    }
  }

  /** @param since when the wait started; now by default. */
  private wait(since = this.environment.clock.now()): void {
    const { clock, random, intervalMs } = this.environment;
    const now = clock.now();
    // If the clock was set back, each change of visibility would restart the wait.
    this.checkedAt = Math.min(this.checkedAt, now);
    const delayMs = pollDelay(intervalMs(), this.visible, this.consecutiveFailures, this.lastError, random());
    const nextAt = Math.min(since, now) + delayMs;
    this.enter({ kind: "waiting", nextAt });
    this.startTimer(Math.max(0, nextAt - now));
  }

  private startTimer(leftMs: number): void {
    this.timer.value = afterWallClock(this.environment.clock, leftMs, () => void this.poll());
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.changed.fire();
  }
}

/**
 * How long to wait after a check, in milliseconds: the interval, longer while the panel is hidden; after failures, doubled
 * each time, with up to half of it added at random, and never less than the service advised.
 * @param failures in a row.
 * @param random from 0 inclusive to 1 exclusive.
 */
function pollDelay(
  intervalMs: number,
  visible: boolean,
  failures: number,
  error: ApiError | undefined,
  random: number,
): number {
  const adviceMs = error ? advisedDelayMs(error) : 0;
  const usualMs = visible ? intervalMs : Math.max(intervalMs, minHiddenIntervalMs);
  if (failures === 0) {
    return Math.max(adviceMs, usualMs);
  }
  const maxMs = Math.max(usualMs, maxBackoffMs);
  const backoffMs = Math.min(maxMs, usualMs * 2 ** Math.min(failures - 1, 20));
  return Math.max(adviceMs, Math.round(backoffMs * (1 + random / 2)));
}

/** Whether checks fail until the user does something. */
function needsUserAction(error: ApiError): boolean {
  return dependsOnKey(error) || error.kind === "connectionChanged";
}
