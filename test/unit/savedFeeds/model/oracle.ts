import type { ActionRequest, FeedCheck, ReadEvents } from "../../../../src/savedFeeds/model/actions";
import { dayMs } from "../../../../src/shared/instant";
import { minuteMs } from "./fixture";

/** Everything that was ever known about an event. */
interface EventRecord {
  state: "unread" | "seen";
  /** It was read before a check found it. */
  isReadEarly?: boolean;
  publishedMs: number | undefined;
  /** It is published before what checks compare with: if it is found again, it is new. */
  isForgotten: boolean;
  /** Marks that can make it unread again. */
  readonly marks: Set<string>;
}

interface MarkRecord {
  readonly id: string;
  readonly feeds: readonly OracleFeed[];
  readonly isAll: boolean;
  lastAtMs: number;
  readonly partialSinceMs: Map<OracleFeed, number>;
}

/** One feed, with every check since it was followed and every event that one of them found. */
export class OracleFeed {
  checks: FeedCheck[] = [];
  readonly events = new Map<string, EventRecord>();
  partialSinceMs: number | undefined;

  constructor(
    public days: number,
    /** Changes with what counts. */
    public definition: unknown,
  ) {}

  get unread(): string[] {
    return [...this.events].flatMap(([id, { state }]) => (state === "unread" ? id : [])).sort();
  }

  /** Events that a check that starts now compares with. */
  knownIds(): ReadonlySet<string> {
    return new Set([...this.events].flatMap(([id, record]) => (isKnown(record) ? id : [])));
  }

  /** @param known when it was started */
  check(check: FeedCheck, definition: unknown, known: ReadonlySet<string>): void {
    const isFirst = this.checks.length === 0;
    const before = this.instants();
    const isGap = !isFirst && check.fromMs > before.completeUntilMs;
    const isAhead = isFirst && check.fromMs > check.untilMs;
    if (definition !== this.definition || ((isGap || isAhead) && !check.isCutShort)) {
      return;
    }
    this.checks.push(check);
    const { completeUntilMs, knownFromMs } = this.instants();
    const found = new Map(check.events.map((event) => [event.id, event]));
    for (const [id, record] of this.events) {
      this.checkRecord(id, record, check, found.has(id), known);
    }
    for (const { id, publishedMs } of check.events) {
      const record = this.events.get(id);
      if (record && isKnown(record)) {
        record.publishedMs = publishedMs;
        record.isReadEarly = false;
        record.isForgotten = false;
      } else {
        const counts = publishedMs === undefined || publishedMs >= before.knownFromMs;
        const state = !isFirst && counts && !check.uncounted?.has(id) ? "unread" : "seen";
        const marks = record?.marks ?? new Set();
        this.events.set(id, { state, publishedMs, isForgotten: false, marks });
      }
    }
    const isLost = check.serviceClockMs !== undefined && check.serviceClockMs < knownFromMs - 5 * minuteMs;
    for (const record of this.events.values()) {
      const { publishedMs } = record;
      if (publishedMs !== undefined && publishedMs < completeUntilMs - this.days * dayMs) {
        dismiss(record);
      }
      const isBefore = publishedMs !== undefined && publishedMs < knownFromMs;
      record.isForgotten ||= isLost || isBefore;
    }
    if (isLost) {
      this.checks = [];
    }
    this.partialSinceMs = isGap || isLost ? check.atMs : this.partialSinceMs;
  }

  /** What is there already. */
  private checkRecord(
    id: string,
    record: EventRecord,
    { fromMs, uncounted }: FeedCheck,
    isFound: boolean,
    known: ReadonlySet<string>,
  ): void {
    const isInStretch = record.publishedMs !== undefined && record.publishedMs >= fromMs;
    if (!isFound && known.has(id)) {
      record.isReadEarly = false;
    }
    if (isFound ? uncounted?.has(id) : isInStretch && known.has(id)) {
      dismiss(record);
    }
  }

  /** Computed from all checks anew. */
  private instants(): { readonly completeUntilMs: number; readonly knownFromMs: number } {
    let completeUntilMs = -Infinity;
    let knownFromMs = -Infinity;
    this.checks.forEach(({ fromMs, untilMs, overlapMs }, index) => {
      const isUnconnected = index === 0 || fromMs > completeUntilMs;
      completeUntilMs = Math.max(completeUntilMs, untilMs);
      const reachedMs = isUnconnected ? fromMs : -Infinity;
      knownFromMs = Math.max(knownFromMs, completeUntilMs - overlapMs, reachedMs);
    });
    return { completeUntilMs, knownFromMs };
  }
}

/** A model that keeps everything for ever. */
export class Oracle {
  readonly feeds = new Map<string, OracleFeed>();
  private marks: MarkRecord[] = [];

  get lastMark(): string | undefined {
    return this.livingMarks().at(-1)?.id;
  }

  markRead(reads: readonly ReadEvents[], { requestId, atMs }: ActionRequest): void {
    const marked: OracleFeed[] = [];
    const partialSinceMs = new Map<OracleFeed, number>();
    const marks = this.livingMarks();
    const last = marks.at(-1);
    const isAll = reads.some(({ all }) => all !== undefined);
    const pauseMs = atMs - (last?.lastAtMs ?? -Infinity);
    const wouldMerge =
      last?.feeds.length === 1 &&
      reads.length === 1 &&
      last.feeds[0] === this.feeds.get(reads[0]?.id ?? "") &&
      !last.isAll &&
      !isAll;
    const merged = wouldMerge && pauseMs >= 0 && pauseMs <= minuteMs ? last : undefined;
    for (const { id, eventIds, all } of reads) {
      const feed = this.feeds.get(id);
      if (!feed) {
        continue;
      }
      let count = 0;
      for (const eventId of eventIds) {
        const record = feed.events.get(eventId);
        if (record?.state === "unread") {
          record.state = "seen";
          record.marks.add(merged?.id ?? requestId);
          count++;
        } else if ((!record || !isKnown(record)) && feed.checks.length > 0) {
          feed.events.set(eventId, {
            state: "seen",
            publishedMs: record?.publishedMs,
            isForgotten: true,
            isReadEarly: true,
            marks: record?.marks ?? new Set(),
          });
        }
      }
      if (count > 0) {
        marked.push(feed);
      }
      const isComplete = all
        ? all.partialSinceMs === feed.partialSinceMs
        : count > 0 && feed.unread.length === 0;
      if (isComplete && feed.partialSinceMs !== undefined) {
        if (count > 0) {
          partialSinceMs.set(feed, feed.partialSinceMs);
        }
        feed.partialSinceMs = undefined;
      }
    }
    if (marked.length > 0 && merged) {
      merged.lastAtMs = atMs;
      partialSinceMs.forEach((ms, feed) => merged.partialSinceMs.set(feed, ms));
    } else if (marked.length > 0) {
      this.marks = [...marks, { id: requestId, feeds: marked, isAll, lastAtMs: atMs, partialSinceMs }].slice(
        -10,
      );
    }
  }

  undo(markId: string): void {
    const mark = this.livingMarks().find(({ id }) => id === markId);
    if (!mark) {
      return;
    }
    for (const feed of this.feeds.values()) {
      const { completeUntilMs } = feed.checks.reduce(
        (latest, { untilMs }) => ({ completeUntilMs: Math.max(latest.completeUntilMs, untilMs) }),
        { completeUntilMs: -Infinity },
      );
      let isMarked = false;
      for (const record of feed.events.values()) {
        if (record.marks.delete(markId)) {
          isMarked = true;
          const isInWindow =
            record.publishedMs === undefined || record.publishedMs >= completeUntilMs - feed.days * dayMs;
          record.state = isInWindow ? "unread" : record.state;
        }
      }
      feed.partialSinceMs ??= isMarked ? mark.partialSinceMs.get(feed) : undefined;
    }
    this.marks = this.marks.filter((each) => each !== mark);
  }

  /** Those that have events left. */
  private livingMarks(): MarkRecord[] {
    return this.marks.filter(({ id }) =>
      [...this.feeds.values()].some((feed) => [...feed.events.values()].some(({ marks }) => marks.has(id))),
    );
  }
}

/** It no longer counts, and no mark makes it unread again. */
function dismiss(record: EventRecord): void {
  record.state = "seen";
  record.marks.clear();
}

function isKnown({ state, isForgotten, isReadEarly = false }: EventRecord): boolean {
  return state === "unread" || !isForgotten || isReadEarly;
}
