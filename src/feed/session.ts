import { ApiError } from "../api/errors";
import type { FeedPage, RetryNotice, ServiceClient } from "../api/types";
import type { FeedQuery } from "../shared/feedQuery";
import type { Activity, OlderState } from "../shared/protocol";
import type { Clock } from "../util/clock";
import { Owner } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import { Drain } from "./drain";
import { EventStore } from "./store/eventStore";
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

/** A stretch `[sinceMs, untilMs)` that was passed over; it is filled from its newer end. */
interface Gap {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly drain: Drain;
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
  private openGaps: Gap[] = [];
  private underWay: Promise<void> | undefined;
  private currentActivity: Activity | undefined;
  private currentFailure: { readonly error: ApiError; readonly action: Activity["kind"] } | undefined;
  private malformedItems = 0;
  private lastReadAt: number | undefined;

  /** Something but the events may have changed as well. */
  readonly onDidChange: Event<void> = this.changed.event;

  /** @param placeMs begin at the events of this instant, milliseconds since 1970 UTC; what is newer is a gap. */
  constructor(
    readonly query: FeedQuery,
    private readonly environment: SessionEnvironment,
    placeMs?: number,
  ) {
    super();
    this.started = windowOf(query, environment.clock.now());
    this.stretch = this.started;
    if (placeMs === undefined) {
      this.drain = this.drainOf(this.started);
    } else {
      this.drain = this.startAt(placeMs + 1);
    }
    this.own({ dispose: () => this.ending.abort() });
  }

  /** Stretches of the window that are known not to be loaded, newest first. */
  get gaps(): readonly { readonly sinceMs: number; readonly untilMs: number }[] {
    return this.openGaps;
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
        const before = this.before();
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
      reached: () => placeMs === undefined || (this.store.oldestMs ?? Infinity) <= placeMs,
      backTo: placeMs,
    });
  }

  /** Reads the stretch of the gap that starts at `sinceMs`. */
  fillGap(sinceMs: number): Promise<void> {
    return this.single(() => this.walk("gap", () => this.readGap(sinceMs)));
  }

  private step(goal: Goal): Promise<void> {
    return this.single(() => {
      if (goal.kind === "older") {
        this.openWindowBefore();
      }
      return this.walk(goal.kind, () => this.readPages(goal));
    });
  }

  /** One step at a time; a wish that comes meanwhile joins it. */
  private single(step: () => Promise<void>): Promise<void> {
    this.underWay ??= step().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async walk(kind: Activity["kind"], read: () => Promise<void>): Promise<void> {
    this.currentFailure = undefined;
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (error.kind !== "aborted") {
        this.currentFailure = { error, action: kind };
      }
    } finally {
      this.report(undefined);
    }
  }

  private async readPages(goal: Goal): Promise<void> {
    const { kind } = goal;
    let events = 0;
    for (let pages = 0; pages < maxPagesPerStep && this.hasNext(goal); pages++) {
      const page = await this.readPage(this.drain, { kind, pages, events });
      events += this.take(page);
      if (goal.reached(page, events)) {
        return;
      }
    }
  }

  private async readGap(sinceMs: number): Promise<void> {
    let events = 0;
    for (let pages = 0; pages < maxPagesPerStep; pages++) {
      const gap = this.openGaps.find((open) => open.sinceMs === sinceMs);
      if (!gap) {
        return;
      }
      const page = await this.readPage(gap.drain, { kind: "gap", pages, events });
      events += this.take(page);
      this.narrow(gap, page);
    }
  }

  /** What is left of a gap after a page of it. Where the service gives no way on, the gap stays as it is. */
  private narrow(gap: Gap, page: FeedPage): void {
    const left = this.openGaps.filter((open) => open !== gap);
    if (gap.drain.state.kind === "drained") {
      this.openGaps = left;
      return;
    }
    const oldest = Math.min(gap.untilMs, ...page.items.flatMap(({ value }) => value.publishedMs ?? []));
    this.openGaps = [...left, { ...gap, untilMs: Math.max(oldest, gap.sinceMs + 1) }];
  }

  /** One page; rejects as aborted when the session ended meanwhile. */
  private async readPage(drain: Drain, activity: Activity): Promise<FeedPage> {
    this.report(activity);
    const page = await drain.next({
      signal: this.ending.signal,
      onRetry: (retry) => this.report({ ...activity, waiting: this.waitFor(retry) }),
    });
    if (this.disposed) {
      throw new ApiError({ kind: "aborted" }, "Cancelled.");
    }
    return page;
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
    this.lastReadAt = this.environment.clock.now();
    return added;
  }

  /** Begins the walk at `untilMs`, in the window that holds it; what lies between it and the end becomes a gap. */
  private startAt(untilMs: number): Drain {
    const end = this.started.untilMs ?? this.environment.clock.now();
    for (let before = this.before(); untilMs <= this.stretch.sinceMs && before; before = this.before()) {
      this.stretch = before;
    }
    const sinceMs = Math.max(untilMs, this.stretch.sinceMs);
    if (sinceMs < end) {
      this.openGaps = [{ sinceMs, untilMs: end, drain: this.drainOf({ sinceMs, untilMs: end }) }];
    }
    return this.drainOf({ sinceMs: this.stretch.sinceMs, untilMs });
  }

  private before(): Required<Window> | undefined {
    return windowBefore(this.stretch, this.environment.clock.now());
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
    return new Drain(client, requestFor(this.query, window, pageSize));
  }

  private report(activity: Activity | undefined): void {
    this.currentActivity = activity;
    if (!this.disposed) {
      this.changed.fire();
    }
  }
}
