import assert from "node:assert/strict";
import { largeDocumentCount } from "../../../src/sample/collections";
import { SampleData } from "../../../src/sample/sampleData";
import { type Body, SampleTester } from "./sampleTester";

const data = new SampleData();
const seed = data.collections();
const documentsOf = (page: Body) => page["documents"] as Body[];
const ids = (page: Body) => documentsOf(page).map((document) => String(document["file_id"]));
const pathOf = (collection: Body | undefined) =>
  `/v2/collections/${encodeURIComponent(String(collection?.["database_name"]))}/documents`;
const withCount = (count: number) =>
  seed.find((one) => one["document_count"] === count) ?? assert.fail(`none has ${count} documents`);

describe("The documents of the sample service", () => {
  const large = pathOf(withCount(largeDocumentCount));
  const small = withCount(31);
  let sample: SampleTester;

  beforeEach(() => {
    sample = new SampleTester(data);
  });

  function listed(): Body | undefined {
    return sample.list().find((one) => one["collection_id"] === small["collection_id"]);
  }

  it("match the collection's count, have all fields and unique IDs, and never change", () => {
    const all: string[] = [];
    for (const collection of seed.slice(0, 40)) {
      const page = sample.get(pathOf(collection));
      assert.equal(page["total_count"], collection["document_count"] ?? collection["file_count"]);
      assert.equal(documentsOf(page).length, Math.min(100, Number(page["total_count"])));
      assert.deepEqual(page, new SampleTester().get(pathOf(collection)));
      all.push(...ids(page));
      for (const document of documentsOf(page)) {
        assert.match(String(document["file_id"]), /^file_[0-9a-z]{15,}$/);
        assert.match(String(document["filename"]), /^.+\.[a-z]{2,4}$/);
        const created = String(document["created_at"]);
        assert.equal(new Date(created).toISOString(), created);
        assert.ok(created >= String(collection["created_at"]));
        assert.equal("indexed_at" in document, "chunk_count" in document);
      }
    }
    assert.equal(new Set(all).size, all.length);
  });

  it("are paged newest first, 100 by default and 500 at most", () => {
    const first = sample.get(large);
    assert.deepEqual([first["limit"], first["offset"], first["total_count"]], [100, 0, largeDocumentCount]);
    const page = sample.get(`${large}?limit=5000&offset=50000`);
    assert.deepEqual([page["limit"], documentsOf(page).length], [500, 500]);
    const dates = [...documentsOf(first), ...documentsOf(page)].map((each) => String(each["created_at"]));
    assert.deepEqual(dates, [...dates].sort().reverse());
    assert.equal(ids(sample.get(`${large}?offset=${largeDocumentCount - 3}`)).length, 3);
    assert.deepEqual(ids(sample.get(`${large}?offset=${largeDocumentCount}`)), []);
  });

  it("can be deleted by ID or all at once, and counts follow", () => {
    const path = pathOf(small);
    const before = ids(sample.get(path));
    const gone = before[7] ?? "";
    assert.equal(sample.expect(200, "DELETE", `${path}/${gone}`)["success"], true);
    assert.deepEqual(ids(sample.get(path)), before.toSpliced(7, 1));
    assert.equal(sample.get(path)["total_count"], 30);
    assert.deepEqual([listed()?.["document_count"], listed()?.["file_count"]], [30, 30]);
    for (const method of ["DELETE", "GET"]) {
      assert.match(String(sample.expect(404, method, `${path}/${gone}`)["message"]), /has no document/);
    }
    assert.equal(sample.expect(200, "DELETE", path)["documents_deleted"], 30);
    assert.equal(sample.expect(200, "DELETE", path)["documents_deleted"], 0);
    sample.expect(404, "DELETE", `${path}/${before[0] ?? ""}`);
    assert.deepEqual([sample.get(path)["total_count"], ids(sample.get(path))], [0, []]);
    assert.deepEqual([listed()?.["document_count"], listed()?.["file_count"]], [0, 0]);
  });
});
