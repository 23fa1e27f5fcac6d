import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ActionRequest,
  type FeedCheck,
  markAllReadAction,
  markReadAction,
  undoMarkReadAction,
  type UserAction,
} from "../../../../src/savedFeeds/model/actions";
import { apply } from "../../../../src/savedFeeds/model/apply";
import {
  type Baseline,
  type FollowedFeeds,
  nothingFollowed,
} from "../../../../src/savedFeeds/model/followedFeeds";
import { type SavedFeed, savedFeedId } from "../../../../src/savedFeeds/model/savedFeed";
import { decodeSnapshot, encodeSnapshot } from "../../../../src/savedFeeds/storage/snapshot";
import { connection, hourMs, minuteMs, savedFeed, source } from "./fixture";
import { Oracle, OracleFeed } from "./oracle";
import { World, type WorldEvent, wrongByMs } from "./world";

/** Run this often with `COMPANY_FEED_HISTORIES=…`; a failure prints the seed that repeats it. */
const numRuns = Number(process.env["COMPANY_FEED_HISTORIES"] ?? 1_500);

/** A window that knows the state as it was when it looked last, and its own actions. */
class View {
  seen: FollowedFeeds = nothingFollowed;
  own: ActionRequest[] = [];

  get state(): FollowedFeeds {
    return this.own.reduce<FollowedFeeds>(apply, this.seen);
  }
}

interface StartedCheck {
  readonly feed: OracleFeed | undefined;
  readonly definition: unknown;
  readonly known: ReadonlySet<string>;
  readonly check: FeedCheck;
}

/** One history: a service, a window that checks, another window, and the oracle beside them. */
class History {
  readonly world = new World();
  readonly oracle = new Oracle();
  readonly views = [new View(), new View()] as const;
  readonly counts = new Map<string, number>();
  state: FollowedFeeds = nothingFollowed;
  private inbox: ActionRequest[] = [];
  private started: StartedCheck[] = [];
  private requests = 0;
  private names = 0;
  /** Of the two feeds. */
  private readonly definitions: SavedFeed[];
  onDidApply: (request: ActionRequest) => void = () => undefined;

  constructor(query = savedFeed().query) {
    this.definitions = [
      savedFeed({ name: "All", query }),
      savedFeed({ name: "Two thirds", companies: ["one", "two"], query: { ...query, types: ["ipo"] } }),
    ];
    this.definitions.forEach((_, index) => this.follow(index));
  }

  idOf(index: number): string {
    return savedFeedId(source, this.definitions[index]?.name ?? "");
  }

  /** The second feed has two of three companies, and every other event. */
  private answers(index: number): {
    has: (event: WorldEvent) => boolean;
    counts: (event: WorldEvent) => boolean;
  } {
    const { companies = [] } = this.definitions[index] ?? {};
    const all = ["one", "two", "three"];
    return {
      has: ({ number }) => index === 0 || number % 2 === 0,
      counts: ({ number }) => companies.length === 0 || companies.includes(all[number % 3] ?? ""),
    };
  }

  follow(index: number): void {
    const feed = this.definitions[index];
    if (feed) {
      this.request(0, { kind: "follow", source, feed, connection });
      this.applyInbox();
    }
  }

  unfollow(index: number): void {
    this.request(0, { kind: "unfollow", id: this.idOf(index) });
    this.applyInbox();
  }

  rename(index: number): void {
    const feed = this.definitions[index];
    if (feed) {
      const renamed = { ...feed, name: `${feed.name} ${++this.names}` };
      this.request(0, { kind: "define", id: this.idOf(index), feed: renamed });
      this.applyInbox();
      const former = this.idOf(index);
      const known = this.oracle.feeds.get(former);
      this.definitions[index] = renamed;
      if (known) {
        this.oracle.feeds.delete(former);
        this.oracle.feeds.set(this.idOf(index), known);
        this.formerIds.set(former, this.idOf(index));
      }
    }
  }

  private readonly formerIds = new Map<string, string>();

  private currentId(id: string): string {
    const next = this.formerIds.get(id);
    return next === undefined || this.oracle.feeds.has(id) ? id : this.currentId(next);
  }

  setCompanies(index: number, companies: readonly string[]): void {
    const feed = this.definitions[index];
    if (feed) {
      this.definitions[index] = { ...feed, companies };
      this.request(0, { kind: "define", id: this.idOf(index), feed: { ...feed, companies } });
      this.applyInbox();
    }
  }

  setQuery(index: number, sector: string): void {
    const feed = this.definitions[index];
    if (feed) {
      this.definitions[index] = { ...feed, query: { ...feed.query, sector } };
      this.request(0, {
        kind: "define",
        id: this.idOf(index),
        feed: { ...feed, query: { ...feed.query, sector } },
      });
      this.applyInbox();
    }
  }

  request(view: 0 | 1, action: UserAction | undefined): void {
    if (action) {
      const requestId = String(++this.requests).padStart(8, "0");
      const request = { requestId, atMs: this.world.ourMs, action };
      this.views[view].own.push(request);
      this.inbox.push(request);
    }
  }

  markSome(view: 0 | 1, index: number, at: number, count: number): void {
    const id = this.idOf(index);
    const unread = this.views[view].state.feeds.find((feed) => feed.id === id)?.unread ?? [];
    const ids = unread.slice(at % (unread.length + 1)).map((event) => event.id);
    this.request(view, markReadAction(this.views[view].state, id, ids.slice(0, count)));
  }

  /** A panel shows an event as soon as the service has it. */
  readEarly(view: 0 | 1, index: number): void {
    const { has } = this.answers(index);
    const shown = this.world.events.filter((event) => this.world.isThere(event) && has(event)).at(-1);
    if (shown) {
      this.request(view, markReadAction(this.views[view].state, this.idOf(index), [shown.id]));
    }
  }

  /** The window with the lease applies what is in the inbox. */
  applyInbox(): void {
    for (const request of this.inbox.sort((a, b) => (a.requestId < b.requestId ? -1 : 1))) {
      this.state = apply(this.state, request);
      this.tellOracle(request);
      this.onDidApply(request);
    }
    this.inbox = [];
    this.look(0);
  }

  /** A window reads the snapshot. */
  look(view: 0 | 1): void {
    this.views[view].seen = this.state;
    this.views[view].own = this.views[view].own.filter((request) => this.inbox.includes(request));
  }

  startCheck(index: number, durationMs: number): void {
    const before = this.state.feeds.find(({ id }) => id === this.idOf(index));
    if (before && this.started.length < 2) {
      const { check } = this.world.startCheck(before, this.answers(index), durationMs);
      const feed = this.oracle.feeds.get(before.id);
      this.started.push({ check, feed, definition: feed?.definition, known: feed?.knownIds() ?? new Set() });
    }
  }

  /** @param at which of those that were started */
  endCheck(at: number): void {
    const [started] = this.started.splice(at % Math.max(1, this.started.length), 1);
    if (started) {
      const { check, feed, definition, known } = started;
      this.state = apply(this.state, check);
      if (feed && [...this.oracle.feeds.values()].includes(feed)) {
        feed.check(check, definition, known);
      } else {
        this.lateCheck(started);
      }
      this.count("checks");
    }
  }

  /** The feed was followed anew on the same connection meanwhile: that is the same feed. */
  private lateCheck({ check, definition, known }: StartedCheck): void {
    this.oracle.feeds.get(this.currentId(check.before.id))?.check(check, definition, known);
  }

  /** @returns from where it read */
  check(index: number): number {
    while (this.started.length > 0) {
      this.endCheck(0);
    }
    this.startCheck(index, 1_000);
    const fromMs = this.started[0]?.check.fromMs ?? Infinity;
    this.endCheck(0);
    return fromMs;
  }

  unread(index: number): string[] {
    const feed = this.state.feeds.find(({ id }) => id === this.idOf(index));
    return (feed?.unread ?? []).map(({ id }) => id).sort();
  }

  baseline(index: number): Baseline | undefined {
    return this.state.feeds.find(({ id }) => id === this.idOf(index))?.baseline;
  }

  restart(): void {
    const decoded = decodeSnapshot(encodeSnapshot({ state: this.state, appliedRequests: [] }));
    assert.equal(decoded.isDamaged, false);
    assert.deepEqual(decoded.snapshot.state, this.state);
    this.state = decoded.snapshot.state;
    this.started = [];
    this.look(0);
  }

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  /** What the model has against what the oracle has. */
  compare(): void {
    for (const { id, unread, partialSinceMs } of this.state.feeds) {
      const expected = this.oracle.feeds.get(id);
      assert.ok(expected);
      assert.deepEqual(unread.map((event) => event.id).sort(), expected.unread);
      assert.equal(partialSinceMs, expected.partialSinceMs);
      this.count("comparisons");
    }
    assert.equal(this.state.feeds.length, this.oracle.feeds.size);
    assert.equal(this.state.marks.at(-1)?.id, this.oracle.lastMark);
  }

  private tellOracle(request: ActionRequest): void {
    const { action } = request;
    const { oracle } = this;
    switch (action.kind) {
      case "follow": {
        const id = savedFeedId(source, action.feed.name);
        if (!oracle.feeds.has(id)) {
          oracle.feeds.set(id, new OracleFeed(7, definitionOf(action.feed)));
        }
        break;
      }
      case "unfollow":
        oracle.feeds.delete(action.id);
        break;
      case "define": {
        const feed = oracle.feeds.get(action.id);
        if (feed && queryOf(feed.definition) !== queryOf(definitionOf(action.feed))) {
          oracle.feeds.set(action.id, new OracleFeed(7, definitionOf(action.feed)));
        } else if (feed) {
          feed.definition = definitionOf(action.feed);
        }
        break;
      }
      case "markRead":
        oracle.markRead(
          action.feeds.map((read) => ({ ...read, id: this.currentId(read.id) })),
          request,
        );
        break;
      case "undoMarkRead":
        oracle.undo(action.markId);
        break;
      default:
    }
  }
}

function definitionOf({ query, companies }: SavedFeed): string {
  return JSON.stringify([query.sector ?? null, companies]);
}

function queryOf(definition: unknown): string {
  return String(definition).slice(0, String(definition).indexOf(","));
}

const step = fc.record({
  kind: fc.nat(99),
  feed: fc.nat(1),
  view: fc.constantFrom(0 as const, 1 as const),
  at: fc.nat(1_000),
  minutes: fc.constantFrom(0, 0, 0.5, 1, 2, 5, 11, 60, 300, 3_000, 20_000),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One thing that happens. */
function happen(history: History, { kind, feed, view, at, minutes }: Step): void {
  const { world } = history;
  if (kind < 22) {
    // Some at the same instant; late arrivals within the overlap and after it.
    const agoMs = [0, 0, 0, minuteMs, 9 * minuteMs, 30 * minuteMs, 26 * hourMs][at % 7];
    const hasDate = at % 23 !== 0;
    world.publish(hasDate ? (at % 31 === 0 ? -40 * 24 * hourMs : agoMs) : undefined);
  } else if (kind < 44) {
    world.trueMs += Math.min(minutes, 60) * minuteMs;
    history.check(feed);
  } else if (kind < 49) {
    world.trueMs += minutes * minuteMs;
  } else if (kind < 53) {
    const event = world.events[at % (world.events.length || 1)];
    if (event) {
      event.removedMs ??= world.trueMs;
    }
  } else if (kind < 56) {
    const event = world.events[at % (world.events.length || 1)];
    if (event) {
      event.publishedMs = at % 5 === 0 ? undefined : world.serviceMs - (at % 40) * minuteMs;
    }
  } else if (kind < 60) {
    history.startCheck(feed, minutes * minuteMs);
  } else if (kind < 64) {
    history.endCheck(at);
  } else if (kind < 72) {
    history.markSome(view, feed, at, 1 + (at % 3));
  } else if (kind < 75) {
    history.request(view, markReadAction(history.views[view].state, history.idOf(feed)));
  } else if (kind < 77) {
    history.request(view, markAllReadAction(history.views[view].state));
  } else if (kind < 81) {
    history.request(view, undoMarkReadAction(history.views[view].state));
  } else if (kind < 83) {
    history.readEarly(view, feed);
  } else if (kind < 88) {
    history.applyInbox();
  } else if (kind < 91) {
    history.look(view);
  } else {
    const rare = [
      () => history.restart(),
      () => (world.ourOffsetMs = wrongByMs[at % wrongByMs.length] ?? 0),
      () => (world.serviceOffsetMs = wrongByMs[at % wrongByMs.length] ?? 0),
      () => (world.maxEvents = at % 2 ? Infinity : 3),
      () => (world.hasDate = at % 3 !== 0),
      () => history.rename(feed),
      () => history.setCompanies(1, [["one"], ["one", "two"], ["two", "three"], []][at % 4] ?? []),
      () => history.setQuery(feed, `sector ${at % 2}`),
      () => (at % 2 ? history.unfollow(feed) : history.follow(feed)),
    ];
    rare[kind - 91]?.();
  }
}

/** Of one feed, without the model: which events came, which of them a check could find, and which were read. */
class Truth {
  private readonly checks: { readonly published: number; readonly at: number; readonly fromMs: number }[] =
    [];
  private readonly removedAt = new Map<WorldEvent, number>();
  private readonly readBy = new Map<WorldEvent, string>();
  private now = 0;
  private isFollowed = false;

  constructor(private readonly world: World) {}

  remove(event: WorldEvent): void {
    if (event.removedMs === undefined) {
      event.removedMs = this.world.trueMs;
      this.removedAt.set(event, ++this.now);
    }
  }

  check(fromMs: number, isFirst: boolean): void {
    this.isFollowed ||= isFirst;
    if (this.isFollowed) {
      this.checks.push({ published: this.world.events.length, at: ++this.now, fromMs });
    }
  }

  /** Events that no check has found yet are read for good. */
  read(ids: readonly string[], markId: string | undefined): void {
    if (this.isFollowed) {
      for (const event of this.world.events.filter(
        (each) => ids.includes(each.id) && !this.readBy.has(each),
      )) {
        this.readBy.set(event, this.isFound(event) ? (markId ?? "") : "early");
      }
    }
  }

  undo(markId: string): void {
    [...this.readBy].filter(([, by]) => by === markId).forEach(([event]) => this.readBy.delete(event));
  }

  get unread(): string[] {
    return this.world.events
      .filter((event) => this.isFound(event) && !this.isGone(event) && !this.readBy.has(event))
      .map(({ id }) => id)
      .sort();
  }

  private isFound(event: WorldEvent): boolean {
    const [first, ...others] = this.checks;
    return (
      first !== undefined &&
      event.number >= first.published &&
      others.some(
        ({ published, at }) => event.number < published && at < (this.removedAt.get(event) ?? Infinity),
      )
    );
  }

  /** Whether a check read the time it is dated after it was removed. */
  private isGone(event: WorldEvent): boolean {
    const { publishedMs } = event;
    return this.checks.some(
      ({ at, fromMs }) =>
        at > (this.removedAt.get(event) ?? Infinity) && publishedMs !== undefined && publishedMs >= fromMs,
    );
  }
}

describe("Followed feeds", function () {
  this.timeout(120_000);

  it("count as an oracle does that keeps every event and every check, in random histories", () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
        const history = new History();
        for (const each of steps) {
          happen(history, each);
          history.compare();
        }
        history.counts.forEach((count, what) => counts.set(what, (counts.get(what) ?? 0) + count));
      }),
      { numRuns, includeErrorInReport: true },
    );
    report(counts);
  });

  /**
   * Also what the oracle shares with the model is true: with a service whose clock is wrong by hours, a clock of ours that jumps, late
   * arrivals within the overlap, outages, restarts and two windows, every event counts exactly once until it is read.
   */
  it("count what came, once", () => {
    const counts = new Map<string, number>();
    const service = fc.record({ offset: fc.constantFrom(...wrongByMs), hasDate: fc.boolean() });
    fc.assert(
      fc.property(
        service,
        fc.array(step, { minLength: 20, maxLength: 120 }),
        ({ offset, hasDate }, steps) => {
          const history = new History({ window: { kind: "last", days: 3650 }, types: [] });
          const { world } = history;
          world.serviceOffsetMs = offset;
          world.hasDate = hasDate;
          const truth = new Truth(world);
          history.onDidApply = ({ action }) => {
            if (action.kind === "markRead") {
              const ids = action.feeds
                .filter(({ id }) => id.includes('"All'))
                .flatMap(({ eventIds }) => eventIds);
              truth.read(ids, history.state.marks.at(-1)?.id);
            } else if (action.kind === "undoMarkRead") {
              truth.undo(action.markId);
            }
          };
          for (const { kind, view, at, minutes } of steps) {
            const event = world.events[at % (world.events.length || 1)];
            if (kind < 25) {
              world.publish(at % 23 === 0 ? undefined : ([0, 0, minuteMs, 9 * minuteMs][at % 4] ?? 0));
            } else if (kind < 50) {
              world.trueMs += Math.min(minutes, 60) * minuteMs;
              const isFirst = history.baseline(0) === undefined;
              const fromMs = history.check(0);
              truth.check(fromMs, isFirst && history.baseline(0) !== undefined);
            } else if (kind < 55) {
              world.trueMs += minutes * minuteMs;
            } else if (kind < 60 && event) {
              truth.remove(event);
            } else if (kind < 70) {
              history.markSome(view, 0, at, 1 + (at % 3));
            } else if (kind < 74) {
              history.request(view, markAllReadAction(history.views[view].state));
            } else if (kind < 79) {
              history.request(view, undoMarkReadAction(history.views[view].state));
            } else if (kind < 81) {
              history.readEarly(view, 0);
            } else if (kind < 88) {
              history.applyInbox();
            } else if (kind < 92) {
              history.look(view);
            } else if (kind < 95) {
              world.ourOffsetMs = wrongByMs[at % wrongByMs.length] ?? 0;
            } else if (kind < 97) {
              history.rename(0);
            } else {
              history.restart();
            }
            assert.deepEqual(history.unread(0), truth.unread);
            history.count("comparisons");
          }
          history.counts.forEach((count, what) => counts.set(what, (counts.get(what) ?? 0) + count));
        },
      ),
      { numRuns, includeErrorInReport: true },
    );
    report(counts);
  });
});

function report(counts: ReadonlyMap<string, number>): void {
  if (process.env["COMPANY_FEED_HISTORIES"]) {
    console.log(numRuns, "histories", Object.fromEntries(counts));
  }
}
