import assert from "node:assert/strict";
import { closeSync, openSync } from "node:fs";
import { appendFile, mkdir, rmdir, truncate } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { ApiError } from "../../../../src/api/errors";
import type { FeedPage, Item } from "../../../../src/api/types";
import { exportFormats } from "../../../../src/export/engine/exportFormat";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import {
  ExportInUseError,
  FileError,
  fileErrorReason,
  PagingStoppedError,
} from "../../../../src/export/engine/exportErrors";
import { DownloadedPages, type ExportPage, loadedPages } from "../../../../src/export/engine/exportPages";
import { ExportWriter } from "../../../../src/export/engine/exportWriter";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { InterceptingFileSystem, systemError } from "../../../support/fakes/fakeFileSystem";
import { ExportFixture, item, items, job, ndjson, paged, PagedClient, untilMs } from "./fixture";

const tooLarge = new ApiError({ kind: "tooLarge", limitBytes: 1 }, "Too large.");
const unavailable = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
const rejected = new ApiError({ kind: "unauthorized", status: 401 }, "The key was rejected.");

describe("ExportWriter", () => {
  let fixture: ExportFixture;

  beforeEach(async () => {
    fixture = await ExportFixture.create();
  });

  afterEach(() => fixture.dispose());

  it("writes every event of the window, page by page, as the service sent it", async () => {
    const all = items(1234);
    const client = new PagedClient(paged(all, 500));
    await fixture.download(client);
    assert.equal(await fixture.text(), ndjson(all));
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
      fixture.progress.map(({ totals }) => totals.events),
      [500, 1000, 1234],
    );
    const { state, completeness, totals, bytes } = await fixture.checkpoint();
    assert.deepEqual([state, completeness], ["complete", { kind: "complete" }]);
    assert.equal(bytes, Buffer.byteLength(await fixture.text()));
    assert.deepEqual(totals, {
      pages: 3,
      events: 1234,
      duplicates: 0,
      malformed: 0,
      newestMs: untilMs - 3_600_000,
      oldestMs: untilMs - 1234 * 3_600_000,
    });
  });

  it("knows the time range of its events, whatever their order and without those that have no date", async () => {
    const undated = { value: { id: "undated" }, json: '{"id":"undated"}' };
    const rangeAfter = async (...pages: (readonly Item<CompanyEvent>[])[]): Promise<unknown> => {
      const other = await ExportFixture.create();
      try {
        await other.download(new PagedClient(pages));
        const { newestMs, oldestMs } = (await other.checkpoint()).totals;
        return [newestMs, oldestMs];
      } finally {
        await other.dispose();
      }
    };
    const at = (hours: number): number => untilMs - hours * 3_600_000;
    assert.deepEqual(await rangeAfter([item(2)], [undated]), [at(2), at(2)]);
    assert.deepEqual(await rangeAfter([undated], [item(3), item(2)], [item(1)]), [at(1), at(3)]);
    assert.deepEqual(await rangeAfter([undated]), [undefined, undefined]);
  });

  it("requests one page ahead while it writes", async () => {
    const client = new PagedClient(paged(items(6), 1));
    const requests: number[] = [];
    await fixture.download(client, {}, { onProgress: () => requests.push(client.requests.length) });
    assert.deepEqual(requests, [2, 3, 4, 5, 6, 6]);
  });

  it("writes an event once, even if it is sent repeatedly", async () => {
    const [a, b, c] = [item(1), item(2), item(3)];
    await fixture.download(new PagedClient([[a, b, a], [b], [c, a]]));
    assert.equal(await fixture.text(), ndjson([a, b, c]));
    assert.equal((await fixture.checkpoint()).totals.duplicates, 3);
  });

  it("skips and counts an event that is too large for any page", async () => {
    // Page sizes from 500 down to 1.
    const client = new PagedClient([[item(1)], [item(2)], [item(3)]]).failNext(tooLarge, 9);
    await fixture.download(client);
    assert.equal(await fixture.text(), ndjson([item(2), item(3)]));
    assert.equal((await fixture.checkpoint()).totals.malformed, 1);
  });

  it("requests full pages again when it is resumed after such an event", async () => {
    const client = new PagedClient([[item(1)], [item(2)], [item(3)]]).failNext(tooLarge, 9);
    await fixture.downloadPages(1, client);
    const before = client.requests.length;
    await fixture.download(client);
    assert.deepEqual(
      client.requests.slice(before).map(({ pageSize }) => pageSize),
      [500, 500],
    );
  });

  it("counts items that could not be read, and skips empty pages", async () => {
    const client = new PagedClient([[item(1)], [], [], [item(2)]]);
    client.handleNext((respond) => ({ ...respond(), malformed: 2 }));
    await fixture.download(client);
    const { totals } = await fixture.checkpoint();
    assert.deepEqual([totals.events, totals.malformed, totals.pages], [2, 2, 4]);
  });

  it("counts items that could not be read once, when their page is read again after a resume", async () => {
    const client = new PagedClient(paged(items(20), 10));
    const malformed = client.readFeed.bind(client);
    client.readFeed = async (request, options) => {
      const page = await malformed(request, options);
      return { ...page, malformed: page.items.length > 0 ? 3 : 0 };
    };
    await fixture.downloadPages(1, client);
    client.generation++;
    await fixture.download(client);
    const { totals } = await fixture.checkpoint();
    assert.deepEqual([totals.events, totals.malformed], [20, 6]);
  });

  for (const [format, text] of Object.entries({ ndjson: "", json: "[\n]\n", csv: /^id,type,[^\n]*\n$/ })) {
    it(`writes a valid file without any events: ${format}`, async () => {
      await fixture.download(new PagedClient([[]]), { format: format as "csv" });
      const written = await fixture.text();
      assert.ok(typeof text === "string" ? written === text : text.test(written), written);
    });
  }

  it("writes a JSON array with the events as they were sent", async () => {
    const odd = item(2, "evt_odd", { title: "a\u2028b", amount: 1e21 });
    const all = [item(1), { ...odd, json: ` ${odd.json}`.replace(",", ",\n ") }, item(3)];
    await fixture.download(new PagedClient(paged(all, 1)), { format: "json" });
    const text = await fixture.text();
    assert.equal(text, `[\n${all.map(({ json }) => json).join(",\n")}\n]\n`);
    assert.deepEqual(
      JSON.parse(text),
      all.map(({ json }) => JSON.parse(json) as unknown),
    );
  });

  it("uses the page size that the service applies", async () => {
    const client = new PagedClient(paged(items(3), 1));
    client.handleNext((respond) => ({ ...respond(), pageSize: 100 }));
    await fixture.download(client);
    assert.deepEqual(
      client.requests.map(({ pageSize }) => pageSize),
      [500, 100, 100],
    );
  });

  it("writes loaded events in their order, each event once", async () => {
    const all = items(1200);
    await fixture.writeLoaded([...all, item(1)], { kind: "gap" });
    assert.equal(await fixture.text(), ndjson(all));
    assert.deepEqual((await fixture.checkpoint()).completeness, { kind: "gap" });
  });

  it("is complete without any loaded events", async () => {
    await fixture.writeLoaded([], { kind: "complete" });
    assert.deepEqual((await fixture.checkpoint()).completeness, { kind: "complete" });
  });

  it("records that a file completed early is partial", async () => {
    await fixture.downloadPages(1, new PagedClient(paged(items(20), 10)));
    await fixture.complete();
    const { state, completeness, totals } = await fixture.checkpoint();
    assert.deepEqual([state, completeness, totals.events], ["complete", { kind: "more" }, 10]);
  });

  it("closes its files when it cannot be created or opened", async () => {
    // The lowest unused file descriptor: a file left open would use it.
    const nextFile = (): number => {
      const file = openSync(os.devNull, "r");
      closeSync(file);
      return file;
    };
    const before = nextFile();
    const obstacle = path.join(fixture.folder.path, "checkpoint.json.new");
    await mkdir(obstacle);
    await assert.rejects(fixture.writer(), FileError);
    assert.equal(nextFile(), before);
    await rmdir(obstacle);
    await fixture.downloadPages(1, new PagedClient(paged(items(20), 10)));
    await truncate(path.join(fixture.folder.path, "ids"), 5);
    await assert.rejects(ExportWriter.open(fixture.folder), FileError);
    assert.equal(nextFile(), before);
  });

  it("closes both files and fails if one of them can't be closed, as what was written may be lost", async () => {
    for (const name of ["events.part", "ids"]) {
      const files = new InterceptingFileSystem(nodeFileSystem, (operation, file) => {
        if (operation === "close" && file.endsWith(name)) {
          throw systemError("EIO");
        }
      });
      const failing = await ExportFixture.create(files);
      const writer = await failing.writer();
      assert.equal(files.open.size, 2);
      await assert.rejects(writer.close(), FileError);
      assert.equal(files.open.size, 0);
      await failing.dispose();
    }
  });

  it("stops after the current page when it is canceled", async () => {
    const writer = await fixture.writer();
    const canceling = new AbortController();
    const writing = writer.write(loadedPages(items(5000), { kind: "complete" }), {
      signal: canceling.signal,
      onProgress: () => canceling.abort(),
    });
    await assert.rejects(writing, (error) => error instanceof ApiError && error.kind === "aborted");
    await writer.close();
    assert.equal((await fixture.checkpoint()).totals.events, 500);
  });

  it("cancels the request for the next page when it stops", async () => {
    let nextSignal: AbortSignal | undefined;
    const client = new PagedClient(paged(items(3), 1));
    const readFeed = client.readFeed.bind(client);
    client.readFeed = (request, options) => {
      nextSignal = options?.signal;
      return readFeed(request, options);
    };
    await fixture.downloadPages(1, client);
    assert.equal(client.requests.length, 2);
    assert.equal(nextSignal?.aborted, true);
  });

  it("writes nothing after another window took over, though it was suspended meanwhile", async () => {
    const writer = await fixture.writer();
    let before = "";
    const pages = async function* (): AsyncGenerator<ExportPage> {
      for (const page of loadedPages(items(1200), { kind: "complete" })) {
        if (writer.checkpoint.totals.pages === 1) {
          before = await fixture.text();
          const clock = new FakeClock();
          const elsewhere = new ExportFolder(fixture.folder.path, { files: nodeFileSystem, clock });
          assert.equal(await clock.passUntil(elsewhere.claim()), true);
        }
        yield page;
      }
    };
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    await assert.rejects(writer.write(pages(), options), ExportInUseError);
    await assert.rejects(writer.complete(), ExportInUseError);
    await writer.close();
    assert.equal(await fixture.text(), before);
    assert.equal((await fixture.checkpoint()).totals.events, 500);
  });

  describe("with a failing service", () => {
    it("retries while it is unavailable, and reports each wait", async () => {
      const client = new PagedClient(paged(items(3), 1)).passNext().failNext(unavailable, 3);
      await fixture.download(client);
      assert.equal((await fixture.checkpoint()).totals.events, 3);
      assert.deepEqual(
        fixture.retries,
        [5_000, 10_000, 20_000].map((ms) => `${ms} ms: The service is busy.`),
      );
    });

    it("honors Retry-After, but does not wait for hours", async () => {
      const busyFor = (retryAfterMs: number): ApiError =>
        new ApiError({ kind: "unavailable", status: 429, retryAfterMs }, "Too many requests.");
      const client = new PagedClient(paged(items(3), 1));
      client.failNext(busyFor(90_000)).passNext().failNext(busyFor(3_600_000));
      await assert.rejects(fixture.download(client), busyFor(3_600_000));
      assert.deepEqual(fixture.retries, ["90000 ms: Too many requests."]);
      assert.equal((await fixture.checkpoint()).totals.events, 1);
    });

    it("stops after ten attempts, and can be resumed", async () => {
      const all = items(4);
      const client = new PagedClient(paged(all, 1)).passNext(2).failNext(unavailable, 10);
      await assert.rejects(fixture.download(client), unavailable);
      assert.equal(fixture.retries.length, 9);
      assert.equal((await fixture.checkpoint()).totals.events, 2);
      await fixture.download(client);
      assert.equal(await fixture.text(), ndjson(all));
    });

    it("stops at once for a rejected key and keeps the pages before", async () => {
      const client = new PagedClient(paged(items(4), 2)).passNext().failNext(rejected);
      await assert.rejects(fixture.download(client), rejected);
      assert.deepEqual(fixture.retries, []);
      const { state, totals, cursor } = await fixture.checkpoint();
      assert.deepEqual([state, totals.events, cursor], ["writing", 2, "1/1"]);
    });

    const stopped: readonly (readonly [string, string, (respond: () => FeedPage) => FeedPage])[] = [
      [
        "sends no cursor",
        "Paging stopped: the service reported more events but sent no cursor.",
        (respond) => ({ ...respond(), hasMore: true, nextCursor: null }),
      ],
      [
        "repeats a cursor",
        "Paging stopped: the service repeated a page.",
        (respond) => ({ ...respond(), hasMore: true, nextCursor: "1/1" }),
      ],
    ];
    for (const [what, message, respond] of stopped) {
      it(`stops when it reports more events but ${what}`, async () => {
        const client = new PagedClient(paged(items(9), 1)).passNext().handleNext(respond);
        await assert.rejects(fixture.download(client), PagingStoppedError);
        const { totals, completeness } = await fixture.checkpoint();
        assert.deepEqual([totals.events, completeness], [2, { kind: "stopped", message }]);
        await fixture.complete();
        assert.deepEqual((await fixture.checkpoint()).completeness, { kind: "stopped", message });
      });
    }

    it("stops after 5,000 empty pages in a row", async () => {
      const client = new PagedClient(Array.from({ length: 6_000 }, () => []));
      const { signal } = new AbortController();
      const options = { client, clock: fixture.clock, signal, onRetry: () => undefined };
      const read = async (): Promise<void> => {
        for await (const page of new DownloadedPages({ job }, options)) {
          assert.deepEqual(page.items, []);
        }
      };
      await assert.rejects(read(), /Paging stopped: the service sent 5,000 empty pages in a row/);
    });

    it("continues from its position when a cursor is rejected midway", async () => {
      const all = items(100);
      const client = new PagedClient(paged(all, 10)).passNext(2);
      client.handleNext((respond) => {
        client.generation = 2;
        return respond();
      });
      await fixture.download(client);
      assert.equal(await fixture.text(), ndjson(all));
      const restarts = client.requests.filter(({ cursor }) => cursor === undefined);
      assert.equal(restarts.at(-1)?.until, "2026-10-31T09:00:00.001Z");
      assert.ok((await fixture.checkpoint()).totals.duplicates > 0);
    });

    it("stops when every cursor is rejected", async () => {
      const client = new PagedClient(paged(items(9), 3));
      const rejection = new ApiError({ kind: "rejected", status: 400 }, "No such cursor.");
      client.handleNext((respond) => respond()).failNext(rejection, 2);
      await assert.rejects(fixture.download(client), rejection);
    });

    it("continues past an event that is dated long before the others", async () => {
      const odd = item(700, "evt_odd");
      const all = [item(1), odd, item(2), item(3), item(4)];
      const client = new PagedClient(paged(all, 2));
      await fixture.downloadPages(1, client);
      client.generation = 2;
      await fixture.download(client);
      assert.equal(await fixture.text(), ndjson(all));
    });
  });

  it("reports why a file operation failed", () => {
    for (const [code, reason] of [
      ["ENOSPC", "the disk is full"],
      ["EDQUOT", "the disk quota is exceeded"],
      ["EFBIG", "the file is too large for the disk"],
      ["EROFS", "the disk is read-only"],
      ["EACCES", "access is denied"],
      ["EPERM", "access is denied"],
      ["EBUSY", "the file is in use by another program"],
      ["ENAMETOOLONG", "the name is too long"],
      ["EIO", "the disk reported an error"],
      ["EMFILE", "error EMFILE"],
    ] as const) {
      assert.equal(fileErrorReason(systemError(code)), reason);
    }
    assert.equal(fileErrorReason("?"), "unknown error");
  });

  describe("when it is resumed", () => {
    it("continues at the cursor after the last whole page", async () => {
      const all = items(50);
      await fixture.downloadPages(2, new PagedClient(paged(all, 10)));
      const client = new PagedClient(paged(all, 10));
      await fixture.download(client);
      assert.deepEqual(
        client.requests.map(({ cursor }) => cursor),
        ["1/2", "1/3", "1/4"],
      );
      assert.equal(await fixture.text(), ndjson(all));
    });

    it("keeps another target that it is given, though this window may die before the next page", async () => {
      await fixture.downloadPages(1, new PagedClient(paged(items(20), 10)));
      const before = await fixture.checkpoint();
      const target = "file:///tmp/elsewhere.ndjson";
      const writer = await ExportWriter.open(fixture.folder, { target });
      await writer.close();
      assert.deepEqual(await fixture.checkpoint(), { ...before, job: { ...before.job, target } });
    });

    it("recognizes the events before", async () => {
      await fixture.downloadPages(1, new PagedClient([[item(1), item(2)], [item(3)]]));
      await fixture.download(new PagedClient([[], [item(2), item(3), item(1)]]));
      assert.equal(await fixture.text(), ndjson(items(3)));
    });

    for (const file of ["events.part", "ids"]) {
      it(`fails when ${file} is shorter than the checkpoint states`, async () => {
        const client = new PagedClient(paged(items(20), 10));
        await fixture.downloadPages(1, client);
        await truncate(path.join(fixture.folder.path, file), 5);
        await assert.rejects(fixture.download(client), FileError);
      });
    }

    it("continues after the storage failed", async () => {
      const all = items(30);
      const client = new PagedClient(paged(all, 10));
      await fixture.downloadPages(1, client);
      // A folder in place of the new checkpoint makes writing fail.
      const obstacle = path.join(fixture.folder.path, "checkpoint.json.new");
      await mkdir(obstacle);
      await assert.rejects(fixture.download(client), (error) => {
        assert.ok(error instanceof FileError);
        assert.match(error.message, /^Couldn't access the temporary files of the export: error EISDIR\.$/);
        return true;
      });
      await rmdir(obstacle);
      await fixture.download(client);
      assert.equal(await fixture.text(), ndjson(all));
    });

    it("has the same bytes as an uninterrupted export, regardless of where it was interrupted", async () => {
      const step = fc.record({
        pages: fc.integer({ min: 1, max: 4 }),
        // What a crash may leave after the last whole page.
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
            // Newest first, with duplicates.
            const sorted = hours.flat().sort((a, b) => a - b);
            let at = 0;
            const feed = hours.map(({ length }) =>
              sorted.slice(at, (at += length)).map((hour) => item(hour)),
            );
            const whole = await ExportFixture.create();
            const broken = await ExportFixture.create();
            try {
              await whole.download(new PagedClient(feed), { format });
              const client = new PagedClient(feed);
              for (const { pages: count, partRest, idsRest, cursorsLive } of steps) {
                await broken.downloadPages(count, client, { format });
                await appendFile(broken.folder.pathOf("events.part"), partRest);
                await appendFile(path.join(broken.folder.path, "ids"), idsRest);
                client.generation += cursorsLive ? 0 : 1;
              }
              await broken.download(client, { format });
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
