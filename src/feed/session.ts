import { ApiError } from "../api/errors";
import type { FeedPage, RetryNotice, ServiceClient } from "../api/types";
import type { FeedQuery } from "../shared/feedQuery";
import type { Activity, OlderState } from "../shared/protocol";
import type { Clock } from "../util/clock";
import { Owner } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import { Drain } from "./drain";
import { EventStore } from "./eventStore";
import { requestFor, type Window, windowBefore, windowOf } from "./query";

/** A step reads short and empty pages by itself, but no more of them than this. */
const maxPagesPerStep = 100;

/** What a session needs from outside. */
export interface SessionEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** 1 to 500. */
  readonly pageSize: number;
}

/** How far a step goes. */
interface Goal {
  readonly kind: Activity["kind"];
  /** Told each page and the number of events that the step brought so far. */
  readonly reached: (page: FeedPage, events: number) => boolean;
  /** Windows before are opened until they reach back to this instant. */
  readonly backTo?: number | undefined;
}

/** One feed query being followed: its events and its way to older ones. */
export class FeedSession extends Owner {
  readonly store = new EventStore();
  private readonly changed = this.own(new Emitter<void>());
  private readonly ending = new AbortController();
  private readonly started: Window;
  private drain: Drain;
  private stretch: Window;
  private underWay: Promise<void> | undefined;
  private currentActivity: Activity | undefined;
  private currentFailure: { readonly error: ApiError; readonly action: Activity["kind"] } | undefined;
  private malformedItems = 0;
  /** What the service made of the page size; rules the next request. */
  private appliedPageSize: number | undefined;
  private lastReadAt: number | undefined;

  /** Something but the events may have changed as well. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    readonly query: FeedQuery,
    private readonly environment: SessionEnvironment,
  ) {
    super();
    this.started = windowOf(query, environment.clock.now());
    this.stretch = this.started;
    this.drain = this.drainOf(this.started);
    this.own({ dispose: () => this.ending.abort() });
  }

  /** All that was asked for so far: from the oldest stretch to the end of the newest. */
  get window(): Window {
    return { ...this.started, sinceMs: this.stretch.sinceMs };
  }

  get activity(): Activity | undefined {
    return this.currentActivity;
  }

  /** Why the last step ended early. */
  get failure(): { readonly error: ApiError; readonly action: Activity["kind"] } | undefined {
    return this.currentFailure;
  }

  get malformed(): number {
    return this.malformedItems;
  }

  /** When the last page came, milliseconds since 1970 UTC. */
  get readAt(): number | undefined {
    return this.lastReadAt;
  }

  get older(): OlderState {
    switch (this.drain.state.kind) {
      case "more":
        return { kind: "more" };
      case "stopped":
        return { kind: "stopped", message: this.drain.state.reason };
      case "drained": {
        const before = windowBefore(this.stretch, this.environment.clock.now());
        return before
          ? { kind: "windowBefore", ...before }
          : { kind: "stopped", message: "This is where time begins." };
      }
    }
  }

  /** Reads the first page, and further ones while they are empty. What goes wrong stands in `failure`. */
  start(): Promise<void> {
    return this.step({ kind: "first", reached: (page) => page.items.length > 0 });
  }

  /** Reads one page further, opening the window before when this one is drained. */
  loadOlder(): Promise<void> {
    return this.step({ kind: "older", reached: (_, added) => added > 0 });
  }

  /** For a refresh: reads until the events reach back to `placeMs`, opening windows before as it takes. */
  readBackTo(placeMs: number | undefined): Promise<void> {
    return this.step({
      kind: "refresh",
      reached: (_, added) =>
        placeMs === undefined ? added > 0 : (this.store.oldestMs ?? Infinity) <= placeMs,
      backTo: placeMs,
    });
  }

  /** One step at a time; a wish that comes meanwhile joins it. */
  private step(goal: Goal): Promise<void> {
    this.underWay ??= this.walk(goal).finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async walk(goal: Goal): Promise<void> {
    this.currentFailure = undefined;
    if (goal.kind === "older") {
      this.openWindowBefore();
    }
    try {
      await this.readPages(goal);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (error.kind !== "aborted") {
        this.currentFailure = { error, action: goal.kind };
      }
    } finally {
      this.report(undefined);
    }
  }

  private async readPages(goal: Goal): Promise<void> {
    const { kind } = goal;
    let events = 0;
    for (let pages = 0; pages < maxPagesPerStep && this.hasNext(goal); pages++) {
      this.report({ kind, pages, events });
      const page = await this.drain.next({
        signal: this.ending.signal,
        onRetry: (retry) => this.report({ kind, pages, events, waiting: this.waitFor(retry) }),
      });
      if (this.disposed) {
        return;
      }
      events += this.take(page);
      if (goal.reached(page, events)) {
        return;
      }
    }
  }

  private hasNext(goal: Goal): boolean {
    if (goal.backTo !== undefined && goal.backTo < this.stretch.sinceMs) {
      this.openWindowBefore();
    }
    return this.drain.state.kind === "more";
  }

  private waitFor(retry: RetryNotice): NonNullable<Activity["waiting"]> {
    return { message: retry.error.message, untilMs: this.environment.clock.now() + retry.delayMs };
  }

  private take(page: FeedPage): number {
    const { added } = this.store.insert(page.items);
    this.malformedItems += page.malformed;
    this.appliedPageSize = page.pageSize;
    this.lastReadAt = this.environment.clock.now();
    return added;
  }

  /** When the window is drained: the one just before it, so that both tile without gap or overlap. */
  private openWindowBefore(): void {
    const { older } = this;
    if (older.kind === "windowBefore") {
      this.stretch = { sinceMs: older.sinceMs, untilMs: older.untilMs };
      this.drain = this.drainOf(this.stretch);
    }
  }

  private drainOf(window: Window): Drain {
    const { client, pageSize } = this.environment;
    return new Drain(client, requestFor(this.query, window, this.appliedPageSize ?? pageSize));
  }

  private report(activity: Activity | undefined): void {
    this.currentActivity = activity;
    if (!this.disposed) {
      this.changed.fire();
    }
  }
}
