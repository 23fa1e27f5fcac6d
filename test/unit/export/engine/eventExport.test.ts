import assert from "node:assert/strict";
import { closeSync, openSync } from "node:fs";
import { appendFile, mkdir, rmdir, truncate } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { ApiError } from "../../../../src/api/errors";
import type { FeedPage } from "../../../../src/api/types";
import { EndlessFeedError, type EventPages } from "../../../../src/export/engine/eventPages";
import { exportFormats } from "../../../../src/export/engine/eventText";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { FileError, reasonOf, TakenOverError } from "../../../../src/export/engine/fileErrors";
import { LoadedPages } from "../../../../src/export/engine/loadedPages";
import { WindowPages } from "../../../../src/export/engine/windowPages";
import { EventExport } from "../../../../src/export/engine/eventExport";
import { nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { ExportBench, item, items, order, paged, PagedClient, untilMs } from "./fixture";

const unavailable = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
const refused = new ApiError({ kind: "unauthorized", status: 401 }, "The key is refused.");

describe("EventExport", () => {
  let bench: ExportBench;

  beforeEach(async () => {
    bench = await ExportBench.make();
  });

  afterEach(() => bench.dispose());

  it("writes every event of the window, page by page, as the service sent it", async () => {
    const all = items(1234);
    const client = new PagedClient(paged(all, 500));
    await bench.run(client);
    assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
    assert.deepEqual(client.requests[0], {
      since: "2026-10-01T00:00:00.000Z",
      until: "2026-11-01T00:00:00.000Z",
      pageSize: 500,
      fields: "full",
    });
    assert.deepEqual(
      client.requests.slice(1).map(({ cursor }) => cursor),
      ["1/1", "1/2"],
    );
    assert.deepEqual(
      bench.progress.map(({ totals }) => totals.events),
      [500, 1000, 1234],
    );
    const { state, completeness, totals, bytes } = await bench.checkpoint();
    assert.deepEqual([state, completeness], ["complete", { kind: "complete" }]);
    assert.equal(bytes, Buffer.byteLength(await bench.text()));
    assert.deepEqual(totals, {
      pages: 3,
      events: 1234,
      duplicates: 0,
      malformed: 0,
      newestMs: untilMs - 3_600_000,
      oldestMs: untilMs - 1234 * 3_600_000,
    });
  });

  it("asks for the next page while one is written, and for no more than that", async () => {
    const client = new PagedClient(paged(items(6), 1));
    const asked: number[] = [];
    await bench.run(client, {}, { onProgress: () => asked.push(client.requests.length) });
    assert.deepEqual(asked, [2, 3, 4, 5, 6, 6]);
  });

  it("writes an event once, however often it comes", async () => {
    const [a, b, c] = [item(1), item(2), item(3)];
    await bench.run(new PagedClient([[a, b, a], [b], [c, a]]));
    assert.equal(await bench.text(), `${a.json}\n${b.json}\n${c.json}\n`);
    assert.equal((await bench.checkpoint()).totals.duplicates, 3);
  });

  it("skips an event that is too large for any page, and counts it", async () => {
    const tooLarge = new ApiError({ kind: "tooLarge", limitBytes: 1 }, "Too large.");
    const client = new PagedClient([[item(1)], [item(2)], [item(3)]]);
    // From 500 down to 1: then only its title can be read.
    client.failNext(tooLarge, 9);
    await bench.run(client);
    assert.equal(await bench.text(), `${item(2).json}\n${item(3).json}\n`);
    assert.equal((await bench.checkpoint()).totals.malformed, 1);
  });

  it("asks for full pages again when it is resumed near such an event", async () => {
    const tooLarge = new ApiError({ kind: "tooLarge", limitBytes: 1 }, "Too large.");
    const client = new PagedClient([[item(1)], [item(2)], [item(3)]]);
    client.failNext(tooLarge, 9);
    await bench.runPages(1, client);
    const before = client.requests.length;
    await bench.run(client);
    assert.deepEqual(
      client.requests.slice(before).map(({ pageSize }) => pageSize),
      [500, 500],
    );
  });

  it("counts what could not be read, and passes over empty pages", async () => {
    const client = new PagedClient([[item(1)], [], [], [item(2)]]);
    client.plan((answer) => ({ ...answer(), malformed: 2 }));
    await bench.run(client);
    const { totals } = await bench.checkpoint();
    assert.deepEqual([totals.events, totals.malformed, totals.pages], [2, 2, 4]);
  });

  for (const [format, text] of Object.entries({ ndjson: "", json: "[\n]\n", csv: /^id,type,[^\n]*\n$/ })) {
    it(`makes a whole file of no events at all: ${format}`, async () => {
      await bench.run(new PagedClient([[]]), { format: format as "csv" });
      const written = await bench.text();
      assert.ok(typeof text === "string" ? written === text : text.test(written), written);
    });
  }

  it("makes a JSON array that holds the events as they were sent", async () => {
    const odd = item(2, "evt_odd", { title: "a\u2028b", amount: 1e21 });
    const all = [item(1), { ...odd, json: ` ${odd.json}`.replace(",", ",\n ") }, item(3)];
    await bench.run(new PagedClient(paged(all, 1)), { format: "json" });
    const text = await bench.text();
    assert.equal(text, `[\n${all.map(({ json }) => json).join(",\n")}\n]\n`);
    assert.deepEqual(
      JSON.parse(text),
      all.map(({ json }) => JSON.parse(json) as unknown),
    );
  });

  it("takes the page size that the service applies", async () => {
    const client = new PagedClient(paged(items(3), 1));
    client.plan((answer) => ({ ...answer(), pageSize: 100 }));
    await bench.run(client);
    assert.deepEqual(
      client.requests.map(({ pageSize }) => pageSize),
      [500, 100, 100],
    );
  });

  it("keeps what is loaded in the panel, in its order, each event once", async () => {
    const work = await EventExport.begin(bench.folder, order, bench.clock);
    const all = items(1200);
    await work.run(new LoadedPages([...all, item(1)], { kind: "gap" }), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRetry: () => undefined,
    });
    await work.complete();
    await work.close();
    assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
    assert.deepEqual((await bench.checkpoint()).completeness, { kind: "gap" });
  });

  it("is complete with no loaded events, too", async () => {
    const work = await EventExport.begin(bench.folder, order, bench.clock);
    await work.run(new LoadedPages([], { kind: "complete" }), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRetry: () => undefined,
    });
    await work.complete();
    await work.close();
    assert.deepEqual((await bench.checkpoint()).completeness, { kind: "complete" });
  });

  it("notes when its file has a part alone of what was asked for", async () => {
    await bench.runPages(1, new PagedClient(paged(items(20), 10)));
    const work = await EventExport.reopen(bench.folder, await bench.checkpoint());
    await work.complete();
    await work.close();
    const { state, completeness, totals } = await bench.checkpoint();
    assert.deepEqual([state, completeness, totals.events], ["complete", { kind: "more" }, 10]);
  });

  it("lets go of its files when it cannot begin, or be opened again", async () => {
    // The lowest number that is free: a file left open would keep its own.
    const nextFile = (): number => {
      const file = openSync(os.devNull, "r");
      closeSync(file);
      return file;
    };
    const before = nextFile();
    await mkdir(path.join(bench.folder.path, "checkpoint.json.new"));
    await assert.rejects(EventExport.begin(bench.folder, order, bench.clock), FileError);
    assert.equal(nextFile(), before);
    await rmdir(path.join(bench.folder.path, "checkpoint.json.new"));
    await bench.runPages(1, new PagedClient(paged(items(20), 10)));
    await truncate(bench.folder.idsFile, 5);
    await assert.rejects(EventExport.reopen(bench.folder, await bench.checkpoint()), FileError);
    assert.equal(nextFile(), before);
  });

  it("ends where it is when it is cancelled, also with what is loaded", async () => {
    const work = await EventExport.begin(bench.folder, order, bench.clock);
    const ending = new AbortController();
    const run = work.run(new LoadedPages(items(5000), { kind: "complete" }), {
      signal: ending.signal,
      onProgress: () => ending.abort(),
      onRetry: () => undefined,
    });
    await assert.rejects(run, (error) => error instanceof ApiError && error.kind === "aborted");
    await work.close();
    assert.equal((await bench.checkpoint()).totals.events, 500);
  });

  it("writes nothing more once another window took it over, which it finds out when it wakes up", async () => {
    const work = await EventExport.begin(bench.folder, order, bench.clock);
    const loaded = new LoadedPages(items(1200), { kind: "complete" });
    let before = "";
    const pages: EventPages = {
      next: async () => {
        const page = await loaded.next();
        if (work.checkpoint.totals.pages === 1) {
          before = await bench.text();
          const clock = new FakeClock();
          const elsewhere = new ExportFolder(bench.folder.path, { files: nodeFileSystem, clock });
          assert.equal(await clock.passUntil(elsewhere.claim()), true);
        }
        return page;
      },
    };
    const run = {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRetry: () => undefined,
    };
    await assert.rejects(work.run(pages, run), TakenOverError);
    await assert.rejects(work.complete(), TakenOverError);
    await work.close();
    assert.equal(await bench.text(), before);
    assert.equal((await bench.checkpoint()).totals.events, 500);
  });

  describe("when the service is at fault", () => {
    it("waits for one that is away, says so, and goes on", async () => {
      const client = new PagedClient(paged(items(3), 1));
      client.plan((answer) => answer()).failNext(unavailable, 3);
      await bench.run(client);
      assert.equal((await bench.checkpoint()).totals.events, 3);
      assert.deepEqual(
        bench.waits,
        [5_000, 10_000, 20_000].map((ms) => `${ms} ms: The service is busy.`),
      );
    });

    it("waits as long as advised, but not for hours", async () => {
      const advice = (retryAfterMs: number): ApiError =>
        new ApiError({ kind: "unavailable", status: 429, retryAfterMs }, "Too many requests.");
      const client = new PagedClient(paged(items(3), 1)).failNext(advice(90_000));
      client.plan((answer) => answer()).failNext(advice(3_600_000));
      await assert.rejects(bench.run(client), advice(3_600_000));
      assert.deepEqual(bench.waits, ["90000 ms: Too many requests."]);
      assert.equal((await bench.checkpoint()).totals.events, 1);
    });

    it("gives up on one that stays away, and can be resumed", async () => {
      const all = items(4);
      const client = new PagedClient(paged(all, 1));
      client.plan(
        (answer) => answer(),
        (answer) => answer(),
      );
      client.failNext(unavailable, 10);
      await assert.rejects(bench.run(client), unavailable);
      assert.equal(bench.waits.length, 9);
      assert.equal((await bench.checkpoint()).totals.events, 2);
      await bench.run(client);
      assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
    });

    it("stops at once for a refused key, with all that came before", async () => {
      const client = new PagedClient(paged(items(4), 2)).plan((answer) => answer()).failNext(refused);
      await assert.rejects(bench.run(client), refused);
      assert.deepEqual(bench.waits, []);
      const { state, totals, cursor } = await bench.checkpoint();
      assert.deepEqual([state, totals.events, cursor], ["reading", 2, "1/1"]);
    });

    const endless: readonly (readonly [string, string, (answer: () => FeedPage) => FeedPage])[] = [
      [
        "gives no cursor",
        "Paging stopped: the service says there is more but sent no cursor.",
        (answer) => ({ ...answer(), hasMore: true, nextCursor: null }),
      ],
      [
        "gives the same cursor again",
        "Paging stopped: the service repeated a page.",
        (answer) => ({ ...answer(), hasMore: true, nextCursor: "1/1" }),
      ],
    ];
    for (const [what, message, plan] of endless) {
      it(`stops when it says that there is more and ${what}`, async () => {
        const client = new PagedClient(paged(items(9), 1)).plan((answer) => answer(), plan);
        await assert.rejects(bench.run(client), EndlessFeedError);
        const { totals, completeness } = await bench.checkpoint();
        assert.deepEqual([totals.events, completeness], [2, { kind: "stopped", message }]);
        // Saved as it is, it still says so.
        const work = await EventExport.reopen(bench.folder, await bench.checkpoint());
        await work.complete();
        await work.close();
        assert.deepEqual((await bench.checkpoint()).completeness, { kind: "stopped", message });
      });
    }

    it("stops when nothing but empty pages come", async () => {
      const client = new PagedClient(Array.from({ length: 6_000 }, () => []));
      const pages = new WindowPages({ order }, { client, clock: bench.clock });
      const options = { signal: new AbortController().signal, onRetry: () => undefined };
      const readAll = async (): Promise<void> => {
        while (await pages.next(options));
      };
      await assert.rejects(readAll(), /Paging stopped: the service sent 5,000 empty pages in a row/);
    });

    it("asks again from where it was when a cursor is refused in mid-way", async () => {
      const all = items(100);
      const client = new PagedClient(paged(all, 10));
      client.plan(
        (answer) => answer(),
        (answer) => answer(),
        (answer) => {
          client.generation = 2;
          return answer();
        },
      );
      await bench.run(client);
      assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
      const again = client.requests.filter(
        ({ cursor, until }) => cursor === undefined && until !== undefined,
      );
      assert.equal(again.at(-1)?.until, "2026-10-31T09:00:00.001Z");
      assert.ok((await bench.checkpoint()).totals.duplicates > 0);
    });

    it("does not ask again for ever when every cursor is refused", async () => {
      const client = new PagedClient(paged(items(9), 3));
      const refusal = new ApiError({ kind: "rejected", status: 400 }, "No such cursor.");
      client.plan((answer) => answer()).failNext(refusal, 2);
      await assert.rejects(bench.run(client), refusal);
    });

    it("goes on past an event that is dated long before the others", async () => {
      const odd = item(700, "evt_odd");
      const all = [item(1), odd, item(2), item(3), item(4)];
      const client = new PagedClient(paged(all, 2));
      await bench.runPages(1, client);
      client.generation = 2;
      await bench.run(client);
      assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
    });
  });

  it("tells why the system did not take a file", () => {
    assert.equal(reasonOf(Object.assign(new Error(), { code: "ENOSPC" })), "the disk is full");
    assert.equal(reasonOf(Object.assign(new Error(), { code: "EROFS" })), "the disk is read-only");
    assert.equal(reasonOf("?"), "the reason is not known");
  });

  describe("resumed", () => {
    it("goes on with the cursor of the last whole page", async () => {
      const all = items(50);
      await bench.runPages(2, new PagedClient(paged(all, 10)));
      const client = new PagedClient(paged(all, 10));
      await bench.run(client);
      assert.deepEqual(
        client.requests.map(({ cursor }) => cursor),
        ["1/2", "1/3", "1/4"],
      );
      assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
    });

    it("knows the events from before", async () => {
      await bench.runPages(1, new PagedClient([[item(1), item(2)], [item(3)]]));
      await bench.run(new PagedClient([[], [item(2), item(3), item(1)]]));
      assert.equal(await bench.text(), [1, 2, 3].map((n) => `${item(n).json}\n`).join(""));
    });

    for (const file of ["partFile", "idsFile"] as const) {
      it(`says that it is damaged when its ${file} is shorter than it was`, async () => {
        const client = new PagedClient(paged(items(20), 10));
        await bench.runPages(1, client);
        await truncate(bench.folder[file], 5);
        await assert.rejects(bench.run(client), FileError);
      });
    }

    it("goes on once the storage takes what it did not", async () => {
      const all = items(30);
      const client = new PagedClient(paged(all, 10));
      await bench.runPages(1, client);
      // Where the new checkpoint is to be written there is a folder: not what a full disk is, but as final.
      const inTheWay = path.join(bench.folder.path, "checkpoint.json.new");
      await mkdir(inTheWay);
      await assert.rejects(bench.run(client), (error) => {
        assert.ok(error instanceof FileError);
        assert.match(error.message, /temporary files of the export could not be used: error EISDIR/);
        return true;
      });
      await rmdir(inTheWay);
      await bench.run(client);
      assert.equal(await bench.text(), all.map(({ json }) => `${json}\n`).join(""));
    });

    it("yields the bytes of an export that was never interrupted, wherever it was", async function () {
      this.timeout(60_000);
      const step = fc.record({
        pages: fc.integer({ min: 1, max: 4 }),
        // What a crash may leave behind: parts of what was being written when it came.
        partRest: fc.string({ maxLength: 40 }),
        idsRest: fc.uint8Array({ maxLength: 20 }),
        cursorsLive: fc.boolean(),
      });
      const pages = fc.array(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 8 }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(
          pages,
          fc.array(step, { maxLength: 4 }),
          fc.constantFrom(...exportFormats),
          async (hours, steps, format) => {
            // Newest first, with events that come again.
            const sorted = hours.flat().sort((a, b) => a - b);
            let at = 0;
            const feed = hours.map(({ length }) =>
              sorted.slice(at, (at += length)).map((hour) => item(hour)),
            );
            const whole = await ExportBench.make();
            const broken = await ExportBench.make();
            try {
              await whole.run(new PagedClient(feed), { format });
              const client = new PagedClient(feed);
              for (const { pages: count, partRest, idsRest, cursorsLive } of steps) {
                await broken.runPages(count, client, { format });
                await appendFile(broken.folder.partFile, partRest);
                await appendFile(broken.folder.idsFile, idsRest);
                client.generation += cursorsLive ? 0 : 1;
              }
              await broken.run(client, { format });
              assert.equal(await broken.text(), await whole.text());
              assert.equal((await broken.checkpoint()).bytes, (await whole.checkpoint()).bytes);
            } finally {
              await whole.dispose();
              await broken.dispose();
            }
          },
        ),
        { numRuns: 40 },
      );
    });
  });
});
