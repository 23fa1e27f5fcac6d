import { ApiError } from "../../api/errors";
import type { CallOptions } from "../../api/types";
import type { LiveState } from "../../shared/protocol";
import type { Clock } from "../../util/clock";
import { type Disposable, Owner, Slot } from "../../util/disposable";
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

type Phase =
  | { readonly kind: "waiting"; readonly nextAt: number; readonly error?: ApiError }
  | { readonly kind: "checking" }
  | { readonly kind: "paused" }
  | { readonly kind: "stopped"; readonly error: ApiError };

/**
 * Says when to poll: one poll at a time, the next one so long after the last one ended. Begins to wait at once.
 */
export class LivePoller extends Owner {
  private readonly changed = this.own(new Emitter<void>());
  private readonly timer = this.own(new Slot<Disposable>());
  private readonly ending = new AbortController();
  private phase: Phase = { kind: "paused" };
  private failures = 0;
  private checkedAt: number | undefined;
  private visible = true;
  private polling = false;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param poll reads what is new; rejects with `ApiError`. */
  constructor(
    private readonly poll: (options: CallOptions) => Promise<void>,
    private readonly environment: Pick<LiveEnvironment, "clock" | "random" | "intervalMs">,
  ) {
    super();
    this.own({ dispose: () => this.ending.abort() });
  }

  get state(): LiveState {
    const checked = this.checkedAt === undefined ? {} : { checkedAt: this.checkedAt };
    const { phase } = this;
    switch (phase.kind) {
      case "waiting":
        return {
          kind: "waiting",
          nextAt: phase.nextAt,
          ...(phase.error && { failure: phase.error.message }),
          ...checked,
        };
      case "stopped":
        return { kind: "stopped", failure: phase.error.message, ...checked };
      case "checking":
      case "paused":
        return { kind: phase.kind, ...checked };
    }
  }

  /** Goes on with polls: the first one when its time has come. */
  resume(): void {
    if (this.phase.kind === "paused") {
      this.wait(undefined);
    }
  }

  /** The poll that is under way is the last one. */
  pause(): void {
    this.timer.value = undefined;
    this.enter({ kind: "paused" });
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
      this.wait(undefined, this.checkedAt);
    }
  }

  private async check(): Promise<void> {
    if (this.polling) {
      // One from before a pause has not ended yet.
      this.wait(undefined);
      return;
    }
    this.polling = true;
    this.enter({ kind: "checking" });
    let error: ApiError | undefined;
    let fault: Error | undefined;
    try {
      await this.poll({ signal: this.ending.signal });
      this.failures = 0;
      this.checkedAt = this.environment.clock.now();
    } catch (thrown) {
      if (thrown instanceof ApiError) {
        error = thrown;
      } else {
        fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      }
      this.failures++;
    } finally {
      this.polling = false;
    }
    // Paused meanwhile: nothing comes next.
    if (this.disposed || this.phase.kind !== "checking") {
      this.changed.fire();
      return;
    }
    if (error && isFinal(error)) {
      this.enter({ kind: "stopped", error });
    } else {
      this.wait(error);
    }
    if (fault !== undefined) {
      // Ours, and for the log; polls go on all the same.
      throw fault;
    }
  }

  /** @param since when the wait began; now unless told. */
  private wait(error: ApiError | undefined, since = this.environment.clock.now()): void {
    const { clock, random, intervalMs } = this.environment;
    const nextAt = since + pollDelay(intervalMs(), this.visible, this.failures, error, random());
    this.enter({ kind: "waiting", nextAt, ...(error && { error }) });
    this.sleepUntil(nextAt, Math.max(0, nextAt - clock.now()));
  }

  /** Wakes up in between: while the machine sleeps, timers stand still and clocks go on. */
  private sleepUntil(nextAt: number, leftMs: number): void {
    const { clock } = this.environment;
    const nap = Math.min(leftMs, longestTimerMs);
    this.timer.value = clock.after(nap, () => {
      if (leftMs - nap <= 0 || clock.now() >= nextAt) {
        void this.check();
      } else {
        this.sleepUntil(nextAt, leftMs - nap);
      }
    });
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.changed.fire();
  }
}

/** Failures that the person has to do something about. */
function isFinal({ kind }: ApiError): boolean {
  return (
    kind === "unauthorized" ||
    kind === "noKey" ||
    kind === "gone" ||
    kind === "forbidden" ||
    kind === "unsendable"
  );
}
