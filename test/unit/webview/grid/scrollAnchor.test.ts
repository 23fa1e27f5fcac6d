import assert from "node:assert/strict";
import fc from "fast-check";
import { FeedRows, type SessionRows } from "../../../../src/feed/view/feedRows";
import { EventStore } from "../../../../src/feed/store/eventStore";
import type { RowsResult } from "../../../../src/shared/feedState";
import type { RowsParams } from "../../../../src/shared/viewQueries";
import { ScrollAnchor } from "../../../../src/webview/grid/scrollAnchor";
import { RowGeometry } from "../../../../src/webview/grid/rowGeometry";
import { type Anchor, type Range, RowsCache, type RowsView } from "../../../../src/webview/grid/rowsCache";
import { stored } from "../../../support/fakes/storedEvent";

const rowHeight = 22;
const viewport = 700;

/** The rows of a feed as the extension has them, with events and gaps that a test sets. */
class Host {
  /** By id, milliseconds since 1970 UTC. */
  readonly events = new Map<string, number>();
  gaps: readonly { readonly sinceMs: number; readonly untilMs: number }[] = [];
  private readonly view = { list: new EventStore() };
  private readonly rows = new FeedRows(this.view);
  private readonly open: (() => void)[] = [];

  get info() {
    return this.rows.info;
  }

  /** Rows are made of the events and gaps as they are now. */
  renew(): void {
    const store = (this.view.list = new EventStore());
    store.insert([...this.events].map(([id, ms]) => stored({ id, publishedMs: ms })));
    const gaps = this.gaps as SessionRows["gaps"];
    this.rows.reset({ store, gaps, activity: undefined, rowsRevision: "" }, undefined);
  }

  readonly ask = (params: RowsParams): Promise<RowsResult> =>
    new Promise((resolve) => this.open.push(() => resolve(this.rows.rows(params))));

  /** Answers one request after the other, with what holds by then, until there are no more. */
  async answerAll(): Promise<void> {
    while (this.open.length > 0) {
      this.open.shift()?.();
      await new Promise(setImmediate);
    }
  }

  /** The row of an event, or of the one that stands in its place. */
  rowFor(id: string, ms: number): number {
    const ids = [...this.events].sort(([a, aMs], [b, bMs]) => bMs - aMs || (a < b ? -1 : 1));
    const place = ids.findIndex(([other, otherMs]) => otherMs < ms || (otherMs === ms && other >= id));
    const event = ids.at(place)?.[0];
    const { rows } = this.rows.rows({ start: 0, end: 1000 });
    return rows.findIndex((row) => row.kind === "event" && row.id === event);
  }
}

/** The list without a browser. */
class List implements RowsView {
  readonly places = new RowGeometry();
  readonly cache: RowsCache;
  readonly reading: ScrollAnchor;

  constructor(host: Host) {
    this.cache = new RowsCache(host.ask, this);
    this.reading = new ScrollAnchor(this.cache, this.places);
    this.places.resize(0, { row: rowHeight, viewport, footer: 40 });
  }

  visible(rowCount: number): Range {
    return this.reading.visible(rowCount);
  }

  anchor(): Anchor | undefined {
    return this.reading.anchor();
  }

  changed(shift: number | undefined): void {
    if (shift !== undefined) {
      this.reading.relocate(this.cache.rowCount, shift);
    }
    this.cache.fill();
  }

  scroll(top: number): void {
    this.places.scroll.scrolled(Math.min(top, this.places.scroll.maxOffset));
    this.cache.fill();
  }

  /** Where the event that is read stands, CSS pixels below the heading. */
  get read(): { readonly anchor: Anchor; readonly y: number } | undefined {
    const anchor = this.reading.anchor();
    return anchor && { anchor, y: anchor.index * rowHeight - this.places.scroll.offset };
  }
}

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 14);
/** Few instants, so that many events share one; several days. */
const instant = fc.integer({ min: 0, max: 60 }).map((hours) => startMs + hours * hourMs);

type Step =
  | { readonly add: readonly (readonly [n: number, ms: number])[] }
  | { readonly remove: number }
  | { readonly gap: readonly [number, number] }
  | { readonly close: number }
  | { readonly date: number }
  | { readonly scroll: number }
  | { readonly by: number }
  | { readonly settle: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ add: fc.array(fc.tuple(fc.nat(300), instant), { minLength: 1, maxLength: 40 }) }),
  fc.record({ remove: fc.integer({ min: 2, max: 9 }) }),
  fc.record({ gap: fc.tuple(instant, instant) }),
  fc.record({ close: fc.nat(5) }),
  fc.record({ date: instant }),
  fc.record({ scroll: fc.nat(8000) }),
  fc.record({ by: fc.integer({ min: -400, max: 400 }) }),
  fc.record({ settle: fc.constant(true as const) }),
);

type Change = Exclude<Step, { settle: true } | { scroll: number } | { by: number }>;

/** @param read the event that is read. */
function change(host: Host, next: Change, read: string | undefined): void {
  if ("add" in next) {
    next.add.forEach(([n, ms]) => host.events.set(`evt_${n}`, host.events.get(`evt_${n}`) ?? ms));
  } else if ("remove" in next) {
    [...host.events.keys()].forEach((id, n) => n % next.remove === 0 && host.events.delete(id));
  } else if ("gap" in next) {
    const [sinceMs, untilMs] = next.gap;
    host.gaps = sinceMs < untilMs ? [...host.gaps, { sinceMs, untilMs }] : host.gaps;
  } else if ("close" in next) {
    host.gaps = host.gaps.filter((_, n) => n !== next.close);
  } else {
    host.events.set(read ?? "evt_0", next.date);
  }
  host.renew();
}

describe("ReadingPlace", () => {
  it("keeps what is read on its pixel, whatever comes, goes, is dated anew or is filled in above and below", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const host = new Host();
        for (let n = 0; n < 150; n++) {
          host.events.set(`evt_${n}`, startMs + Math.floor(n / 3) * hourMs);
        }
        host.renew();
        const list = new List(host);
        list.cache.announce(host.info, true);
        await host.answerAll();
        list.scroll(900);
        await host.answerAll();
        let { read } = list;
        for (const next of [...steps, { settle: true } as const]) {
          if ("scroll" in next || "by" in next) {
            list.scroll("scroll" in next ? next.scroll : list.places.scroll.offset + next.by);
            ({ read } = list);
          } else if ("settle" in next) {
            await host.answerAll();
            assert.equal(list.cache.rowCount, host.info.rowCount);
            if (read && host.events.size > 0) {
              const { anchor, y } = read;
              const offset = host.rowFor(anchor.id, anchor.publishedMs ?? NaN) * rowHeight - y;
              const possible = Math.min(Math.max(offset, 0), list.places.scroll.maxOffset);
              assert.equal(list.places.scroll.offset, possible, anchor.id);
            } else {
              assert.ok(list.places.scroll.offset < 2);
            }
            ({ read } = list);
          } else {
            change(host, next, read?.anchor.id);
            list.cache.announce(host.info);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
