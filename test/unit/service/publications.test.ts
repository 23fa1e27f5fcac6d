/** The whole client: publications. */
import assert from "node:assert/strict";
import { checkPath } from "../../../src/service/urls";
import { page, status } from "../../support/services/scriptedAnswers";
import { Bench, failing } from "./fixture";

const publicationsPath = "/v2/publications";
const item = { id: "pub_1", title: "A title" };

describe("A path below the base URL", () => {
  it("can't lead elsewhere", () => {
    for (const path of ["v2/a", "/v2/a/", " a-b/c.d_e~f ", "v2/ä%20b"]) {
      assert.equal(checkPath(path), undefined, path);
    }
    for (const path of [
      "",
      "/",
      "https://evil.example/a",
      "//evil.example/a",
      "\\\\evil.example",
      "a//b",
      "../a",
      "a/..",
      "a/%2e%2E/b",
      "a/./b",
      "a?b=c",
      "a#b",
      "a b",
      "a/{id}",
      "v2/{dataset}/a",
    ]) {
      assert.match(checkPath(path) ?? "", /^Enter a path below the base URL, .*\.$/, path);
    }
  });

  it("contains an article's ID as one segment", () => {
    assert.equal(checkPath("v2/articles/{id}", true), undefined);
    for (const path of ["v2/articles", "{id}/{id}", "v2/a{id}", "../{id}", "https://x.example/{id}"]) {
      assert.match(checkPath(path, true) ?? "", /with one segment \{id\}/, path);
    }
  });
});

describe("A page of publications", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await Bench.start({ publicationsPath, articlePath: "v2/articles/{id}" }, { attempts: 1 });
  });

  afterEach(() => bench.dispose());

  const read = async (body: unknown) => {
    bench.service.answer(page(body));
    return bench.read({ source: "publications" });
  };

  it("accepts a list under any name, dated by published_at or else the first date", async () => {
    const dated = { ...item, created: "2026-02-03T04:05:06Z", published_at: "2026-01-02T03:04:05Z" };
    const undated = {
      ...item,
      id: "pub_2",
      issue: "7",
      created: "2026-02-03T04:05:06Z",
      updated: "2026-03-01",
    };
    const { items, hasMore, nextCursor } = await read({
      tags: ["a"],
      sources: [],
      anything: [dated, undated, { ...item, id: "pub_3", published_at: "soon" }],
      has_more: true,
      next_cursor: "c1",
    });
    assert.deepEqual(
      items.map(({ value, json }) => [value.id, value.publishedMs, JSON.parse(json) as unknown]),
      [
        ["pub_1", Date.UTC(2026, 0, 2, 3, 4, 5), dated],
        ["pub_2", Date.UTC(2026, 1, 3, 4, 5, 6), undated],
        ["pub_3", undefined, { ...item, id: "pub_3", published_at: "soon" }],
      ],
    );
    assert.deepEqual([hasMore, nextCursor], [true, "c1"]);
  });

  it("may be empty, and may contain unreadable items", async () => {
    assert.deepEqual((await read({ publications: [], has_more: false })).items, []);
    const { items, malformed } = await read({ publications: [item, { title: "No ID" }, null] });
    assert.deepEqual([items.length, malformed], [1, 2]);
  });

  it("is rejected without exactly one list of objects with IDs, or with events", async () => {
    for (const body of [
      {},
      { publications: "none" },
      { publications: ["a"] },
      { a: [item], b: [item] },
      { collections: [{ collection_name: "a" }] },
      { events: [item] },
    ]) {
      bench.service.answer(page(body));
      const reading = bench.client.readFeed({ source: "publications", pageSize: 1, fields: "full" });
      const { message } = await failing(reading, { kind: "malformed" });
      assert.match(message, /^127\.0\.0\.1:\d+ responded with unexpected JSON\.$/);
    }
  });

  it("is reported as missing after a 404, as is an article", async () => {
    bench.service.answer(status(404), status(404));
    const { message } = await failing(bench.read({ source: "publications" }), { kind: "notFound" });
    assert.match(message, /found nothing at \/v2\/publications \(404\)/);
    const article = bench.client.readEvent("a/b", "publications");
    const { message: missing } = await failing(article, { kind: "notOffered" });
    assert.match(missing, /has nothing with this name or ID, or doesn't offer this operation \(404\)/);
    assert.equal(bench.service.last.path, "/v2/articles/a%2Fb");
    await failing(bench.client.readEvent("..", "publications"), { kind: "invalidName" });
  });
});
