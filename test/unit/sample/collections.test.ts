import assert from "node:assert/strict";
import { organizations } from "../../../src/sample/collections";
import { maxBodyBytes } from "../../../src/sample/http";
import { operationNames } from "../../../src/sample/routes";
import { SampleData } from "../../../src/sample/sampleData";
import { sampleCommands } from "../../support/services/sampleCommands";
import { operationOf } from "../../support/services/operations";
import { collectionsPath, feedPath, locationOf, noon, SampleTester } from "./sampleTester";

const data = new SampleData();
const seed = data.collections(undefined) ?? [];
const path = (name: unknown, rest = "") => `${collectionsPath}/${encodeURIComponent(String(name))}${rest}`;

let sample: SampleTester;
beforeEach(() => {
  sample = new SampleTester(data);
});

describe("GET the collections of the sample service", () => {
  it("returns the first 100 by default, and reports the limit that it applied, at most 100", () => {
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

  it("separates organizations, and is 403 for an unknown one", () => {
    for (const { id, collections } of organizations) {
      const { body } = sample.send("GET", collectionsPath, undefined, { "x-organization-id": id });
      assert.equal((JSON.parse(body) as { total_count: number }).total_count, collections);
    }
    for (const target of [collectionsPath, feedPath]) {
      const { status, body } = sample.send("GET", target, undefined, { "x-organization-id": "another" });
      assert.equal(status, 403);
      assert.match(body, /"status":"error","message":".*organization/);
    }
  });
});

describe("PUT a collection of the sample service", () => {
  it("creates it at the top of the list with 201, empty, and says 200 the next time", () => {
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

  it("accepts any name that can be one segment of a path", () => {
    for (const name of ["Verträge 🦊", "a?b#c", "%2F", "a&b=c+d", "..x", "x".repeat(255)]) {
      assert.equal(sample.expect(201, "PUT", path(name))["collection_name"], name);
      assert.equal(sample.list()[0]?.["database_name"], name);
      sample.expect(200, "DELETE", path(name));
    }
    for (const name of ["a/b", "a\\b", "a\nb", " a", "a ", "..", "x".repeat(256)]) {
      assert.deepEqual(locationOf(sample.expect(422, "PUT", path(name))), ["path", "collection_name"]);
    }
    for (const target of ["/", "/%", "/%FF", "//documents"]) {
      sample.expect(404, "PUT", collectionsPath + target);
    }
    assert.deepEqual(sample.list(), seed);
  });

  it("rejects anything but a description in its body", () => {
    const long = "x".repeat(2_001);
    for (const body of ["{", [], { a: 1 }, { description: 5 }, { description: long }]) {
      const [first] = locationOf(sample.expect(422, "PUT", path("new"), body)) as string[];
      assert.equal(first, "body");
    }
    const type = (text: string) => ({ "content-type": text });
    assert.equal(sample.send("PUT", path("new"), {}, type("text/plain")).status, 422);
    assert.equal(sample.send("PUT", path("new"), " ".repeat(maxBodyBytes + 1)).status, 413);
    assert.deepEqual(sample.list(), seed);
    assert.equal(sample.send("PUT", path("new"), {}, type("application/json; charset=utf-8")).status, 201);
  });
});

describe("DELETE a collection of the sample service", () => {
  it("removes it from the list, once", () => {
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

  it("keeps the organizations apart", () => {
    const [own, research] = organizations;
    const headers = { "x-organization-id": research?.id ?? "" };
    const name = data.collections(research?.id)?.[0]?.["database_name"];
    assert.equal(sample.send("DELETE", path(name), undefined, headers).status, 200);
    assert.equal(sample.send("DELETE", path(name), undefined, headers).status, 404);
    assert.deepEqual(sample.list(), seed);
    const byId = { "x-organization-id": own?.id.toUpperCase() ?? "" };
    assert.equal(sample.send("PUT", path("x"), undefined, byId).status, 201);
    assert.equal(sample.list().length, seed.length + 1, "the default organization, with and without its ID");
  });
});

describe("PATCH the environment of a sample collection", () => {
  const collection = seed.find((one) => one["environment"] === "staging" && one["document_count"]);
  const name = collection?.["collection_name"];
  const move = (status: number, new_environment: unknown) =>
    sample.expect(status, "PATCH", path(name, "/environment"), { new_environment });

  it("takes it off the list: the key sees one environment", () => {
    assert.deepEqual(move(200, "production"), {
      success: true,
      collection_name: name,
      previous_environment: "staging",
      new_environment: "production",
      files_moved: collection?.["document_count"],
    });
    assert.deepEqual(
      sample.list(),
      seed.filter((one) => one !== collection),
    );
    move(404, "production");
  });

  it("is 400 where it is already, and 422 for what is no environment", () => {
    assert.match(String(move(400, "staging")["detail"]), /already in staging/);
    for (const wrong of ["moon", 5, undefined]) {
      assert.deepEqual(locationOf(move(422, wrong)), ["body", "new_environment"]);
    }
    assert.deepEqual(sample.list(), seed);
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

  it("rejects parameters that it does not have, and the wrong body, with 422", () => {
    for (const [method, target, body] of requests) {
      const location = locationOf(sample.expect(422, method, `${target}?dry_run=true`, body));
      assert.deepEqual(location, ["query", "dry_run"]);
      sample.expect(422, method, target, { more: 1 });
      sample.expect(422, method, target, "text");
    }
    assert.deepEqual(sample.list(), seed);
  });

  it("needs the key, and names the methods of its path", () => {
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

  it("is shown by npm run sample, with a request that succeeds", () => {
    const commands = sampleCommands(data, noon);
    for (const { method, target, body } of commands) {
      const { status } = sample.send(method, target, body);
      assert.ok(status === 200 || status === 201, `${method} ${target}: ${status}`);
    }
    assert.deepEqual(commands.map(operationOf).sort(), [...operationNames].sort());
  });
});
