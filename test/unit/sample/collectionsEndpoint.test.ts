import assert from "node:assert/strict";
import { sampleOrganizations } from "../../../src/sample/data/collections";
import { SampleData } from "../../../src/sample/sampleData";
import { SampleService } from "../../../src/sample/sampleService";
import { bodyOf, collectionsPath, feedPath, SampleClient, type CollectionsBody } from "./sampleClient";

describe("GET /v2/collections of the sample service", () => {
  const data = new SampleData();
  const service = new SampleService({ source: data });
  const truth = data.collections(undefined) ?? [];
  let client: SampleClient;

  before(async () => {
    client = new SampleClient(await service.start());
  });

  after(() => {
    client.close();
    service.dispose();
  });

  it("returns the first 100 by default", async () => {
    const body = await client.collections();
    assert.deepEqual(Object.keys(body).sort(), ["collections", "limit", "offset", "total_count"]);
    assert.deepEqual(
      { ...body, collections: body.collections.length },
      { collections: 100, total_count: truth.length, limit: 100, offset: 0 },
    );
    assert.deepEqual(body.collections, truth.slice(0, 100));
  });

  it("applies a limit of at most 100 and reports it", async () => {
    for (const [asked, applied] of [
      [1, 1],
      [99, 99],
      [100, 100],
      [101, 100],
      [5_000, 100],
    ]) {
      const body = await client.collections(`?limit=${asked ?? ""}&offset=7`);
      assert.equal(body.limit, applied);
      assert.deepEqual(body.collections, truth.slice(7, 7 + (applied ?? 0)));
    }
  });

  it("returns every collection once when paged by the applied limit", async () => {
    const all: unknown[] = [];
    for (let total = 1; all.length < total;) {
      const body = await client.collections(`?limit=1000&offset=${all.length}`);
      all.push(...body.collections);
      total = body.total_count;
      assert.ok(body.collections.length > 0);
    }
    assert.deepEqual(all, truth);
  });

  it("returns nothing after the end", async () => {
    const last = await client.collections(`?offset=${truth.length - 1}`);
    assert.equal(last.collections.length, 1);
    const beyond = await client.collections(`?offset=${truth.length}`);
    assert.deepEqual(beyond, {
      collections: [],
      total_count: truth.length,
      limit: 100,
      offset: truth.length,
    });
  });

  for (const query of [
    "limit=0",
    "limit=-1",
    "limit=ten",
    "limit=",
    "limit=1.5",
    "offset=-1",
    "offset=x",
    "offset=1e2",
  ]) {
    it(`rejects ${query} with 422`, async () => {
      const { status, bytes } = await client.ask(`${collectionsPath}?${query}`);
      assert.equal(status, 422);
      assert.match(
        bytes.toString(),
        /^\{"detail":\[\{"loc":\["query","(limit|offset)"\],"msg":".+","type":".+"\}\]\}$/,
      );
    });
  }

  it("separates organizations", async () => {
    for (const { id, collections } of sampleOrganizations) {
      const body = bodyOf(await client.with(collectionsPath, { "X-Organization-ID": id })) as CollectionsBody;
      assert.equal(body.total_count, collections);
      assert.deepEqual(body.collections, data.collections(id)?.slice(0, 100));
    }
  });

  it("returns 403 for an unknown organization on both endpoints", async () => {
    for (const path of [collectionsPath, feedPath]) {
      const { status, bytes } = await client.with(path, { "X-Organization-ID": "another" });
      assert.equal(status, 403);
      assert.match(bytes.toString(), /"status":"error","message":".*organization/);
    }
  });
});
