import assert from "node:assert/strict";
import fc from "fast-check";
import type { Row, RowsInfo, RowsResult } from "../../../../src/shared/feedState";
import { movedRows, type RowsParams } from "../../../../src/shared/viewQueries";
import { RowLoader } from "../../../../src/webview/grid/rowLoader";
import { RowsCache } from "../../../../src/webview/grid/rowsCache";
import type { Anchor } from "../../../../src/webview/grid/scrollAnchor";

const rowsPerPage = 30;

/** The host, with a list of events that grows at its top and has numbers as ids. */
class Host {
  revision = 1;
  requests: RowsParams[] = [];
  private shown: RowsParams | undefined;
  private readonly pending: (() => void)[] = [];

  constructor(public newest: number) {}

  get info() {
    return { revision: this.revision, rowCount: this.newest, eventCount: this.newest };
  }

  /** @param first so many rows from the top */
  snapshot(first = 0): RowsResult {
    this.shown = undefined;
    return this.update(first);
  }

  /** What the host sends with a change: the rows that were requested last. */
  update(first = 0): RowsResult {
    const result = this.replyTo(this.shown ?? { start: 0, end: first });
    this.shown &&= movedRows(this.shown, result.shift);
    return result;
  }

  add(count: number): void {
    this.newest += count;
    this.revision++;
  }

  readonly fetchRows = (params: RowsParams): Promise<RowsResult> => {
    this.requests.push(params);
    return new Promise((resolve) => {
      this.pending.push(() => {
        const result = this.replyTo(params);
        this.shown = movedRows(params, result.shift);
        resolve(result);
      });
    });
  };

  /** Replies with the current list. */
  async replyToAll(): Promise<void> {
    while (this.pending.length > 0) {
      this.pending.shift()?.();
      await new Promise(setImmediate);
    }
  }

  private replyTo({ start, end, anchor }: RowsParams): RowsResult {
    const shift = anchor ? this.newest - Number(anchor.id) - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const rows: Row[] = [];
    for (let index = first; index < Math.min(end + shift, this.newest); index++) {
      rows.push({ kind: "event", id: String(this.newest - index) });
    }
    return { ...this.info, start: first, rows, shift };
  }
}

/** A list that can be scrolled, without a browser. */
class List {
  top = 0;
  shifts: number[] = [];
  readonly cache = new RowsCache();
  readonly loader: RowLoader;

  constructor({ fetchRows }: Pick<Host, "fetchRows">) {
    this.loader = new RowLoader(fetchRows, this.cache, this, () => undefined);
  }

  visible(rowCount: number) {
    return { start: Math.min(this.top, rowCount), end: Math.min(this.top + rowsPerPage, rowCount) };
  }

  get anchor(): Anchor | undefined {
    const row = this.cache.row(this.top);
    return this.top > 0 && row?.kind === "event" ? { id: row.id, index: this.top } : undefined;
  }

  didReplaceRows(_info: RowsInfo, shift: number): void {
    this.shifts.push(shift);
    this.top = Math.max(0, this.top + shift);
  }

  scroll(top: number): void {
    this.top = top;
    this.loader.loadMissing();
  }

  get ids(): (string | undefined)[] {
    const { start, end } = this.visible(this.cache.rowCount);
    return Array.from({ length: end - start }, (_, i) => {
      const row = this.cache.row(start + i);
      return row?.kind === "event" ? row.id : undefined;
    });
  }
}

describe("RowLoader", () => {
  it("requests the first rows once, and nothing while nothing changes", async () => {
    const host = new Host(1000);
    const list = new List(host);
    list.loader.update(host.snapshot(), true);
    await host.replyToAll();
    list.loader.update(host.update());
    list.loader.loadMissing();
    await host.replyToAll();
    assert.equal(host.requests.length, 1);
    assert.equal(list.ids[0], "1000");
  });

  it("takes the rows that the host sends along, and requests only those that are missing", async () => {
    const host = new Host(1000);
    const list = new List(host);
    list.loader.update(host.snapshot(100), true);
    assert.equal(list.ids[0], "1000");
    assert.deepEqual(host.requests, []);
    const taller = new List(host);
    taller.loader.update(host.snapshot(10), true);
    assert.deepEqual(host.requests, [{ start: 0, end: 90, isShown: true }]);
    await host.replyToAll();
    assert.equal(taller.ids.at(-1), "971");
  });

  it("requests the restored place instead of taking the rows that the host sends along", () => {
    const host = new Host(1000);
    const list = new List(host);
    Object.defineProperty(list, "anchor", { value: { id: "500", index: 0 } });
    list.loader.update(host.snapshot(100), true);
    assert.deepEqual(list.shifts, []);
    assert.deepEqual(
      host.requests.map(({ anchor }) => anchor?.id),
      ["500"],
    );
  });

  it("requests nothing for an empty list", async () => {
    const host = new Host(0);
    const list = new List(host);
    list.loader.update(host.snapshot(), true);
    await host.replyToAll();
    assert.equal(host.requests.length, 0);
    assert.deepEqual(list.shifts, [0]);
  });

  it("does not repeat a request for rows that the host does not send", async () => {
    const host = new Host(100);
    const list = new List({
      fetchRows: (params) => {
        host.requests.push(params);
        return Promise.resolve({ ...host.info, start: params.start, rows: [], shift: 0 });
      },
    });
    list.loader.update(host.snapshot(), true);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.equal(host.requests.length, 1);
  });

  it("replaces the rows with those of a snapshot, regardless of its revision", async () => {
    const host = new Host(1000);
    host.revision = 70;
    const list = new List(host);
    list.loader.update(host.snapshot(), true);
    await host.replyToAll();
    host.revision = 2;
    host.newest = 50;
    list.loader.update(host.snapshot(), true);
    await host.replyToAll();
    assert.equal(list.cache.rowCount, 50);
    assert.equal(list.ids[0], "50");
  });

  it("caches few rows, however far the list is scrolled", async () => {
    const host = new Host(100_000);
    const list = new List(host);
    list.loader.update(host.snapshot(), true);
    await host.replyToAll();
    for (let top = 0; top < 100_000 - rowsPerPage; top += rowsPerPage) {
      list.scroll(top);
      await host.replyToAll();
    }
    const cached = Array.from({ length: 100_000 }, (_, i) => list.cache.row(i)).filter(Boolean).length;
    assert.ok(cached < 3000, `${cached}`);
  });

  it("never mixes revisions and never moves the topmost row, regardless of the order of events", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ scroll: fc.integer({ min: 0, max: 900 }) }),
      fc.constant({ reply: true as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat({ max: 100 }), async (steps, first) => {
        const host = new Host(1000);
        const list = new List(host);
        list.loader.update(host.snapshot(first), true);
        for (const next of steps) {
          if ("add" in next) {
            host.add(next.add);
            list.loader.update(host.update());
          } else if ("scroll" in next) {
            list.scroll(next.scroll);
          } else {
            const topmost = list.top > 0 ? list.ids[0] : undefined;
            await host.replyToAll();
            if (topmost !== undefined) {
              assert.equal(list.ids[0], topmost);
            }
          }
          const shown = list.ids.flatMap((id, i) => (id === undefined ? [] : [Number(id) + list.top + i]));
          assert.ok(new Set(shown).size <= 1, "of one revision");
        }
        await host.replyToAll();
        assert.equal(list.cache.rowCount, host.newest);
        assert.ok(list.ids.every((id, i) => id === String(host.newest - list.top - i)));
      }),
      { numRuns: 200 },
    );
  });
});
