import type { GapRow, RowsInfo, RowsResult } from "../../shared/feedState";
import type { RowsParams } from "../../shared/viewQueries";
import type { FeedView } from "./feedView";
import { RowLayout } from "./rowLayout";
import type { FeedSession } from "../session/feedSession";
import { TimeZone } from "./timeZone";

type Anchor = NonNullable<RowsParams["anchor"]>;

/** What rows are made of. */
export type SessionRows = Pick<FeedSession, "store" | "gaps" | "activity" | "rowsRevision">;

/** More rows than any screen shows: what the page may ask for at a time. */
const maxRowsPerRequest = 1000;

/** The rows that the page may ask for, of the events in view. They are laid out when they are asked for, until the next change. */
export class FeedRows {
  private zone = TimeZone.utc;
  private session: SessionRows | undefined;
  /** When the last visit of the session's query ended. */
  private lastVisitMs: number | undefined;
  /** What the session said of its rows when they changed last. */
  private sessionRevision: string | undefined;
  private revision = 0;
  private currentLayout: RowLayout | undefined;

  constructor(private readonly view: Pick<FeedView, "list">) {}

  get info(): RowsInfo {
    return {
      revision: this.revision,
      rowCount: this.layout?.rowCount ?? 0,
      eventCount: this.session?.store.size ?? 0,
    };
  }

  /** The rows are others now. @param session whose events are in view; undefined where nothing is shown. */
  reset(session: SessionRows | undefined, lastVisitMs: number | undefined): void {
    this.session = session;
    this.lastVisitMs = lastVisitMs;
    this.sessionRevision = session?.rowsRevision;
    this.currentLayout = undefined;
    this.revision++;
  }

  /** Whether they are the rows of the session as it is now. */
  get upToDate(): boolean {
    return this.session?.rowsRevision === this.sessionRevision;
  }

  /** @param name IANA name of the zone in which days are counted. @returns whether it is another one: the rows are, too. */
  setTimeZone(name: string): boolean {
    const zone = TimeZone.named(name);
    const changed = zone.name !== this.zone.name;
    this.zone = zone;
    return changed;
  }

  rows({ start, end, anchor }: RowsParams): RowsResult {
    const shift = anchor ? this.rowOf(anchor) - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const last = Math.min(end + shift, first + maxRowsPerRequest);
    const rows = this.layout?.rows(first, last) ?? [];
    return { ...this.info, start: first, rows, shift };
  }

  /** Where an event is now; of one that is gone or was dated anew, the one that stands in its place. */
  private rowOf({ id, publishedMs, index: otherwise }: Anchor): number {
    const { layout } = this;
    const { list } = this.view;
    if (!list || !layout || list.size === 0) {
      return otherwise;
    }
    const index = list.indexOf(id);
    const stayed = index >= 0 && (publishedMs === undefined || list.publishedMs(index) === publishedMs);
    return layout.rowOfEvent(
      stayed ? index : Math.min(list.insertionIndexOf(id, publishedMs), list.size - 1),
    );
  }

  private get layout(): RowLayout | undefined {
    const { list } = this.view;
    if (!this.currentLayout && this.session && list) {
      this.currentLayout = new RowLayout(list, this.zone, gapRows(this.session), this.lastVisitMs);
    }
    return this.currentLayout;
  }
}

function gapRows({ gaps, activity }: SessionRows): GapRow[] {
  const filling = activity?.kind === "gap";
  return gaps.map(({ sinceMs, untilMs }) => ({ kind: "gap", sinceMs, untilMs, filling }));
}
