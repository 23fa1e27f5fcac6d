import type { EventRow, GapRow, Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { maxRowsPerRequest } from "../../shared/limits";
import type { RowsParams } from "../../shared/viewQueries";
import type { FeedSession } from "../session/feedSession";
import { type EventList, isNewestFirst } from "../store/eventList";
import type { EventSequence } from "../store/eventSequence";
import type { FeedView } from "./feedView";
import { FoldedRows } from "./foldedRows";
import { type Divider, RowLayout } from "./rowLayout";
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
  private readonly stories = new FoldedRows();
  private revision = 0;
  private layout: RowLayout | undefined;
  /** What the layout depends on. */
  private sources: readonly unknown[] = [];

  constructor(
    private readonly sessions: { readonly shown: SessionRows | undefined },
    private readonly view: Pick<FeedView, "list" | "sorted" | "folded" | "revision">,
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

  /** @param id of any event of the story */
  setStoryExpanded(id: string, expanded: boolean): void {
    const { folded } = this.view;
    if (folded) {
      this.stories.setExpanded(folded, id, expanded);
    }
  }

  /** This event keeps its row, or gets one, also if it is folded into another one. @returns whether that changes the rows */
  keepRow(id: string): boolean {
    this.stories.keep(id);
    const { folded } = this.view;
    const isFolded = folded !== undefined && folded.leadOf(id) >= 0 && this.layout?.rowInStory(id) === -1;
    if (isFolded) {
      this.sources = [];
    }
    return isFolded;
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
                ...(this.isRowUnread(row) && { isUnread: true }),
              }
            : row,
        )
      : rows;
  }

  /** Also if only an event is unread that is folded into the row. */
  private isRowUnread({ id, story }: EventRow): boolean {
    const { unreadIds } = this;
    return (
      unreadIds.has(id) ||
      (story !== undefined && !story.expanded && story.others.some((other) => unreadIds.has(other.id)))
    );
  }

  /** Current row index of an event or, if it is gone or has another date, of the event in its place. */
  private rowOf({ id, publishedMs, index: fallbackIndex }: Anchor): number {
    const { layout, shownEvents: events } = this;
    if (!events || !layout || events.size === 0) {
      return fallbackIndex;
    }
    const inStory = layout.rowInStory(id);
    if (inStory >= 0) {
      return inStory;
    }
    const { folded } = this.view;
    const lead = folded?.leadOf(id) ?? -1;
    if (lead >= 0) {
      // The event above it may be far away if it has just been folded into that, and it is near if its story was expanded.
      const leadRow = layout.rowOfEvent(lead);
      const place = layout.rowOfEvent(Math.min(events.placeOf(id), events.size - 1));
      return Math.abs(leadRow - fallbackIndex) < Math.abs(place - fallbackIndex) ? leadRow : place;
    }
    const index = events.indexOf(id);
    if (!isNewestFirst(events)) {
      return index >= 0 ? layout.rowOfEvent(index) : fallbackIndex;
    }
    const stayed = index >= 0 && (publishedMs === undefined || events.publishedMs(index) === publishedMs);
    return layout.rowOfEvent(
      stayed ? index : Math.min(events.insertionIndexOf(id, publishedMs), events.size - 1),
    );
  }

  /** The events with rows of their own, in the order of the rows. */
  private get shownEvents(): EventSequence | undefined {
    const { folded, sorted, list } = this.view;
    return folded?.shown ?? sorted ?? list;
  }

  private update(): void {
    const { shown } = this.sessions;
    const { folded, revision } = this.view;
    const sources = [
      shown,
      shown?.rowsRevision,
      revision,
      this.zone.name,
      this.unread,
      this.stories.revision,
    ];
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
          isNewestFirst(events) ? this.divider(events) : undefined,
          folded && this.stories.expandedStories(folded, this.zone),
          folded && ((row, index) => this.stories.rowAt(folded, row, index)),
        );
    }
  }

  private divider(events: EventList): Divider | undefined {
    const { unread } = this;
    const { folded } = this.view;
    const firstEvent = unread && this.unreadLine.place(events, unread, folded);
    return unread && firstEvent !== undefined ? { firstEvent, row: unreadRow(unread) } : undefined;
  }
}

function gapRows({ gaps, activity }: SessionRows): GapRow[] {
  const filling = activity?.kind === "gap";
  return gaps.map(({ sinceMs, untilMs }) => ({ kind: "gap", sinceMs, untilMs, filling }));
}
