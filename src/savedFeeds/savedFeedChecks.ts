import { randomBytes } from "node:crypto";
import { advisedDelayMs, toApiError } from "../service/errors";
import { maxPageSize } from "../service/types";
import { requestFor, windowOf } from "../feed/feedRequest";
import { companyMatcher } from "../feed/store/search";
import type { LiveOptions } from "../feed/live/liveUpdates";
import { readPages } from "../service/readPages";
import { backoffMs } from "../service/retry";
import {
  type CheckedEvents,
  completeUntil,
  type LiveCheck,
  type RequestTime,
  requestTimeOf,
} from "../feed/live/updateReader";
import type { CompanyEvent } from "../shared/companyEvent";
import { Emitter, type Event } from "../shared/emitter";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { errorStack } from "../util/errors";
import type { Log } from "../util/log";
import {
  type CheckClient,
  type CheckConnections,
  type CheckGroup,
  checkGroups,
  countedKey,
  followedClient,
  groupKey,
} from "./checkGroups";
import type { FollowedFeedsFile } from "./followedFeedsFile";
import { applyCheck, countFrom } from "./model/followedFeeds";
import type { SavedFeedEntry, SavedFeedId } from "./model/savedFeed";

/** Minimum interval between two checks of the same filters (also in docs/saved-feeds.md). */
const minIntervalMs = 120_000;
/** Number of intervals without a check after which any window checks the feeds of another one. */
const missedIntervals = 3;
/** Pages that one check reads, newest events first. */
const maxPages = 60;
const maxBackoffMs = 3_600_000;

/** Events from an open panel's live updates, which can replace a check of the same filters. */
export interface PanelCheck extends LiveCheck {
  readonly client: CheckGroup["client"];
}

interface CheckFailure {
  readonly message: string;
  readonly times: number;
  readonly retryAtMs: number;
}

type CheckResult = CheckedEvents & { readonly isCut: boolean };

/**
 * Checks the followed feeds: in each interval of live updates, the group that has waited longest. The focused
 * window checks, or the one that checked last, or any other one after some intervals without a check.
 */
export class SavedFeedChecks extends Disposable {
  readonly windowId = randomBytes(8).toString("hex");
  private readonly ended = this.register(new Emitter<readonly CompanyEvent[]>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly cancellation = new AbortController();
  private readonly failures = new Map<string, CheckFailure>();
  private queue: Promise<void> = Promise.resolve();

  /** A check ended, with these events; without events, it failed or no feed was due. */
  readonly onDidEnd: Event<readonly CompanyEvent[]> = this.ended.event;

  constructor(
    private readonly list: { readonly entries: readonly SavedFeedEntry[] },
    private readonly file: FollowedFeedsFile,
    private readonly connections: CheckConnections,
    private readonly options: LiveOptions & {
      readonly clock: Clock;
      readonly log: Log;
      readonly isFocused: () => boolean;
    },
  ) {
    super();
    this.register({ dispose: () => this.cancellation.abort() });
    this.register(options.onDidChangeInterval(() => this.schedule()));
    this.schedule();
  }

  problemOf({ feed }: SavedFeedEntry, client: CheckClient): string | undefined {
    return (client.blockingError ?? this.failures.get(groupKey(client, feed.query)))?.message;
  }

  checkNow(id: SavedFeedId): Promise<void> {
    return this.enqueue(async () => {
      const group = this.groups.find(({ feeds }) => feeds.some(({ entry }) => entry.id === id));
      await (group && this.check(group));
    });
  }

  /** Applies the events of a panel if any of them is new, or a check is due. */
  applyPanelCheck({ client, query, ...checked }: PanelCheck): Promise<void> {
    return this.enqueue(async () => {
      const key = groupKey(client, query);
      const group = this.groups.find((each) => each.key === key && each.client === client);
      if (!group) {
        return;
      }
      // The panel gets only IDs of known events, so companies can't be matched.
      const isWhole = !hasCompanies(group) && checked.fromMs <= this.readFrom(group);
      if (isWhole) {
        this.failures.delete(key);
      }
      // An event dated in the future would be news each time.
      const { byOurClock, byServiceClock = byOurClock } = checked.startedAt;
      const isNews = group.feeds.some(({ followed: { completeUntilMs } }) =>
        checked.events.some(({ publishedMs: ms = 0 }) => ms > completeUntilMs && ms <= byServiceClock),
      );
      if (this.isDue(group) || (isNews && !this.failures.has(key))) {
        await (isWhole ? this.apply(group, { ...checked, isCut: false }) : this.check(group));
      }
    });
  }

  private get groups(): readonly CheckGroup[] {
    return checkGroups(this.list.entries, this.file.state, this.connections, this.options.overlapMs());
  }

  private enqueue(run: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(() => (this.disposed ? undefined : run())).catch(this.warn);
    return this.queue;
  }

  private readonly warn = (error: unknown): void =>
    this.options.log.warn(`Saved feeds: ${errorStack(error)}`);

  private schedule(): void {
    const { clock, intervalMs } = this.options;
    this.timer.value = clock.after(intervalMs(), () => {
      void this.enqueue(() => this.checkNext()).then(() => !this.disposed && this.schedule());
    });
  }

  private async checkNext(): Promise<void> {
    await this.file.sync().catch(this.warn);
    const due = this.groups.filter((group) => this.isDue(group));
    const [next] = due.sort((a, b) => this.waitedMs(b) - this.waitedMs(a));
    if (next) {
      await this.check(next);
    } else {
      this.ended.fire([]);
    }
  }

  private isDue(group: CheckGroup): boolean {
    const { clock, intervalMs, isFocused } = this.options;
    const retryAtMs = this.failures.get(group.key)?.retryAtMs ?? 0;
    if (retryAtMs > clock.now() || group.client.blockingError) {
      return false;
    }
    // With many groups, each waits longer.
    const feedIntervalMs = Math.max(minIntervalMs, intervalMs() * this.groups.length);
    const isMine = group.feeds.some(({ followed }) => followed.checkedBy === this.windowId);
    const waitMs = isFocused()
      ? feedIntervalMs
      : // The focused window comes first.
        feedIntervalMs * (isMine ? 1 : missedIntervals) + intervalMs();
    return this.waitedMs(group) >= waitMs;
  }

  private waitedMs({ feeds }: CheckGroup): number {
    const now = this.options.clock.now();
    const atMs = Math.min(...feeds.map(({ followed }) => followed.checkedAtMs ?? followed.changedMs));
    // If the clock was set back, the group is due.
    return atMs > now ? Infinity : now - atMs;
  }

  private async check(group: CheckGroup): Promise<void> {
    const read = await this.read(group).catch((error: unknown) => this.fail(group, error));
    const { client, key } = group;
    if (read && !this.disposed && this.connections.clientFor(client.connection.name) === client) {
      this.failures.delete(key);
      await this.apply(group, read);
    }
  }

  /** Reads IDs, titles and dates; complete events if companies have to be matched. */
  private async read(group: CheckGroup): Promise<CheckResult> {
    const { client, query } = group;
    const { clock } = this.options;
    // Sets the fingerprint in `countedKey`: with another key, counting starts again.
    await client.requireKey();
    const sinceMs = this.readFrom(group);
    const fields = hasCompanies(group) ? "full" : "ids";
    const request = { ...requestFor(query, { sinceMs }, maxPageSize), fields } as const;
    const sentAt = clock.now();
    const events = new Map<string, CompanyEvent>();
    let startedAt: RequestTime = { byOurClock: sentAt };
    let pages = 0;
    let isComplete = false;
    for await (const { page, state } of readPages(client, request, { signal: this.cancellation.signal })) {
      if (pages++ === 0) {
        startedAt = requestTimeOf(page, sentAt, clock.now());
      }
      page.items.forEach(({ value }) => events.set(value.id, value));
      isComplete = state.kind === "complete";
      if (pages === maxPages) {
        break;
      }
    }
    const dates = [...events.values()].flatMap(({ publishedMs }) => publishedMs ?? []);
    const fromMs = isComplete ? sinceMs : dates.reduce((a, b) => Math.min(a, b), startedAt.byOurClock);
    return { startedAt, fromMs, events: [...events.values()], isCut: !isComplete };
  }

  /** Time from which the events of these feeds have to be read. */
  private readFrom({ client, feeds }: CheckGroup): number {
    const from = feeds.map(({ entry, followed }) => countFrom(followed, countedKey(entry.feed, client)));
    return Math.min(...from) - this.options.overlapMs();
  }

  private async apply({ client, feeds }: CheckGroup, read: CheckResult): Promise<void> {
    const { clock, overlapMs } = this.options;
    const { startedAt, fromMs, events, isCut } = read;
    const { byOurClock, byServiceClock: serviceMs = byOurClock } = startedAt;
    const dates = events.flatMap(({ publishedMs }) => publishedMs ?? []);
    const newestMs = dates.reduce((a, b) => (b <= byOurClock ? Math.max(a, b) : a), -Infinity);
    const untilMs = completeUntil(startedAt, newestMs);
    const { name, origin } = client.connection;
    await this.file.update((state) =>
      feeds.reduce((next, { entry }) => {
        const followedOn = next.feeds[entry.id]?.connection;
        if (!followedOn || followedClient(this.connections, followedOn) !== client) {
          return next;
        }
        const { query, companies, alert } = entry.feed;
        const window = windowOf(query, clock.now());
        const matches = companyMatcher(companies);
        const check = {
          connection: { name, origin },
          filters: countedKey(entry.feed, client),
          fromMs,
          overlapMs: overlapMs(),
          untilMs,
          serviceMs,
          aheadMs: serviceMs - byOurClock,
          events: events.flatMap(({ id, publishedMs = Infinity, company }) =>
            publishedMs < (window.untilMs ?? Infinity) && matches(company) ? [{ id, publishedMs }] : [],
          ),
          sinceMs: window.sinceMs,
          isCut,
          atMs: clock.now(),
          by: this.windowId,
          isQuiet: alert !== "toast",
        };
        return applyCheck(next, entry.id, check);
      }, state),
    );
    this.ended.fire(events);
  }

  private fail({ client, query }: CheckGroup, thrown: unknown): undefined {
    const error = toApiError(thrown);
    if (this.disposed || error.kind === "aborted") {
      return;
    }
    const { clock, random, log } = this.options;
    // Not the key of the group: the check may have been the first to look up the fingerprint.
    const key = groupKey(client, query);
    const times = (this.failures.get(key)?.times ?? 0) + 1;
    const delayMs = Math.max(advisedDelayMs(error), backoffMs(times, minIntervalMs, maxBackoffMs, random()));
    this.failures.set(key, { message: error.message, times, retryAtMs: clock.now() + delayMs });
    // Log the stack of a bug.
    log.warn(`Saved feeds: a check failed. ${error === thrown ? error.message : errorStack(thrown)}`);
    this.ended.fire([]);
  }
}

function hasCompanies({ feeds }: CheckGroup): boolean {
  return feeds.some(({ entry }) => entry.feed.companies.length > 0);
}
