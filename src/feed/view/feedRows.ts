import type { GapRow, Row, RowsInfo, RowsResult, UnreadRow } from "../../shared/feedState";
import { maxRowsPerRequest } from "../../shared/limits";
import type { EventRef, RowsParams } from "../../shared/viewQueries";
import type { FeedSession } from "../session/feedSession";
import type { Sessions } from "../session/sessions";
import type { EventList } from "../store/eventList";
import type { FeedView } from "./feedView";
import { type Insert, RowLayout } from "./rowLayout";
import { TimeZone } from "./timeZone";

/** The unread events of the saved feed that a panel shows. */
export interface UnreadEvents {
  /** Newest first, as far as they are known; in the list or not. */
  readonly events: readonly EventRef[];
  readonly count: number;
  readonly atLeast: boolean;
  /** All were marked as read at once, which can be undone. */
  readonly canUndo: boolean;
}

/** The rows of the events in view. They are laid out on request, and cached until anything that they depend on changes. */
export class FeedRows {
  timeZone = new TimeZone("UTC");
  private unread: UnreadEvents | undefined;
  private unreadIds: ReadonlySet<string> = new Set();
  /** The event above the line: the oldest unread one. It stays when it has been read, so that reading moves no rows. */
  private lowestUnread: EventRef | undefined;
  private revision = 0;
  private layout: RowLayout | undefined;
  private sources: readonly unknown[] = [];

  constructor(
    private readonly sessions: Sessions,
    private readonly view: FeedView,
  ) {}

  get info(): RowsInfo {
    this.update();
    return {
      revision: this.revision,
      rowCount: this.layout?.rowCount ?? 0,
      eventCount: this.sessions.shown?.store.size ?? 0,
    };
  }

  setTimeZone(name: string): void {
    this.timeZone = new TimeZone(name);
  }

  /** @param unread undefined: no saved feed is shown, or it is not followed */
  setUnread(unread: UnreadEvents | undefined): void {
    this.unread = unread;
    this.unreadIds = new Set(unread?.events.map(({ id }) => id));
    if (!unread) {
      this.lowestUnread = undefined;
    }
  }

  /** Call while the rows are not visible: events that have been read need no line any more. */
  resetUnreadLine(): void {
    this.lowestUnread = undefined;
    this.sources = [];
  }

  get({ start, end, anchor }: RowsParams): RowsResult {
    const { info } = this;
    const shift = anchor ? this.rowOf(anchor) - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const last = Math.min(end + shift, first + maxRowsPerRequest);
    return { ...info, start: first, rows: this.rows(first, last), shift };
  }

  private rows(first: number, last: number): Row[] {
    return (this.layout?.rows(first, last) ?? []).map((row) =>
      row.kind === "event" && this.unreadIds.has(row.id) ? { ...row, isUnread: true } : row,
    );
  }

  /** Current row index of an event or, if it is gone or has another date, of the event in its place. */
  private rowOf({ id, publishedMs, index: fallbackIndex }: NonNullable<RowsParams["anchor"]>): number {
    const { layout } = this;
    const events = this.view.results?.ordered;
    if (!events || !layout || events.size === 0) {
      return fallbackIndex;
    }
    const index = events.indexOf(id);
    if (!events.isNewestFirst) {
      return index >= 0 ? layout.rowOfEvent(index) : fallbackIndex;
    }
    const stayed = index >= 0 && (publishedMs === undefined || events.publishedMs(index) === publishedMs);
    return layout.rowOfEvent(
      stayed ? index : Math.min(events.insertionIndexOf(id, publishedMs), events.size - 1),
    );
  }

  private update(): void {
    const { shown } = this.sessions;
    const events = this.view.results?.ordered;
    const sources = [shown, shown?.rowsRevision, events, this.timeZone.name, this.unread];
    if (sources.some((source, index) => source !== this.sources[index])) {
      this.sources = sources;
      this.revision++;
      this.layout =
        shown && events && new RowLayout(events, this.timeZone, gapRows(shown), this.unreadLine(events));
    }
  }

  private unreadLine(events: EventList): Insert | undefined {
    const { unread } = this;
    if (!unread || !events.isNewestFirst) {
      return undefined;
    }
    let firstEvent = this.lowestUnread ? indexBelow(events, this.lowestUnread) : 0;
    let inView = 0;
    for (const event of unread.events) {
      const index = events.indexOf(event.id);
      inView += index >= 0 ? 1 : 0;
      if (index >= firstEvent) {
        firstEvent = index + 1;
        this.lowestUnread = event;
      }
    }
    return firstEvent === 0 ? undefined : { firstEvent, row: unreadRow(unread, inView) };
  }
}

function indexBelow(events: EventList, { id, publishedMs }: EventRef): number {
  const index = events.indexOf(id);
  return index >= 0 ? index + 1 : events.insertionIndexOf(id, publishedMs);
}

function unreadRow({ count, atLeast, canUndo }: UnreadEvents, inView: number): UnreadRow {
  return count > 0
    ? { kind: "unread", state: "unread", inView, count, atLeast }
    : { kind: "unread", state: canUndo ? "markedRead" : "allRead" };
}

function gapRows({ coverage, operations }: FeedSession): GapRow[] {
  const filling = operations.activity?.kind === "gap";
  return coverage.gaps.map(({ sinceMs, untilMs }) => ({ kind: "gap", sinceMs, untilMs, filling }));
}
