import { randomBytes } from "node:crypto";
import { advisedDelayMs, type ApiError, toApiError } from "../api/errors";
import { maxPageSize } from "../api/types";
import { requestFor, windowOf } from "../feed/feedRequest";
import type { LiveEnvironment } from "../feed/live/livePoller";
import type { LiveCheck } from "../feed/live/liveUpdates";
import type { CheckedEvents } from "../feed/live/newestPages";
import { readPages } from "../api/readPages";
import { completeUntil, type RequestTime, requestTimeOf } from "../feed/paging/serviceTime";
import type { CompanyEvent } from "../shared/companyEvent";
import { Emitter, type Event } from "../shared/event";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { errorMessage } from "../util/errors";
import type { Log } from "../util/log";
import {
  accountKey,
  type CheckedConnections,
  type CheckedFeed,
  type CheckGroup,
  checkGroups,
  countedKey,
  type FeedConnection,
  groupKey,
} from "./checkGroups";
import type { MarksFile } from "./marksFile";
import { applyCheck, checkFrom } from "./model/marks";
import type { SavedFeedEntry, SavedFeedId } from "./model/savedFeed";
import { Watchlist } from "./model/watchlist";

/** The shortest interval between two checks of the same filters (also in docs/saved-feeds.md). */
const minIntervalMs = 120_000;
/** After this many intervals, any window checks the feeds of another one. */
const missedIntervals = 3;
/** Pages of one check: of more events, the newest count. */
const maxPages = 60;
const maxBackoffMs = 3_600_000;
/** If nothing was checked for this long before the window was opened, VS Code was closed. */
const closedMs = 600_000;

export interface ChecksEnvironment extends LiveEnvironment {
  readonly log: Log;
  /** Whether this window has the focus. */
  readonly isFocused: () => boolean;
}

/** What live updates of an open panel have read: what a check of its filters would have read, too. */
export interface PanelRead {
  readonly client: CheckGroup["client"];
  readonly check: LiveCheck;
}

interface Failure {
  readonly message: string;
  readonly times: number;
  readonly retryAtMs: number;
}

/** An event of a page that has a date, and the company if it was requested. */
type Read = Pick<CheckedEvents, "startedAt" | "fromMs" | "events"> & { readonly isCut: boolean };

/**
 * Checks the followed feeds: in each interval of live updates those that have waited longest. The window that was focused last
 * does, and any other for feeds that nobody has checked for a while.
 */
export class FeedChecks extends Disposable {
  readonly windowId = randomBytes(8).toString("hex");
  private readonly ended = this.register(new Emitter<readonly CompanyEvent[]>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly cancellation = new AbortController();
  /** By the name of a connection, or the key of a group. */
  private readonly failures = new Map<string, Failure>();
  private readonly openedAtMs: number;
  private focusedAtMs = -Infinity;
  private queue: Promise<void> = Promise.resolve();

  /** A check ended, with these events, or it was not time for one. */
  readonly onDidEnd: Event<readonly CompanyEvent[]> = this.ended.event;

  constructor(
    private readonly list: { readonly entries: readonly SavedFeedEntry[] },
    private readonly file: MarksFile,
    private readonly connections: CheckedConnections,
    private readonly environment: ChecksEnvironment,
  ) {
    super();
    this.openedAtMs = environment.clock.now();
    this.register({ dispose: () => this.cancellation.abort() });
    this.register(environment.onDidChangeInterval(() => this.schedule()));
    this.schedule();
  }

  /** Why a feed is not checked: a sentence. */
  problemOf({ feed }: SavedFeedEntry, connection: FeedConnection): string | undefined {
    const client = this.connections.clientFor(connection.name);
    return (
      client?.blockingError?.message ??
      this.failures.get(connection.name)?.message ??
      this.failures.get(groupKey(connection, feed.query))?.message
    );
  }

  /** Checks a feed that was just followed: what is unread is counted from then on. */
  checkNow(id: SavedFeedId): Promise<void> {
    return this.enqueue(async () => {
      const group = this.groups.find(({ feeds }) => feeds.some(({ entry }) => entry.id === id));
      if (group) {
        await this.check(group);
      }
    });
  }

  /** Applies what a panel has read, if it tells anything new or a check is due. */
  applyPanelRead({ client, check: { query, checked } }: PanelRead): Promise<void> {
    return this.enqueue(async () => {
      const key = groupKey(client.connection, query);
      const group = this.groups.find((each) => each.key === key);
      if (!group || group.client !== client) {
        return;
      }
      this.failures.delete(client.connection.name);
      this.failures.delete(key);
      const isNews = group.feeds.some(({ followed }) =>
        checked.events.some(({ publishedMs }) => (publishedMs ?? 0) > followed.completeUntilMs),
      );
      if (group.feeds.some(hasCompanies)) {
        // A panel reads no companies of events that it knows.
        await (isNews ? this.check(group) : undefined);
      } else if (isNews || this.isDue(group)) {
        await this.apply(group, { ...checked, isCut: false });
      }
    });
  }

  private get groups(): readonly CheckGroup[] {
    return checkGroups(this.list.entries, this.file.marks, this.connections, this.environment.clock.now());
  }

  /** One check at a time. */
  private enqueue(run: () => Promise<void>): Promise<void> {
    const guarded = async (): Promise<void> => {
      try {
        await (this.disposed ? undefined : run());
      } catch (error) {
        this.environment.log.warn(`Saved feeds: ${errorMessage(error)}`);
      }
    };
    this.queue = this.queue.then(guarded);
    return this.queue;
  }

  private schedule(): void {
    const { clock, intervalMs } = this.environment;
    this.timer.value = clock.after(intervalMs(), () => {
      void this.enqueue(() => this.checkNext()).then(() => {
        if (!this.disposed) {
          this.schedule();
        }
      });
    });
  }

  private async checkNext(): Promise<void> {
    try {
      await this.file.sync();
    } catch (error) {
      this.environment.log.warn(`Saved feeds: ${errorMessage(error)}`);
    }
    if (this.environment.isFocused()) {
      this.focusedAtMs = this.environment.clock.now();
    }
    const due = this.groups.filter((group) => this.isDue(group));
    const [next] = due.sort((a, b) => this.waitedMs(b) - this.waitedMs(a));
    await (next ? this.check(next) : undefined);
    this.ended.fire([]);
  }

  /** How often a feed is checked: with many, each waits longer. */
  private get feedIntervalMs(): number {
    const { intervalMs } = this.environment;
    return Math.max(minIntervalMs, intervalMs() * this.groups.length);
  }

  private isDue(group: CheckGroup): boolean {
    const now = this.environment.clock.now();
    const { name } = group.client.connection;
    const isFailing = [name, group.key].some((key) => (this.failures.get(key)?.retryAtMs ?? 0) > now);
    if (isFailing || group.client.blockingError) {
      return false;
    }
    const isMine = this.isFocusedLast || group.feeds.some(({ followed }) => this.isCheckedHere(followed));
    // Another window that has the focus now comes first.
    const headStartMs = this.environment.isFocused() ? 0 : this.environment.intervalMs();
    return this.waitedMs(group) >= this.feedIntervalMs * (isMine ? 1 : missedIntervals) + headStartMs;
  }

  private waitedMs({ feeds }: CheckGroup): number {
    const now = this.environment.clock.now();
    const times = feeds.map(({ followed }) => followed.checkedAtMs ?? followed.changedMs);
    const atMs = Math.min(...times);
    // Also due if the clock was set back.
    return atMs > now ? Infinity : now - atMs;
  }

  private get isFocusedLast(): boolean {
    return (
      this.environment.isFocused() ||
      Object.values(this.file.marks.feeds).every(
        (feed) => this.isCheckedHere(feed) || (feed.checkedAtMs ?? 0) < this.focusedAtMs,
      )
    );
  }

  private isCheckedHere({ checkedBy }: CheckedFeed["followed"]): boolean {
    return checkedBy === this.windowId;
  }

  private async check(group: CheckGroup): Promise<void> {
    const { name } = group.client.connection;
    let read: Read;
    try {
      read = await this.read(group);
    } catch (error) {
      this.fail(group, toApiError(error));
      return;
    }
    this.failures.delete(name);
    this.failures.delete(group.key);
    if (!this.disposed && this.connections.clientFor(name) === group.client) {
      await this.apply(group, read);
    }
  }

  /** IDs, titles and dates; complete events if companies have to be matched. */
  private async read({ client, query, feeds }: CheckGroup): Promise<Read> {
    const { clock, overlapMs } = this.environment;
    const sinceMs = Math.min(
      ...feeds.map(({ entry, followed }) => checkFrom(followed, countedKey(entry.feed), overlapMs())),
    );
    const fields = feeds.some(hasCompanies) ? "full" : "ids";
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

  private async apply({ client, feeds }: CheckGroup, read: Read): Promise<void> {
    const { clock, overlapMs } = this.environment;
    const { startedAt, fromMs, events, isCut } = read;
    const { byOurClock, byServiceClock } = startedAt;
    const dates = events.flatMap(({ publishedMs }) => publishedMs ?? []);
    const newestMs = dates.reduce((a, b) => (b <= byOurClock ? Math.max(a, b) : a), -Infinity);
    const untilMs = completeUntil(startedAt, newestMs);
    await this.file.update((marks) =>
      feeds.reduce((next, { entry, followed: { checkedAtMs } }) => {
        const { query, companies, alert } = entry.feed;
        const window = windowOf(query, clock.now());
        const watchlist = Watchlist.of(companies);
        const wasClosed = checkedAtMs !== undefined && checkedAtMs < this.openedAtMs - closedMs;
        const check = {
          filters: countedKey(entry.feed),
          account: accountKey(client),
          fromMs,
          untilMs,
          serviceMs: byServiceClock ?? byOurClock,
          ...(byServiceClock !== undefined && { aheadMs: byServiceClock - byOurClock }),
          events: events.flatMap(({ id, publishedMs = Infinity, company }) =>
            publishedMs < (window.untilMs ?? Infinity) && watchlist.matches(company)
              ? [{ id, publishedMs }]
              : [],
          ),
          sinceMs: window.sinceMs,
          isCut,
          atMs: clock.now(),
          by: this.windowId,
          isQuiet: alert !== "toast" || wasClosed,
        };
        return applyCheck(next, entry.id, check, overlapMs());
      }, marks),
    );
    this.ended.fire(events);
  }

  private fail(group: CheckGroup, error: ApiError): void {
    if (this.disposed || error.kind === "aborted") {
      return;
    }
    const { clock, random, log } = this.environment;
    const { name } = group.client.connection;
    const key = concernsOnlyItsFilters(error) ? group.key : name;
    const times = (this.failures.get(key)?.times ?? 0) + 1;
    const backoffMs = Math.min(maxBackoffMs, minIntervalMs * 2 ** Math.min(times - 1, 10));
    const delayMs = Math.max(advisedDelayMs(error), backoffMs * (1 + random() / 2));
    this.failures.set(key, { message: error.message, times, retryAtMs: clock.now() + delayMs });
    log.warn(`Saved feeds: a check failed. ${error.message}`);
    this.ended.fire([]);
  }
}

function hasCompanies({ entry }: CheckedFeed): boolean {
  return entry.feed.companies.length > 0;
}

/** Whether other filters may succeed on the same connection. */
function concernsOnlyItsFilters({ kind }: ApiError): boolean {
  return kind === "rejected" || kind === "malformed" || kind === "tooLarge" || kind === "forbidden";
}
