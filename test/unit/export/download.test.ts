import assert from "node:assert/strict";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { exportFormats, type ExportFormat } from "../../../src/export/formats/exportFormat";
import { PartFile, accountId } from "../../../src/export/partFile";
import { decodePublicationPage } from "../../../src/service/decode";
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { ExportRun, header, pagedEvents, targetIn, untilMs } from "../../support/faults/exportRun";
import { page, status } from "../../support/services/scriptedAnswers";
import { testClient } from "../../support/services/testClient";
import { type PagedEvent, type PagingBehavior, PagingService } from "../../support/services/pagingService";

describe("Exporting a time range", () => {
  let folder: string;
  let paging: PagingService | undefined;

  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "export-"))));
  afterEach(async () => {
    await paging?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(events: readonly PagedEvent[], behavior?: PagingBehavior): Promise<PagingService> {
    paging = await PagingService.start(events, behavior);
    return paging;
  }

  const runOf = (format: ExportFormat = "ndjson"): ExportRun =>
    new ExportRun(folder, format, { files: nodeFileSystem, clock: systemClock });
  const target = (format: ExportFormat = "ndjson"): Promise<Buffer> => readFile(targetIn(folder, format));

  async function exportedIds(): Promise<string[]> {
    const lines = (await target()).toString().trimEnd().split("\n");
    return lines.map((line) => (JSON.parse(line) as { id: string }).id);
  }

  it("writes each event once, newest first, despite short pages and refused cursors", async () => {
    const events = pagedEvents(1_300);
    const { client, requests } = await serve(events, { pageCap: 100, refuses: (nth) => nth % 4 === 0 });
    await runOf().run(client);
    assert.deepEqual(
      await exportedIds(),
      events.map(({ id }) => id),
    );
    assert.deepEqual(await readdir(folder), ["events.ndjson"]);
    assert.equal(requests[0]?.parameters.get("page_size"), "500");
  });

  for (const format of exportFormats) {
    it(`writes the same file if it is interrupted at any byte and resumed: ${format}`, async () => {
      // One event is out of order, one is undated, and many share an instant.
      const outlier = 50;
      const events = pagedEvents(700).map(({ id, ms = 0 }, n) => ({
        id,
        ...(n !== outlier + 1 && { ms: n === outlier ? ms - 20 * 86_400_000 : ms }),
        ...(n > 100 && n < 500 && { ms: untilMs - 101 * 60_000 }),
      }));
      const { client } = await serve(events, { pageCap: 60 });
      await runOf(format).run(client);
      const whole = await target(format);
      const run = runOf(format);
      const part = await run.download(client);
      await part.close();
      const bytes = await readFile(run.part);
      const headerEnd = bytes.indexOf("\n") + 1;
      const anywhere = Array.from(
        { length: 5 },
        (_, n) => headerEnd + Math.floor(((n + 0.37) * bytes.length) / 6),
      );
      const afterOutlier = bytes.indexOf("\n", bytes.indexOf(`evt_${outlier}"`)) + 1;
      const atOneInstant = bytes.indexOf("\n", bytes.indexOf('evt_450"')) + 1;
      for (const cut of [headerEnd, afterOutlier, atOneInstant, ...anywhere]) {
        await writeFile(run.part, bytes.subarray(0, cut));
        await runOf(format).run(client);
        assert.ok((await target(format)).equals(whole), `cut at byte ${cut}`);
      }
    });
  }

  it("resumes after the last intact line", async () => {
    const events = pagedEvents(30);
    const { client } = await serve(events);
    const run = runOf();
    await (await run.download(client)).close();
    const lines = (await readFile(run.part, "utf8")).split("\n");
    await writeFile(run.part, [...lines.slice(0, 11), "\0\0\0", ...lines.slice(12)].join("\n"));
    const part = await PartFile.open(nodeFileSystem, run.part);
    assert.equal(part?.events, 10);
    await part.close();
    await runOf().run(client);
    assert.deepEqual(
      await exportedIds(),
      events.map(({ id }) => id),
    );
  });

  it("resumes publications at the last one, whatever the name of their date", async () => {
    const { part: file } = runOf();
    const query = { ...header.query, source: "publications" } as const;
    const part = await PartFile.create(nodeFileSystem, file, { ...header, query });
    const lastMs = untilMs - 60_000;
    const text = JSON.stringify([{ id: "p_1", posted_on: new Date(lastMs).toISOString() }]);
    await part.append(decodePublicationPage({ text, status: 200, host: "service.test" }).items, 0);
    await part.close();
    const resumed = await PartFile.open(nodeFileSystem, file);
    await resumed?.close();
    assert.deepEqual([part.positionMs, resumed?.positionMs], [lastMs, lastMs]);
  });

  it("never overwrites a file that isn't its part file", async () => {
    const { client, requests } = await serve(pagedEvents(3));
    const others = ["{}\n", "my notes", `{"companyFeedPart":{"version":2}}\n`, "x".repeat(200_000)];
    for (const other of others) {
      await writeFile(runOf().part, other);
      await assert.rejects(
        runOf().run(client),
        /^Error: events\.ndjson\.part is not a partial download of this export\. Choose another file name/,
      );
      assert.equal(await readFile(runOf().part, "utf8"), other);
    }
    assert.equal(requests.length, 0);
    await writeFile(runOf().part, "");
    await runOf().run(client);
    // On Windows, a folder has no size.
    const stat = async (file: string) => Object.assign(await nodeFileSystem.stat(file), { size: 0 });
    await assert.rejects(PartFile.open({ ...nodeFileSystem, stat }, folder));
    // An unreadable file doesn't count as missing.
    const denied = () => Promise.reject(Object.assign(new Error("denied"), { code: "EACCES" }));
    await assert.rejects(PartFile.open({ ...nodeFileSystem, stat: denied }, runOf().part), {
      code: "EACCES",
    });
    assert.equal((await exportedIds()).length, 3);
  });

  it("fails if another program writes to its part file", async () => {
    const { client } = await serve(pagedEvents(10), { pageCap: 2 });
    const run = runOf();
    const part = await PartFile.create(nodeFileSystem, run.part, header);
    const { items } = await client.readFeed({ pageSize: 2, fields: "full" });
    await part.append(items, 0);
    await appendFile(run.part, "more");
    await assert.rejects(part.append(items, 1), /was changed by another window or program\.$/);
    await part.close();
  });

  it("counts unreadable items, including those before an interruption", async () => {
    const events = pagedEvents(10).map((event, n) => (n === 1 || n === 8 ? { ...event, id: "" } : event));
    const { client } = await serve(events, { pageCap: 2 });
    await assert.rejects(runOf().download(client, 3), { kind: "aborted" });
    const part = await runOf().download(client);
    assert.deepEqual([part.events, part.malformed], [8, 2]);
    await runOf().save(part);
    assert.equal((await exportedIds()).length, 8);
  });

  it("survives an outage of several minutes, and reports the retries", async () => {
    const service = await serve(pagedEvents(10), { pageCap: 5 });
    const clock = new FakeClock();
    const client = testClient({ baseUrl: service.service.origin }, { clock });
    let failures = 0;
    service.intercept = (request) =>
      request.parameters.has("cursor") && ++failures < 9 ? status(503, { detail: "Busy." }) : undefined;
    const run = runOf();
    await clock.passUntil(run.run(client), 10_000);
    assert.equal((await exportedIds()).length, 10);
    assert.equal(run.told[0], "0 events");
    assert.match(run.told.find((message) => message.includes("Retrying")) ?? "", /\. Retrying in \d+\ss\.$/);
    assert.equal(run.told.at(-1), "10 events · back to Oct 31, 2026, 23:59 UTC");
  });

  it("keeps the part file if paging stops, and says why", async () => {
    const service = await serve([]);
    const answer = page({ events: [{ id: "a" }], has_more: true, next_cursor: "again" });
    service.intercept = () => answer;
    await assert.rejects(runOf().run(service.client), /repeated a page\.$/);
    const part = await PartFile.open(nodeFileSystem, runOf().part);
    assert.equal(part?.events, 1);
    await part.close();
  });

  it("identifies service, organization and key by a hash", () => {
    const acme = { name: "Acme", baseUrl: "https://a.example", origin: "", dataset: "d", sample: false };
    const id = accountId(acme, {}, "aaaa");
    assert.equal(accountId({ ...acme, name: "Renamed" }, {}, "aaaa"), id);
    const others = [
      accountId(acme, {}, "bbbb"),
      accountId({ ...acme, baseUrl: "https://b.example" }, {}, "aaaa"),
      accountId({ ...acme, dataset: "e" }, {}, "aaaa"),
      accountId({ ...acme, organizationId: "org" }, {}, "aaaa"),
      accountId(acme, { source: "publications" }, "aaaa"),
      accountId({ ...acme, publicationsPath: "v2/a" }, { source: "publications" }, "aaaa"),
    ];
    assert.equal(new Set([id, ...others]).size, 7);
    assert.equal(accountId({ ...acme, publicationsPath: "v2/a" }, {}, "aaaa"), id, "its events are the same");
    assert.match(id, /^[0-9a-f]{16}$/);
  });
});
