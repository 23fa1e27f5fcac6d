import type { GapRow, Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { maxRowsPerRequest } from "../../shared/limits";
import type { RowsParams } from "../../shared/viewQueries";
import type { FeedSession } from "../session/feedSession";
import type { EventList } from "../store/eventList";
import type { FeedView } from "./feedView";
import { type Insert, RowLayout } from "./rowLayout";
import { TimeZone } from "./timeZone";
import { type UnreadEvents, UnreadLine, unreadRow } from "./unreadLine";

type Anchor = NonNullable<RowsParams["anchor"]>;

/** What rows depend on besides the events in view. */
export type SessionRows = Pick<FeedSession, "store" | "gaps" | "activity" | "rowsRevision" | "arrivals">;

/** The rows of the events in view. They are laid out on request, and cached until anything that they depend on changes. */
export class FeedRows {
  private zone = TimeZone.utc;
  private unread: UnreadEvents | undefined;
  private unreadIds: ReadonlySet<string> = new Set();
  private readonly unreadLine = new UnreadLine();
  private revision = 0;
  private layout: RowLayout | undefined;
  /** What the layout depends on. */
  private sources: readonly unknown[] = [];

  constructor(
    private readonly sessions: { readonly shown: SessionRows | undefined },
    private readonly view: Pick<FeedView, "list" | "sorted" | "revision">,
  ) {}

  get info(): RowsInfo {
    this.update();
    return {
      revision: this.revision,
      rowCount: this.layout?.rowCount ?? 0,
      eventCount: this.sessions.shown?.store.size ?? 0,
    };
  }

  get timeZone(): TimeZone {
    return this.zone;
  }

  /** @param name IANA name of the zone in which days are counted. */
  setTimeZone(name: string): void {
    this.zone = TimeZone.named(name);
  }

  /** @param unread of the saved feed that is shown; undefined: none is, or it is not followed */
  setUnread(unread: UnreadEvents | undefined): void {
    this.unread = unread;
    this.unreadIds = new Set(unread?.events.map(({ id }) => id));
    if (!unread) {
      this.unreadLine.reset();
    }
  }

  isUnread(id: string): boolean {
    return this.unreadIds.has(id);
  }

  /** Call while the rows are not visible: events that have been read need no line any more. */
  resetUnreadLine(): void {
    this.unreadLine.reset();
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
    const rows = this.layout?.rows(first, last) ?? [];
    const arrivals = this.sessions.shown?.arrivals;
    const { unreadIds } = this;
    return arrivals?.size || unreadIds.size > 0
      ? rows.map((row) =>
          row.kind === "event"
            ? {
                ...row,
                ...(arrivals?.has(row.id) && { isNew: true }),
                ...(unreadIds.has(row.id) && { isUnread: true }),
              }
            : row,
        )
      : rows;
  }

  /** Current row index of an event or, if it is gone or has another date, of the event in its place. */
  private rowOf({ id, publishedMs, index: fallbackIndex }: Anchor): number {
    const { layout, shownEvents: events } = this;
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

  /** In the order of the rows. */
  private get shownEvents(): EventList | undefined {
    return this.view.sorted ?? this.view.list;
  }

  private update(): void {
    const { shown } = this.sessions;
    const { revision } = this.view;
    const sources = [shown, shown?.rowsRevision, revision, this.zone.name, this.unread];
    if (sources.some((source, index) => source !== this.sources[index])) {
      this.sources = sources;
      this.revision++;
      const events = this.shownEvents;
      this.layout =
        shown &&
        events &&
        new RowLayout(
          events,
          this.zone,
          gapRows(shown),
          events.isNewestFirst ? this.unreadInsert(events) : undefined,
        );
    }
  }

  private unreadInsert(events: EventList): Insert | undefined {
    const { unread } = this;
    if (!unread) {
      return undefined;
    }
    const firstEvent = this.unreadLine.place(events, unread);
    return firstEvent === undefined ? undefined : { firstEvent, row: unreadRow(unread) };
  }
}

function gapRows({ gaps, activity }: SessionRows): GapRow[] {
  const filling = activity?.kind === "gap";
  return gaps.map(({ sinceMs, untilMs }) => ({ kind: "gap", sinceMs, untilMs, filling }));
}
