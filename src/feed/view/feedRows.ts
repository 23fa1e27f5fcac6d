import type { GapRow, Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { maxRowsPerRequest } from "../../shared/limits";
import type { RowsParams } from "../../shared/viewQueries";
import type { FeedSession } from "../session/feedSession";
import type { FeedView } from "./feedView";
import { RowLayout } from "./rowLayout";
import { TimeZone } from "./timeZone";

type Anchor = NonNullable<RowsParams["anchor"]>;

/** What rows depend on besides the events in view. */
export type SessionRows = Pick<FeedSession, "store" | "gaps" | "activity" | "rowsRevision" | "arrivals">;

/** The rows of the events in view. They are laid out on request, and cached until anything that they depend on changes. */
export class FeedRows {
  /** When the last visit of the session's query ended, milliseconds since 1970 UTC. */
  lastVisitMs: number | undefined;
  private zone = TimeZone.utc;
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
    return arrivals?.size
      ? rows.map((row) => (row.kind === "event" && arrivals.has(row.id) ? { ...row, isNew: true } : row))
      : rows;
  }

  /** Current row index of an event or, if it is gone or has another date, of the event in its place. */
  private rowOf({ id, publishedMs, index: fallbackIndex }: Anchor): number {
    const { layout } = this;
    const { list, sorted } = this.view;
    if (!list || !layout || list.size === 0) {
      return fallbackIndex;
    }
    if (sorted) {
      const index = sorted.indexOf(id);
      return index >= 0 ? index : fallbackIndex;
    }
    const index = list.indexOf(id);
    const stayed = index >= 0 && (publishedMs === undefined || list.publishedMs(index) === publishedMs);
    return layout.rowOfEvent(
      stayed ? index : Math.min(list.insertionIndexOf(id, publishedMs), list.size - 1),
    );
  }

  private update(): void {
    const { shown } = this.sessions;
    const { list, sorted, revision } = this.view;
    const sources = [shown, shown?.rowsRevision, revision, this.zone.name, this.lastVisitMs];
    if (sources.some((source, index) => source !== this.sources[index])) {
      this.sources = sources;
      this.revision++;
      this.layout =
        shown && list && new RowLayout(sorted ?? list, this.zone, gapRows(shown), this.lastVisitMs);
    }
  }
}

function gapRows({ gaps, activity }: SessionRows): GapRow[] {
  const filling = activity?.kind === "gap";
  return gaps.map(({ sinceMs, untilMs }) => ({ kind: "gap", sinceMs, untilMs, filling }));
}
