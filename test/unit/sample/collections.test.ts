import assert from "node:assert/strict";
import { organization } from "../../../src/sample/collections";
import { SampleData } from "../../../src/sample/sampleData";
import { collectionsPath, feedPath, locationOf, noon, SampleTester } from "./sampleTester";

const data = new SampleData();
const seed = data.collections();
const path = (name: unknown, rest = "") => `${collectionsPath}/${encodeURIComponent(String(name))}${rest}`;

let sample: SampleTester;
beforeEach(() => {
  sample = new SampleTester(data);
});

describe("GET the collections of the sample service", () => {
  it("returns 100 by default and at most, and reports the applied limit", () => {
    assert.deepEqual(sample.get(collectionsPath), {
      collections: seed.slice(0, 100),
      total_count: seed.length,
      limit: 100,
      offset: 0,
    });
    for (const [asked, applied] of [
      [1, 1],
      [99, 99],
      [5_000, 100],
    ] as const) {
      const page = sample.get(`${collectionsPath}?limit=${asked}&offset=7`);
      assert.equal(page["limit"], applied);
      assert.deepEqual(page["collections"], seed.slice(7, 7 + applied));
    }
    assert.deepEqual(sample.list(), seed);
    assert.deepEqual(sample.get(`${collectionsPath}?offset=${seed.length}`)["collections"], []);
  });

  it("accepts the key's organization, and rejects another one with 403", () => {
    const id = organization.id.toUpperCase();
    assert.equal(sample.send("GET", collectionsPath, undefined, { "x-organization-id": id }).status, 200);
    for (const target of [collectionsPath, feedPath]) {
      const { status, body } = sample.send("GET", target, undefined, { "x-organization-id": "another" });
      assert.equal(status, 403);
      assert.match(body, /"status":"error","message":".*organization/);
    }
  });
});

describe("PUT a collection of the sample service", () => {
  it("creates an empty collection at the top of the list (201), or finds it (200)", () => {
    const body = sample.expect(201, "PUT", path("new papers"), { description: "Drafts" });
    assert.deepEqual([body["collection_name"], body["status"]], ["new papers", "created"]);
    const [first, ...rest] = sample.list();
    assert.deepEqual(first, {
      database_name: "new papers",
      collection_name: "new papers",
      collection_id: body["collection_id"],
      description: "Drafts",
      document_count: 0,
      file_count: 0,
      environment: "development",
      is_active: true,
      created_at: new Date(noon).toISOString(),
      request_count: 0,
    });
    assert.deepEqual(rest, seed);
    const again = sample.expect(200, "PUT", path("new papers"), { description: "Others" });
    assert.deepEqual([again["collection_id"], again["status"]], [body["collection_id"], "exists"]);
    assert.deepEqual(sample.list()[0], first, "it stays as it was");
    assert.equal(sample.get(path("new papers", "/documents"))["total_count"], 0);
  });
});

describe("DELETE a collection of the sample service", () => {
  it("removes it from the list, and then responds with 404", () => {
    const name = seed[3]?.["collection_name"];
    assert.equal(sample.expect(200, "DELETE", path(name))["success"], true);
    assert.deepEqual(sample.list(), seed.toSpliced(3, 1));
    for (const [method, rest, body] of [
      ["DELETE", ""],
      ["GET", "/documents"],
      ["DELETE", "/documents"],
      ["GET", "/documents/file_1"],
      ["DELETE", "/documents/file_1"],
      ["PATCH", "/environment", { new_environment: "production" }],
    ] as const) {
      const { message } = sample.expect(404, method, path(name, rest), body);
      assert.match(String(message), /No collection is named/);
    }
  });
});

describe("Each operation of the sample service", () => {
  const requests: readonly (readonly [method: string, target: string, body?: unknown])[] = [
    ["GET", collectionsPath],
    ["GET", feedPath],
    ["GET", "/v2/datasets/companydata/events/evt_1"],
    ["PUT", path("new")],
    ["DELETE", path("new")],
    ["PATCH", path("new", "/environment"), { new_environment: "staging" }],
    ["GET", path("new", "/documents")],
    ["DELETE", path("new", "/documents")],
    ["GET", path("new", "/documents/1")],
    ["DELETE", path("new", "/documents/1")],
  ];

  it("rejects unknown parameters and invalid bodies with 422", () => {
    for (const [method, target, body] of requests) {
      const location = locationOf(sample.expect(422, method, `${target}?dry_run=true`, body));
      assert.deepEqual(location, ["query", "dry_run"]);
      sample.expect(422, method, target, { more: 1 });
      sample.expect(422, method, target, "text");
    }
    assert.deepEqual(sample.list(), seed);
  });

  it("requires the key, and responds to other methods with 405", () => {
    for (const [method, target, body] of requests) {
      for (const authorization of ["", "Bearer other", "Bearer kx", "Basic k"]) {
        assert.equal(sample.send(method, target, body, { authorization }).status, 401);
      }
      const { status, headers } = sample.send("POST", target);
      assert.equal(status, 405);
      assert.ok(headers["allow"]?.split(", ").includes(method), target);
    }
    for (const target of ["/", "/v1/collections", "/v2/datasets/other/feed", "//v2/collections"]) {
      assert.deepEqual(sample.expect(404, "GET", target), { detail: "Not Found" });
    }
  });
});
