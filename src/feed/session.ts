import { ApiError } from "../api/errors";
import type { CallOptions, FeedPage, RetryNotice, ServiceClient } from "../api/types";
import { maxPageSize } from "../api/limits";
import type { CompanyEvent } from "../shared/companyEvent";
import { dayMs } from "../shared/day";
import type { FeedQuery } from "../shared/feedQuery";
import type { Activity, OlderState } from "../shared/protocol";
import type { Clock } from "../util/clock";
import { Owner } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import { nextTurn } from "../util/slices";
import { Drain } from "./drain";
import { EventStore } from "./store/eventStore";
import type { EventBudget } from "./eventBudget";
import { Gaps } from "./gaps";
import { NewsReader } from "./live/newsReader";
import { requestFor, type Window, windowBefore, windowOf } from "./query";

/** A step reads short and empty pages by itself, but no more of them than this. */
const maxPagesPerStep = 100;

/** What a session needs from outside. */
export interface SessionEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** 1 to 500. */
  readonly pageSize: number;
  readonly budget: EventBudget;
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
  /** That of the query when the session began. */
  private readonly firstWindow: Window;
  private drain: Drain;
  private stretch: Window;
  private readonly openGaps = new Gaps((window) => this.drainOf(window));
  private underWay: Promise<void> | undefined;
  private currentActivity: Activity | undefined;
  private currentFailure: { readonly error: ApiError; readonly action: Activity["kind"] } | undefined;
  private malformedItems = 0;
  /** Of the events, so far. */
  private changes = 0;
  /** The largest page size that the service applies, where that is less than was asked for. */
  private appliedPageSize: number | undefined;
  private lastReadAt: number | undefined;
  /** The oldest instant that the walk to older events has come to. */
  private frontierMs = Infinity;
  private arrivedCount = 0;
  /** When the latest reading of all that is new began, on the service's clock, ours where it has none. */
  private newsReadAt: number | undefined;
  /** Loading the entire window, from when it is asked for. */
  private windowWanted: { readonly ending: AbortController; readonly done: Promise<void> } | undefined;
  /** Of the same, while it is under way. */
  private windowLoading: AbortController | undefined;
  private windowStartedAt = 0;

  /** Something but the events may have changed as well. */
  readonly onDidChange: Event<void> = this.changed.event;

  /**
   * @param replaced what is shown now, and goes when this session is.
   * @param placeMs begin at the events of this instant, milliseconds since 1970 UTC; what is newer is a gap.
   */
  constructor(
    readonly query: FeedQuery,
    private readonly environment: SessionEnvironment,
    private replaced?: EventStore,
    placeMs?: number,
  ) {
    super();
    this.firstWindow = windowOf(query, environment.clock.now());
    this.stretch = this.firstWindow;
    if (placeMs === undefined) {
      this.drain = this.drainOf(this.firstWindow);
    } else {
      this.drain = this.startAt(placeMs + 1);
    }
    this.own({ dispose: () => this.ending.abort() });
    this.own(this.store.onDidChange(() => this.changes++));
  }

  /** From now on it is shown: its events count for the others, too. */
  show(): void {
    this.replaced = undefined;
    this.own(this.environment.budget.add(this.store));
  }

  /** How many more events there may be; negative when there are too many. */
  private get left(): number {
    return this.environment.budget.leftFor(this.store, this.replaced);
  }

  /** Stretches of the window that are known not to be loaded, in no order. */
  get gaps(): readonly { readonly sinceMs: number; readonly untilMs: number }[] {
    return this.openGaps.all;
  }

  /** Stretches of the window that are not loaded, gaps and what older pages would bring. */
  get notLoaded(): readonly { readonly sinceMs: number; readonly untilMs: number }[] {
    const { sinceMs } = this.stretch;
    const gaps = this.openGaps.all.map((gap) => ({ sinceMs: gap.sinceMs, untilMs: gap.untilMs }));
    const untilMs = Math.min(this.frontierMs, this.firstWindow.untilMs ?? this.environment.clock.now());
    return this.drain.state.kind !== "drained" && sinceMs < untilMs ? [...gaps, { sinceMs, untilMs }] : gaps;
  }

  /** Whether anything new may come: the window has no end. */
  get isOpen(): boolean {
    return this.firstWindow.untilMs === undefined;
  }

  /** Events that came as news. */
  get arrived(): number {
    return this.arrivedCount;
  }

  /** All that was asked for so far: from the oldest stretch to the end of the newest. */
  get window(): Window {
    return { ...this.firstWindow, sinceMs: this.stretch.sinceMs };
  }

  get activity(): Activity | undefined {
    return this.currentActivity;
  }

  /** Why the last step ended early. */
  get failure(): { readonly error: ApiError; readonly action: Activity["kind"] } | undefined {
    return this.currentFailure;
  }

  /** Another text as soon as events, gaps or the filling of a gap are other ones. */
  get rowsRevision(): string {
    const gaps = this.openGaps.all.map(({ sinceMs, untilMs }) => `${sinceMs}-${untilMs}`);
    return [this.changes, this.currentActivity?.kind === "gap", ...gaps].join();
  }

  get malformed(): number {
    return this.malformedItems;
  }

  /** When the last page came, milliseconds since 1970 UTC. */
  get readAt(): number | undefined {
    return this.lastReadAt;
  }

  get older(): OlderState {
    if (this.left <= 0 && this.drain.state.kind !== "stopped") {
      return { kind: "limit", maxEvents: this.environment.budget.max() };
    }
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
      // By the last event of a page: one that is dated wrongly stands anywhere.
      reached: ({ items }, added) =>
        placeMs === undefined ? added > 0 : (items.at(-1)?.value.publishedMs ?? Infinity) <= placeMs,
      backTo: placeMs,
    });
  }

  /** Reads the stretch of the gap that starts at `sinceMs`. */
  fillGap(sinceMs: number): Promise<void> {
    return this.afterwards(() => this.walk("gap", () => this.readGap(sinceMs)));
  }

  /** Reads the window to its end, gaps included; `cancelWindow` ends that, and a second call goes on from there. */
  loadWindow(): Promise<void> {
    if (this.windowWanted) {
      return this.windowWanted.done;
    }
    const ending = new AbortController();
    const done = this.afterwards(() => this.loadUntil(ending)).finally(() => {
      this.windowWanted = undefined;
    });
    this.windowWanted = { ending, done };
    return done;
  }

  cancelWindow(): void {
    this.windowWanted?.ending.abort();
  }

  private async loadUntil(ending: AbortController): Promise<void> {
    if (ending.signal.aborted) {
      return;
    }
    this.windowLoading = ending;
    this.windowStartedAt = this.environment.clock.now();
    try {
      await this.walk("window", async () => {
        this.drain.pageSize = maxPageSize;
        await this.readToEnd();
        for (const { sinceMs, drain } of this.openGaps.all) {
          drain.pageSize = maxPageSize;
          await this.readGap(sinceMs, "window");
        }
      });
    } finally {
      this.windowLoading = undefined;
      for (const drain of [this.drain, ...this.openGaps.all.map((gap) => gap.drain)]) {
        drain.pageSize = this.pageSize;
      }
    }
  }

  /**
   * Reads what is new since the last time, and before the first time since the session began, from `overlapMs` earlier on.
   * What is too much for one time becomes a gap. @throws {ApiError}
   */
  async readNews(overlapMs: number, options: CallOptions): Promise<void> {
    const { client, clock } = this.environment;
    const reader = new NewsReader(client, clock, this.query, this);
    const fromMs = Math.max(this.window.sinceMs, (this.newsReadAt ?? clock.now()) - overlapMs);
    const news = await reader.read(fromMs, options);
    const gapsBefore = this.openGaps.all;
    this.openGaps.cutAfter(fromMs);
    this.openGaps.add(fromMs, news.completeFromMs);
    this.newsReadAt = news.startedAt;
    if (this.openGaps.all.length !== gapsBefore.length) {
      this.report(this.currentActivity);
    }
  }

  /** Title of a loaded event; undefined where it has none; null for an event that is not loaded. */
  titleOf(id: string): string | undefined | null {
    const item = this.store.get(id);
    return item ? item.value.title : null;
  }

  /** Takes up a page of news; where there are too many events, the oldest make room. */
  takeNews(page: FeedPage): void {
    const isNews = ({ id, publishedMs }: CompanyEvent): boolean =>
      this.titleOf(id) === null &&
      (publishedMs === undefined || (publishedMs > this.frontierMs && !this.openGaps.contains(publishedMs)));
    const arrived = page.items.filter(({ value }) => isNews(value)).length;
    const added = this.take(page);
    this.arrivedCount += arrived;
    this.makeRoom(added);
    this.report(this.currentActivity);
  }

  /** @param added no more go than came: where others have too many, that is not made up for here. */
  private makeRoom(added: number): void {
    const count = Math.min(-this.left, added);
    if (count <= 0) {
      return;
    }
    this.store.removeOldest(count);
    // What went is read again when there is room for it.
    const untilMs = (this.store.oldestMs ?? this.environment.clock.now()) + 1;
    this.openGaps.cutBefore(untilMs);
    this.drain = this.drainOf({ sinceMs: this.stretch.sinceMs, untilMs });
    this.frontierMs = untilMs;
  }

  private step(goal: Goal): Promise<void> {
    return this.single(() => {
      if (goal.kind === "older") {
        this.openWindowBefore();
      }
      return this.walk(goal.kind, () => this.readPages(goal));
    });
  }

  /** A step that brings what the one under way does not: it comes after that. */
  private afterwards(step: () => Promise<void>): Promise<void> {
    return this.underWay ? this.underWay.then(() => this.afterwards(step)) : this.single(step);
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
    const { kind, reached } = goal;
    let events = 0;
    for (let pages = 0; pages < maxPagesPerStep && this.hasNext(goal); pages++) {
      const { drain } = this;
      const page = await this.readPage(drain, { kind, pages, events });
      events += this.takeOlder(page, drain);
      if (reached(page, events)) {
        return;
      }
    }
  }

  /** Reads to the window's end. While a page is taken up the next one is under way already. */
  private async readToEnd(): Promise<void> {
    const { drain } = this;
    const next = (pages: number, events: number): Promise<FeedPage> | undefined => {
      // The page before this one is not taken up yet.
      const coming = pages === 0 ? 0 : maxPageSize;
      if (drain !== this.drain || drain.state.kind !== "more" || this.left <= coming) {
        return undefined;
      }
      const page = this.readPage(drain, { kind: "window", pages, events, ...this.walkOf() });
      // Awaited below, unless taking up the page before it fails.
      page.catch(() => undefined);
      return page;
    };
    let events = 0;
    for (let pages = 1, coming = next(0, 0); coming; pages++) {
      const page = await coming;
      coming = next(pages, events);
      // Not before the request is on its way: taking up a page takes about as long as the service does.
      await nextTurn();
      events += this.takeOlder(page, drain);
    }
  }

  /** Takes up a page of the walk to older events. @returns how many events it added. */
  private takeOlder(page: FeedPage, drain: Drain): number {
    const added = this.take(page);
    if (drain === this.drain) {
      this.frontierMs =
        drain.state.kind === "drained" ? this.stretch.sinceMs : Math.min(this.frontierMs, oldestOf(page));
    }
    return added;
  }

  private async readGap(sinceMs: number, kind: "gap" | "window" = "gap"): Promise<void> {
    let events = 0;
    const maxPages = kind === "gap" ? maxPagesPerStep : Infinity;
    for (let pages = 0; pages < maxPages; pages++) {
      const gap = this.openGaps.startingAt(sinceMs);
      if (!gap || this.left <= 0) {
        return;
      }
      const page = await this.readPage(gap.drain, { kind, pages, events });
      events += this.take(page);
      this.openGaps.narrow(gap, page);
      if (gap.drain.state.kind === "stopped") {
        throw new ApiError({ kind: "malformed", status: 200 }, gap.drain.state.reason);
      }
    }
  }

  /** How far the walk through the window has come. */
  private walkOf(): Pick<Activity, "walk"> {
    const endMs = this.firstWindow.untilMs ?? this.environment.clock.now();
    const at = Math.min(endMs, Math.max(this.frontierMs, this.stretch.sinceMs));
    return {
      walk: {
        startedAt: this.windowStartedAt,
        days: (endMs - at) / dayMs,
        ofDays: (endMs - this.stretch.sinceMs) / dayMs,
      },
    };
  }

  /** One page; rejects as aborted when the session ended meanwhile. */
  private async readPage(drain: Drain, activity: Activity): Promise<FeedPage> {
    this.report(activity);
    const { clock } = this.environment;
    const sentAt = clock.now();
    const loading = this.windowLoading;
    const page = await drain.next({
      signal: loading ? AbortSignal.any([this.ending.signal, loading.signal]) : this.ending.signal,
      onRetry: (retry) => this.report({ ...activity, waiting: this.waitFor(retry) }),
    });
    if (this.disposed) {
      throw new ApiError({ kind: "aborted" }, "Cancelled.");
    }
    if (page.pageSize < this.pageSize) {
      this.appliedPageSize = page.pageSize;
    }
    this.newsReadAt ??= Math.min(
      page.servedAt === undefined ? sentAt : page.servedAt - (clock.now() - sentAt),
      // The gap above the place it began at reaches to there, by our clock.
      ...this.openGaps.all.map(({ untilMs }) => untilMs),
    );
    return page;
  }

  private hasNext(goal: Goal): boolean {
    if (goal.backTo !== undefined && goal.backTo < this.stretch.sinceMs) {
      this.openWindowBefore();
    }
    return this.drain.state.kind === "more" && this.left > 0;
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

  /** Begins the walk at an instant, in the window that holds it; what lies between it and the window's end becomes a gap. */
  private startAt(untilMs: number): Drain {
    const end = this.firstWindow.untilMs ?? this.environment.clock.now();
    if (untilMs >= end) {
      // The service's clock may be ahead of ours: what it dates beyond our present belongs to an open window.
      return this.drainOf(this.firstWindow);
    }
    for (let before = this.before(); untilMs <= this.stretch.sinceMs && before; before = this.before()) {
      this.stretch = before;
    }
    const sinceMs = Math.max(untilMs, this.stretch.sinceMs);
    this.openGaps.add(sinceMs, end);
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

  /** Of a page that somebody waits for. */
  private get pageSize(): number {
    return this.appliedPageSize ?? this.environment.pageSize;
  }

  private drainOf(window: Window): Drain {
    return new Drain(this.environment.client, requestFor(this.query, window, this.pageSize));
  }

  private report(activity: Activity | undefined): void {
    this.currentActivity = activity;
    if (!this.disposed) {
      this.changed.fire();
    }
  }
}

function oldestOf({ items }: FeedPage): number {
  return items.reduce((oldest, { value }) => Math.min(oldest, value.publishedMs ?? Infinity), Infinity);
}
