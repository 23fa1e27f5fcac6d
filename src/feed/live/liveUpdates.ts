import { advisedDelayMs, type ApiError, dependsOnKey, toApiError } from "../../service/errors";
import type { RequestOptions, RetryNotice } from "../../service/types";
import { Emitter, type Event } from "../../shared/event";
import type { LiveState } from "../../shared/feedState";
import { afterWallClock, type Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";

export interface LiveOptions {
  readonly random: () => number;
  readonly intervalMs: () => number;
  readonly onDidChangeInterval: Event<void>;
  /** How much before the last check the next one starts to read; read before each check. */
  readonly overlapMs: () => number;
}

/** The shortest interval while the panel is hidden (also in docs/feed.md and package.nls.json). */
const minHiddenIntervalMs = 300_000;

const maxBackoffMs = 900_000;

/** A longer pause between two attempts of one check is reported as a failure. */
const maxSilentPauseMs = 5000;

type Phase =
  | { readonly kind: "off" }
  | { readonly kind: "waiting"; readonly nextAt: number }
  | { readonly kind: "checking"; readonly nextAt?: number }
  | { readonly kind: "paused" }
  | { readonly kind: "stopped" };

/**
 * Checks at an interval, counted from the end of one check to the start of the next. Whether it is paused and visible carries over
 * to whatever is checked next.
 */
export class LiveUpdates extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private phase: Phase = { kind: "off" };
  private request: AbortController | undefined;
  private consecutiveFailures = 0;
  private lastError: ApiError | undefined;
  /** When the last check succeeded; before the first one, when they started. */
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
    const { phase } = this;
    const isActive = phase.kind === "waiting" || phase.kind === "checking";
    return {
      ...phase,
      ...(isActive && this.lastError && { failing: true }),
      ...(phase.kind !== "off" && this.hasChecked && { checkedAt: this.checkedAt }),
    };
  }

  /** Why checks fail: from the first one that does until one succeeds. */
  get failure(): ApiError | undefined {
    return this.phase.kind === "paused" ? undefined : this.lastError;
  }

  /** Starts to check something else: for the first time in an interval. */
  start(): void {
    this.consecutiveFailures = 0;
    this.lastError = undefined;
    this.checkedAt = this.clock.now();
    this.hasChecked = false;
    if (this.paused) {
      this.enter({ kind: "paused" });
    } else {
      this.wait();
    }
  }

  end(): void {
    this.lastError = undefined;
    this.enter({ kind: "off" });
  }

  pause(): void {
    this.paused = true;
    if (this.phase.kind !== "off") {
      this.enter({ kind: "paused" });
    }
  }

  /** The next check is an interval after the last successful one, or now if that time has passed. */
  resume(): void {
    this.paused = false;
    if (this.phase.kind === "paused") {
      this.wait(this.consecutiveFailures === 0 ? this.checkedAt : undefined);
    }
  }

  /** Stops checking until `pollNow`, because the user has to fix something first. */
  stop(error: ApiError): void {
    if (this.phase.kind !== "off" && this.phase.kind !== "paused") {
      this.lastError = error;
      this.enter({ kind: "stopped" });
    }
  }

  /**
   * Another request failed because the service could not be reached or could not answer: updates count as failing, too, until a
   * check succeeds, or the other request does. The next check is not earlier than planned, nor than the service advised.
   * @param error undefined: it was repeated with success, or dismissed
   */
  reportOutage(error: ApiError | undefined): void {
    const { phase } = this;
    if (phase.kind === "off" || phase.kind === "paused") {
      return;
    }
    if (phase.kind === "stopped") {
      if (error) {
        this.lastError = error;
        this.wait();
      }
    } else if (this.consecutiveFailures === 0 && (!error || !this.lastError)) {
      this.lastError = error;
      this.changed.fire();
      if (error && phase.kind === "waiting") {
        this.waitUntil(Math.max(phase.nextAt, this.clock.now() + advisedDelayMs(error)));
      }
    }
  }

  /** Checks now, unless a check is in progress or polling is paused. */
  pollNow(): void {
    if (this.phase.kind === "waiting" || this.phase.kind === "stopped") {
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
    this.enter({ kind: "checking" });
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
      // Nothing awaits it: VS Code logs unhandled rejections of extensions. Polling continues.
      throw thrown;
    }
  }

  private ended(error: ApiError | undefined): void {
    this.lastError = error;
    if (error) {
      this.consecutiveFailures++;
    } else {
      this.consecutiveFailures = 0;
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
      this.phase = { kind: "checking", nextAt: this.clock.now() + delayMs };
      this.changed.fire();
    }
  }

  /** The wait is longer or shorter from now on, unless something fails: then it stays as it is. */
  private waitAgain(): void {
    if (this.phase.kind === "waiting" && this.lastError === undefined) {
      this.wait(this.checkedAt);
    }
  }

  private wait(since = this.clock.now()): void {
    this.waitUntil(Math.min(since, this.clock.now()) + this.delayMs);
  }

  /**
   * How long to wait after a check, in milliseconds: the interval, longer while the panel is hidden; after failures, doubled
   * each time, with up to half of it added at random, and never less than the service advised.
   */
  private get delayMs(): number {
    const { intervalMs, random } = this.options;
    const adviceMs = this.lastError ? advisedDelayMs(this.lastError) : 0;
    const usualMs = this.visible ? intervalMs() : Math.max(intervalMs(), minHiddenIntervalMs);
    if (this.consecutiveFailures === 0) {
      return Math.max(adviceMs, usualMs);
    }
    const maxMs = Math.max(usualMs, maxBackoffMs);
    const backoffMs = Math.min(maxMs, usualMs * 2 ** Math.min(this.consecutiveFailures - 1, 20));
    return Math.max(adviceMs, Math.round(backoffMs * (1 + random() / 2)));
  }

  private waitUntil(nextAt: number): void {
    this.enter({ kind: "waiting", nextAt });
    this.timer.value = afterWallClock(
      this.clock,
      Math.max(0, nextAt - this.clock.now()),
      () => void this.poll(),
    );
  }

  /** Whatever the last phase was waiting for does not matter any more. */
  private enter(phase: Phase): void {
    this.timer.value = undefined;
    this.request?.abort();
    this.request = undefined;
    this.phase = phase;
    this.changed.fire();
  }
}
