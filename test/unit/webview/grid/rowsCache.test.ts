import assert from "node:assert/strict";
import fc from "fast-check";
import type { Row, RowsResult } from "../../../../src/shared/feedState";
import type { RowsUpdate } from "../../../../src/shared/protocol";
import type { RowsParams } from "../../../../src/shared/viewQueries";
import { type Anchor, RowsCache } from "../../../../src/webview/grid/rowsCache";

const screen = 30;

/** A list of events with numbers as ids that grows at its top, as the host holds it. */
class Host {
  revision = 1;
  asked: RowsParams[] = [];
  private readonly open: (() => void)[] = [];

  constructor(public newest: number) {}

  get info() {
    return { revision: this.revision, rowCount: this.newest, eventCount: this.newest };
  }

  /** The news of a list that the page has nothing of, with its first rows. */
  news(rows: number): RowsUpdate {
    return { ...this.info, firstRows: this.answer({ start: 0, end: rows }).rows };
  }

  add(count: number): void {
    this.newest += count;
    this.revision++;
  }

  readonly ask = (params: RowsParams): Promise<RowsResult> => {
    this.asked.push(params);
    return new Promise((resolve) => {
      this.open.push(() => resolve(this.answer(params)));
    });
  };

  /** Answers what is open with what holds now. */
  async answerAll(): Promise<void> {
    while (this.open.length > 0) {
      this.open.shift()?.();
      await new Promise(setImmediate);
    }
  }

  private answer({ start, end, anchor }: RowsParams): RowsResult {
    const shift = anchor ? this.newest - Number(anchor.id) - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const rows: Row[] = [];
    for (let index = first; index < Math.min(end + shift, this.newest); index++) {
      rows.push({ kind: "event", id: String(this.newest - index) });
    }
    return { ...this.info, start: first, rows, shift };
  }
}

/** A list on screen that does what the grid does, without one. */
class View {
  top = 0;
  shifts: (number | undefined)[] = [];
  readonly cache: RowsCache;

  constructor(host: Host) {
    this.cache = new RowsCache(host.ask, this);
  }

  visible(rowCount: number) {
    return { start: Math.min(this.top, rowCount), end: Math.min(this.top + screen, rowCount) };
  }

  anchor(): Anchor | undefined {
    const row = this.cache.row(this.top);
    return this.top > 0 && row?.kind === "event" ? { id: row.id, index: this.top } : undefined;
  }

  changed(shift: number | undefined): void {
    this.shifts.push(shift);
    this.top = Math.max(0, this.top + (shift ?? 0));
  }

  scroll(top: number): void {
    this.top = top;
    this.cache.fill();
  }

  get ids(): (string | undefined)[] {
    const { start, end } = this.visible(this.cache.rowCount);
    return Array.from({ length: end - start }, (_, i) => {
      const row = this.cache.row(start + i);
      return row?.kind === "event" ? row.id : undefined;
    });
  }
}

describe("RowsCache", () => {
  it("asks once for the first rows, and for nothing when nothing changed", async () => {
    const host = new Host(1000);
    const view = new View(host);
    view.cache.announce(host.info, true);
    await host.answerAll();
    view.cache.announce(host.info);
    view.cache.fill();
    await host.answerAll();
    assert.equal(host.asked.length, 1);
    assert.equal(view.ids[0], "1000");
  });

  it("shows the rows that come with the news of them, and asks for those that it lacks", async () => {
    const host = new Host(1000);
    const view = new View(host);
    view.cache.announce(host.news(100), true);
    assert.equal(view.ids[0], "1000");
    assert.deepEqual(host.asked, []);
    const tall = new View(host);
    tall.cache.announce(host.news(10), true);
    assert.deepEqual(host.asked, [{ start: 10, end: 50 }]);
    await host.answerAll();
    assert.equal(tall.ids.at(-1), "971");
  });

  it("asks for the place that was read where it has been there before, whatever came with the news", () => {
    const host = new Host(1000);
    const view = new View(host);
    view.anchor = () => ({ id: "500", index: 0 });
    view.cache.announce(host.news(100), true);
    assert.deepEqual(view.shifts, []);
    assert.deepEqual(
      host.asked.map(({ anchor }) => anchor?.id),
      ["500"],
    );
  });

  it("asks nothing for a list without rows", async () => {
    const host = new Host(0);
    const view = new View(host);
    view.cache.announce(host.info, true);
    await host.answerAll();
    assert.equal(host.asked.length, 0);
    assert.deepEqual(view.shifts, [0]);
  });

  it("does not ask again and again a host that hands over less than it announced", async () => {
    const view: View = new View({
      ask: (params: RowsParams) => {
        asked++;
        return Promise.resolve({
          revision: 1,
          rowCount: 100,
          eventCount: 100,
          start: params.start,
          rows: [],
          shift: 0,
        });
      },
    } as unknown as Host);
    let asked = 0;
    view.cache.announce({ revision: 1, rowCount: 100, eventCount: 100 }, true);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.equal(asked, 1);
  });

  it("begins anew with a snapshot, whatever its revision", async () => {
    const host = new Host(1000);
    host.revision = 70;
    const view = new View(host);
    view.cache.announce(host.info, true);
    await host.answerAll();
    host.revision = 2;
    host.newest = 50;
    view.cache.announce(host.info, true);
    await host.answerAll();
    assert.equal(view.cache.rowCount, 50);
    assert.equal(view.ids[0], "50");
  });

  it("keeps few rows, however far one scrolls", async () => {
    const host = new Host(100_000);
    const view = new View(host);
    view.cache.announce(host.info, true);
    await host.answerAll();
    for (let top = 0; top < 100_000 - screen; top += screen) {
      view.scroll(top);
      await host.answerAll();
    }
    const held = Array.from({ length: 100_000 }, (_, i) => view.cache.row(i)).filter(Boolean).length;
    assert.ok(held < 3000, `${held}`);
  });

  it("never shows a mixture of revisions, and never moves what is read, in whatever order things happen", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ scroll: fc.integer({ min: 0, max: 900 }) }),
      fc.constant({ answer: true as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat({ max: 100 }), async (steps, first) => {
        const host = new Host(1000);
        const view = new View(host);
        view.cache.announce(first === 0 ? host.info : host.news(first), true);
        for (const next of steps) {
          if ("add" in next) {
            host.add(next.add);
            view.cache.announce(host.info);
          } else if ("scroll" in next) {
            view.scroll(next.scroll);
          } else {
            const read = view.top > 0 ? view.ids[0] : undefined;
            await host.answerAll();
            if (read !== undefined) {
              assert.equal(view.ids[0], read);
            }
          }
          const shown = view.ids.flatMap((id, i) => (id === undefined ? [] : [Number(id) + view.top + i]));
          assert.ok(new Set(shown).size <= 1, "one list");
        }
        await host.answerAll();
        assert.equal(view.cache.rowCount, host.newest);
        assert.ok(view.ids.every((id, i) => id === String(host.newest - view.top - i)));
      }),
      { numRuns: 200 },
    );
  });
});
