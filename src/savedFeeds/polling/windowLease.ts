import { Emitter, type Event } from "../../shared/event";
import { delay } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { errorStack } from "../../util/errors";
import { FileLease, type HeldLease, type LeaseEnvironment } from "../../util/fileLease";
import type { Log } from "../../util/log";

/** A killed window is replaced within 30 s, even if another one has just seen its last heartbeat and given up a claim. */
const timing = { heartbeatIntervalMs: 4000, missedHeartbeats: 5 };

/** After this many failed claims in a row, this window checks for itself. One may fail because a file is in use for a moment. */
const maxFailedClaims = 3;

/** How long to wait before files that could not be written are tried again. */
const retryDelayMs = 300_000;

/** Why this window may or may not check. */
export type LeaseState =
  /** Another window checks, or it is not yet known whether one does. */
  | { readonly kind: "waiting" }
  /** This window checks, until the lease is lost. */
  | { readonly kind: "held"; readonly lease: HeldLease }
  /** Leases cannot be written on this machine, so that each window checks for itself. */
  | { readonly kind: "unavailable" };

/** Claims the lease as long as this window is open. One window of the profile holds it. */
export class WindowLease extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly ended = new AbortController();
  private current: LeaseState = { kind: "waiting" };

  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    path: string,
    private readonly environment: LeaseEnvironment & { readonly log: Log },
  ) {
    super();
    this.register({ dispose: () => this.end() });
    void this.run(new FileLease(path, environment, timing));
  }

  get state(): LeaseState {
    return this.current;
  }

  private async run(lease: FileLease): Promise<void> {
    const { signal } = this.ended;
    let failedClaims = 0;
    while (!signal.aborted) {
      try {
        const held = await lease.claim(signal);
        failedClaims = 0;
        if (held) {
          await this.hold(held);
          continue;
        }
        this.enter({ kind: "waiting" });
      } catch (error) {
        failedClaims++;
        if (failedClaims === maxFailedClaims) {
          this.giveUp(error);
        }
      }
      const isUnavailable = this.current.kind === "unavailable";
      await delay(this.environment.clock, isUnavailable ? retryDelayMs : timing.heartbeatIntervalMs, signal);
    }
  }

  private giveUp(error: unknown): void {
    this.environment.log.warn(
      `Saved feeds: this window checks for itself, as no lease can be written. ${errorStack(error)}`,
    );
    this.enter({ kind: "unavailable" });
  }

  /** Resolves when the lease is lost, or the window closes. */
  private async hold(lease: HeldLease): Promise<void> {
    if (this.ended.signal.aborted) {
      lease.dispose();
      return;
    }
    const isOver = aborted(lease.signal);
    this.environment.log.info("Saved feeds: this window checks for new events.");
    this.enter({ kind: "held", lease });
    await isOver;
    lease.dispose();
    if (!this.disposed) {
      this.environment.log.info("Saved feeds: another window took over.");
      this.enter({ kind: "waiting" });
    }
  }

  private enter(state: LeaseState): void {
    if (!this.ended.signal.aborted && state.kind !== this.current.kind) {
      this.current = state;
      this.changed.fire();
    }
  }

  private end(): void {
    this.ended.abort();
    if (this.current.kind === "held") {
      this.current.lease.dispose();
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    } else {
      signal.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}
