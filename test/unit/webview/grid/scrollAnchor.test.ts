import assert from "node:assert/strict";
import fc from "fast-check";
import type { RowsResult } from "../../../../src/shared/feedState";
import { movedRows, type RowsParams } from "../../../../src/shared/viewQueries";
import { FeedRows, type SessionRows } from "../../../../src/feed/view/feedRows";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { HeldRows } from "../../../../src/webview/grid/heldRows";
import { RowLoader } from "../../../../src/webview/grid/rowLoader";
import { type Anchor, ScrollAnchor } from "../../../../src/webview/grid/scrollAnchor";
import { Viewport } from "../../../../src/webview/grid/viewport";
import { stored } from "../../../support/fakes/storedEvent";

const rowHeight = 22;
const viewportHeight = 700;

/** The rows of a feed as the extension creates them, from events and gaps that a test sets. */
class Host {
  /** By id, milliseconds since 1970 UTC. */
  readonly events = new Map<string, number>();
  gaps: readonly { readonly sinceMs: number; readonly untilMs: number }[] = [];
  private readonly view = { ordered: new EventStore() };
  private readonly sessions: { shown: SessionRows | undefined } = { shown: undefined };
  private readonly rows = new FeedRows(this.sessions, this.view);
  private readonly pending: (() => void)[] = [];
  private shown: RowsParams = { start: 0, end: 100 };

  get info() {
    return this.rows.info;
  }

  /** Creates rows from the current events and gaps. */
  update(): void {
    const store = (this.view.ordered = new EventStore());
    store.insert([...this.events].map(([id, ms]) => stored({ id, publishedMs: ms })));
    this.sessions.shown = {
      store,
      coverage: { gaps: this.gaps },
      operations: { activity: undefined },
      rowsRevision: "",
    };
  }

  /** What the host sends with a change. */
  get shownRows(): RowsResult {
    return this.show(this.shown);
  }

  private show(params: RowsParams): RowsResult {
    const result = this.rows.get(params);
    this.shown = movedRows(params, result.shift);
    return result;
  }

  readonly fetchRows = (params: RowsParams): Promise<RowsResult> =>
    new Promise((resolve) => this.pending.push(() => resolve(this.show(params))));

  /** Replies to one request after another with the current rows, until there are no more. */
  async replyToAll(): Promise<void> {
    while (this.pending.length > 0) {
      this.pending.shift()?.();
      await new Promise(setImmediate);
    }
  }

  /** Row index of an event or, if it is gone, of the one that is in its place. */
  rowFor(id: string, ms: number): number {
    const ids = [...this.events].sort(([a, aMs], [b, bMs]) => bMs - aMs || (a < b ? -1 : 1));
    const position = ids.findIndex(([other, otherMs]) => otherMs < ms || (otherMs === ms && other >= id));
    const event = ids.at(position)?.[0];
    const { rows } = this.rows.get({ start: 0, end: 1000 });
    return rows.findIndex((row) => row.kind === "event" && row.id === event);
  }
}

/** The list without a browser. */
class List {
  readonly viewport = new Viewport();
  readonly rows = new HeldRows();
  readonly loader: RowLoader;
  private readonly scrollAnchor = new ScrollAnchor(this.rows, this.viewport);

  constructor(host: Host) {
    this.loader = new RowLoader(host.fetchRows, this.rows, this.scrollAnchor, () =>
      this.loader.loadMissing(),
    );
    this.viewport.resize(0, {
      row: rowHeight,
      head: rowHeight,
      day: rowHeight,
      viewport: viewportHeight,
      footer: 40,
    });
  }

  scrollTo(top: number): void {
    this.viewport.didScroll(Math.min(top, this.viewport.maxOffset));
    this.loader.loadMissing();
  }

  /** The event that must not move, and where it is, CSS pixels below the column headers. */
  get anchor(): { readonly anchor: Anchor; readonly y: number } | undefined {
    const { anchor } = this.scrollAnchor;
    return anchor && { anchor, y: anchor.index * rowHeight - this.viewport.offset };
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
  | { readonly reply: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ add: fc.array(fc.tuple(fc.nat(300), instant), { minLength: 1, maxLength: 40 }) }),
  fc.record({ remove: fc.integer({ min: 2, max: 9 }) }),
  fc.record({ gap: fc.tuple(instant, instant) }),
  fc.record({ close: fc.nat(5) }),
  fc.record({ date: instant }),
  fc.record({ scroll: fc.nat(8000) }),
  fc.record({ by: fc.integer({ min: -400, max: 400 }) }),
  fc.record({ reply: fc.constant(true as const) }),
);

type Change = Exclude<Step, { reply: true } | { scroll: number } | { by: number }>;

/** @param anchorId the event that must not move */
function change(host: Host, next: Change, anchorId: string | undefined): void {
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
    host.events.set(anchorId ?? "evt_0", next.date);
  }
  host.update();
}

describe("ScrollAnchor", () => {
  it("keeps the anchor at its pixel, regardless of what is added, removed or moved above and below", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const host = new Host();
        for (let n = 0; n < 150; n++) {
          host.events.set(`evt_${n}`, startMs + Math.floor(n / 3) * hourMs);
        }
        host.update();
        const list = new List(host);
        list.loader.update(host.shownRows, true);
        await host.replyToAll();
        list.scrollTo(900);
        await host.replyToAll();
        let { anchor: expected } = list;
        for (const next of [...steps, { reply: true } as const]) {
          if ("scroll" in next || "by" in next) {
            list.scrollTo("scroll" in next ? next.scroll : list.viewport.offset + next.by);
            ({ anchor: expected } = list);
          } else if ("reply" in next) {
            await host.replyToAll();
            assert.equal(list.rows.rowCount, host.info.rowCount);
            if (expected && host.events.size > 0) {
              const { anchor, y } = expected;
              const offset = host.rowFor(anchor.id, anchor.publishedMs ?? NaN) * rowHeight - y;
              const possible = Math.min(Math.max(offset, 0), list.viewport.maxOffset);
              assert.equal(list.viewport.offset, possible, anchor.id);
            } else {
              assert.ok(list.viewport.offset < 2);
            }
            ({ anchor: expected } = list);
          } else {
            if (list.loader.isUpToDate) {
              ({ anchor: expected } = list);
            }
            change(host, next, expected?.anchor.id);
            list.loader.update(host.shownRows);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
