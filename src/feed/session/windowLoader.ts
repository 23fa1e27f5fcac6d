import type { Activity } from "../../shared/feedState";
import { maxPageSize, type FeedPage } from "../../api/types";
import { dayMs } from "../../shared/day";
import type { Clock } from "../../util/clock";
import type { Coverage } from "./coverage";
import { decodeInOwnTurn } from "../decodeApart";
import type { EventRoom } from "./eventRoom";
import type { PageLoader } from "./pageLoader";
import type { FeedPaginator } from "../paging/feedPaginator";

/**
 * Loads all of a session's window that is not loaded: the walk to its end, then the gaps. Once; whoever wants to go on after
 * it was cancelled makes another one, which reads what this one left.
 */
export class WindowLoader {
  private readonly ending = new AbortController();
  private pages = 0;
  private events = 0;
  private walk: NonNullable<Activity["progress"]> | undefined;

  constructor(
    private readonly coverage: Coverage,
    private readonly intake: PageLoader,
    private readonly room: EventRoom,
    private readonly clock: Clock,
  ) {}

  /** Aborted once it is cancelled. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** Also before it runs. What came stays. */
  cancel(): void {
    this.ending.abort();
  }

  /** Ends when all is loaded, or as much as may be. @throws {ApiError} */
  async run(): Promise<void> {
    await this.walkToEnd();
    await this.fillGaps();
  }

  /** While a page is taken up the next one is under way already. */
  private async walkToEnd(): Promise<void> {
    const { walk } = this.coverage;
    /** @param untaken events of a page that is read and not taken up yet, at most */
    const next = (untaken: number): Promise<FeedPage> | undefined => {
      // After a stop another load may find the service well again.
      const isOver = this.pages === 0 ? walk.state.kind === "drained" : walk.state.kind !== "more";
      if (walk !== this.coverage.walk || isOver || this.room.left <= untaken) {
        return undefined;
      }
      const page = this.read(walk);
      // Awaited below, unless taking up the page before it fails.
      page.catch(() => undefined);
      return page;
    };
    for (let coming = next(0); coming;) {
      const page = await coming;
      coming = next(maxPageSize);
      // Not before the request is on its way: taking up a page takes about as long as the service does.
      await decodeInOwnTurn(page);
      this.take(page);
      this.coverage.walkedOver(page, walk);
      if (coming) {
        this.intake.reportProgress(this.activity());
      } else {
        coming = next(0);
      }
    }
  }

  private async fillGaps(): Promise<void> {
    const { gaps } = this.coverage;
    for (let [gap] = gaps.all; gap && this.room.left > 0; [gap] = gaps.all) {
      const page = await this.read(gap.paginator);
      await decodeInOwnTurn(page);
      this.take(page);
      gaps.narrow(gap, page);
    }
  }

  private async read(paginator: FeedPaginator): Promise<FeedPage> {
    const page = await this.intake.read(paginator, this.activity(), {
      pageSize: maxPageSize,
      signal: this.ending.signal,
    });
    this.pages++;
    return page;
  }

  private take(page: FeedPage): void {
    this.events += this.intake.ingest(page);
  }

  /** Days never become fewer: what live updates pass over meanwhile, or let go to make room, is no step back. */
  private activity(): Activity {
    const { endMs, window, notLoaded } = this.coverage;
    this.walk ??= { startedAt: this.clock.now(), days: 0, ofDays: (endMs - window.sinceMs) / dayMs };
    const { startedAt, days, ofDays } = this.walk;
    const left = notLoaded.reduce((sum, { sinceMs, untilMs }) => sum + (untilMs - sinceMs) / dayMs, 0);
    this.walk = { startedAt, days: Math.max(days, ofDays - left), ofDays };
    return { kind: "window", pages: this.pages, events: this.events, progress: this.walk };
  }
}
