import assert from "node:assert/strict";
import fc from "fast-check";
import { maxBodyBytes, type SampleHandler, type SampleResponse } from "../../../src/sample/http";
import { largeDocumentCount } from "../../../src/sample/sampleCollections";
import { SampleData } from "../../../src/sample/sampleData";
import { operationNames } from "../../../src/sample/routes";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import { sampleOrganizations } from "../../../src/sample/data/collections";
import { dayStart, type SampleCollection } from "../../../src/sample/sampleSource";
import { dayMs } from "../../../src/shared/instant";
import { event, listSource } from "../../support/services/listSource";
import { notOffering } from "../../support/services/sampleBackend";
import { sampleCommands } from "../../support/services/sampleCommands";
import { operationOf, optionalOperations } from "../../support/services/operations";

const now = Date.UTC(2026, 2, 11, 12);
const data = new SampleData();
const seed = data.collections(undefined) ?? [];

type Body = Record<string, unknown>;

/** Sends requests to the handler, without HTTP. */
class Tester {
  constructor(
    private readonly handler: SampleHandler = sampleHandler({ source: data, key: "k", now: () => now }),
  ) {}

  send(method: string, target: string, body?: unknown, headers: Record<string, string> = {}): SampleResponse {
    return this.handler({
      method,
      target,
      headers: {
        host: "127.0.0.1",
        authorization: "Bearer k",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && {
        body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
      }),
    });
  }

  /** The body of the answer, which has this status. */
  expect(status: number, method: string, target: string, body?: unknown): Body {
    const response = this.send(method, target, body);
    assert.equal(response.status, status, `${method} ${target}: ${response.body}`);
    return JSON.parse(response.body) as Body;
  }

  get(target: string): Body {
    return this.expect(200, "GET", target);
  }

  list(): SampleCollection[] {
    const all: SampleCollection[] = [];
    for (let total = 1; all.length < total;) {
      const page = this.get(`/v2/collections?offset=${all.length}`);
      all.push(...(page["collections"] as SampleCollection[]));
      total = page["total_count"] as number;
    }
    return all;
  }
}

const path = (name: unknown, rest = "") => `/v2/collections/${encodeURIComponent(String(name))}${rest}`;
const documentsOf = (page: Body) => page["documents"] as Body[];
const ids = (page: Body) => documentsOf(page).map((document) => document["file_id"] as string);
const labelOf = (collection: SampleCollection | undefined) => collection?.["database_name"];
const named = (count: number) => {
  const found = seed.find((one) => one["document_count"] === count);
  assert.ok(found, `a collection with ${count} documents`);
  return found;
};

let sample: Tester;
beforeEach(() => {
  sample = new Tester();
});

describe("The names of the sample collections", () => {
  it("tell a collection from all others, either of them", () => {
    for (const { id } of sampleOrganizations) {
      const owners = new Map<unknown, SampleCollection>();
      for (const collection of data.collections(id) ?? []) {
        for (const name of new Set([collection["database_name"], collection["collection_name"]])) {
          if (name !== undefined) {
            assert.ok(!owners.has(name), JSON.stringify(name));
            owners.set(name, collection);
          }
        }
      }
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
      created_at: new Date(now).toISOString(),
      request_count: 0,
    });
    assert.deepEqual(rest, seed);
    const again = sample.expect(200, "PUT", path("new papers"), { description: "Others" });
    assert.deepEqual([again["collection_id"], again["status"]], [body["collection_id"], "exists"]);
    assert.deepEqual(sample.list()[0], first, "it stays as it was");
    assert.deepEqual(documentsOf(sample.get(path("new papers", "/documents"))), []);
  });

  it("finds one of the list by either of its names", () => {
    const collection = seed.find((one) => one["collection_name"] && one["collection_name"] !== labelOf(one));
    for (const name of [collection?.["collection_name"], labelOf(collection)]) {
      assert.equal(sample.expect(200, "PUT", path(name))["collection_id"], collection?.["collection_id"]);
    }
    assert.equal(sample.list().length, seed.length);
  });

  for (const name of [
    "Verträge 2025",
    "🦊",
    "a?b#c",
    "50%",
    "%2F",
    "a&b=c+d",
    "..x",
    "x".repeat(255),
    "'\"<b>`",
  ]) {
    it(`accepts the name ${name.slice(0, 20)}`, () => {
      assert.equal(sample.expect(201, "PUT", path(name))["collection_name"], name);
      assert.equal(labelOf(sample.list()[0]), name);
      sample.expect(200, "DELETE", path(name));
      assert.equal(sample.list().length, seed.length);
    });
  }

  for (const name of [
    "a/b",
    "../x",
    "a\\b",
    "a\nb",
    "a\u0000b",
    " a",
    "a ",
    " ",
    ".",
    "..",
    "x".repeat(256),
  ]) {
    it(`rejects the name ${JSON.stringify(name.slice(0, 20))} with 422`, () => {
      const { detail } = sample.expect(422, "PUT", path(name)) as { detail: { loc: unknown; msg: string }[] };
      assert.deepEqual(detail[0]?.loc, ["path", "collection_name"]);
      assert.ok(detail[0].msg);
      assert.equal(sample.list().length, seed.length);
    });
  }

  it("has no address for an empty name, or one that is not encoded correctly", () => {
    for (const target of [
      "/v2/collections/",
      "/v2/collections/%",
      "/v2/collections/%FF",
      "/v2/collections//documents",
    ]) {
      sample.expect(404, "PUT", target);
    }
  });

  for (const [problem, body] of Object.entries({
    "no JSON": "{",
    "an array": [],
    null: "null",
    "a number": 5,
    "an unknown field": { description: "x", environment: "staging" },
    "a description that is no text": { description: 5 },
    "a description of null": { description: null },
    "a description that is too long": { description: "x".repeat(2_001) },
  })) {
    it(`rejects ${problem} with 422`, () => {
      const { detail } = sample.expect(422, "PUT", path("new"), body) as { detail: { loc: string[] }[] };
      assert.equal(detail[0]?.loc[0], "body");
      assert.equal(sample.list().length, seed.length);
    });
  }

  it("accepts a missing body, and rejects another content type and a body that is too large", () => {
    assert.equal(
      sample.send("PUT", path("one"), { description: "x" }, { "content-type": "text/plain" }).status,
      422,
    );
    assert.equal(sample.send("PUT", path("one"), " ".repeat(maxBodyBytes + 1)).status, 413);
    assert.equal(sample.send("PUT", path("one")).status, 201);
    assert.equal(
      sample.send("PUT", path("two"), {}, { "content-type": "application/json; charset=utf-8" }).status,
      201,
    );
  });
});

describe("DELETE a collection of the sample service", () => {
  it("removes it from the list, once", () => {
    const name = seed[3]?.["collection_name"];
    assert.equal(sample.expect(200, "DELETE", path(name))["success"], true);
    assert.deepEqual(sample.list(), seed.toSpliced(3, 1));
    assert.equal(sample.expect(404, "DELETE", path(name))["status"], "error");
    for (const [method, rest, body] of [
      ["GET", "/documents"],
      ["DELETE", "/documents"],
      ["GET", "/documents/file_1"],
      ["DELETE", "/documents/file_1"],
      ["PATCH", "/environment", { new_environment: "production" }],
    ] as const) {
      assert.match(
        String(sample.expect(404, method, path(name, rest), body)["message"]),
        /No collection is named/,
      );
    }
  });

  it("leaves nothing behind for a new one of its name", () => {
    const name = named(31)["collection_name"];
    sample.expect(200, "DELETE", path(name));
    sample.expect(201, "PUT", path(name));
    assert.equal(sample.list()[0]?.["document_count"], 0);
    assert.equal(sample.get(path(name, "/documents"))["total_count"], 0);
    sample.expect(200, "DELETE", path(name));
    assert.ok(!sample.list().some((one) => one["collection_name"] === name));
  });

  it("keeps the organizations apart", () => {
    const [, research] = sampleOrganizations;
    const headers = { "x-organization-id": research?.id ?? "" };
    const name = labelOf(data.collections(research?.id)?.[0]);
    assert.equal(sample.send("DELETE", path(name), undefined, headers).status, 200);
    assert.equal(sample.send("DELETE", path(name), undefined, headers).status, 404);
    assert.deepEqual(sample.list(), seed);
    assert.equal(sample.send("PUT", path("x"), undefined, { "x-organization-id": "other" }).status, 403);
    const own = { "x-organization-id": sampleOrganizations[0]?.id.toUpperCase() ?? "" };
    assert.equal(sample.send("PUT", path("x"), undefined, own).status, 201);
    assert.equal(sample.list().length, seed.length + 1, "the default organization, with and without its ID");
  });
});

describe("PATCH the environment of a sample collection", () => {
  const collection = seed.find(
    (one) => one["environment"] === "staging" && Number(one["document_count"]) > 5,
  );
  const name = collection?.["collection_name"];
  const move = (status: number, new_environment: unknown, which: unknown = name) =>
    sample.expect(status, "PATCH", path(which, "/environment"), { new_environment });

  it("takes it off the list: the key sees one environment", () => {
    assert.deepEqual(
      { ...move(200, "production"), message: "" },
      {
        success: true,
        message: "",
        collection_name: name,
        previous_environment: "staging",
        new_environment: "production",
        files_moved: collection?.["document_count"],
      },
    );
    assert.deepEqual(
      sample.list(),
      seed.filter((one) => one !== collection),
    );
    move(404, "production");
  });

  it("is 400 where it is already, and 409 where its name is taken", () => {
    assert.match(String(move(400, "staging")["detail"]), /already in staging/);
    move(200, "production");
    sample.expect(201, "PUT", path(name));
    assert.match(String(move(409, "production")["message"]), /already exists in production/);
    assert.equal(labelOf(sample.list()[0]), name, "it stays");
    move(400, "development");
    move(200, "staging");
  });

  it("accepts the environments of the list", () => {
    for (const label of new Set(seed.map((one) => one["environment"]))) {
      const other = sample.list().find((one) => one["environment"] !== label);
      move(200, label, labelOf(other));
    }
  });

  for (const body of [
    undefined,
    {},
    { environment: "production" },
    { new_environment: "moon" },
    { new_environment: 5 },
  ]) {
    it(`rejects ${JSON.stringify(body)} with 422`, () => {
      sample.expect(422, "PATCH", path(name, "/environment"), body);
      assert.deepEqual(sample.list(), seed);
    });
  }
});

describe("The documents of the sample service", () => {
  const large = named(largeDocumentCount);
  const name = large["collection_name"];

  it("are as many as the list says, with all specified fields, and always the same", () => {
    for (const collection of seed.slice(0, 40)) {
      const page = sample.get(path(labelOf(collection), "/documents"));
      assert.equal(page["total_count"], collection["document_count"] ?? collection["file_count"]);
      assert.equal(documentsOf(page).length, Math.min(100, Number(page["total_count"])));
      assert.deepEqual(page, new Tester().get(path(labelOf(collection), "/documents")));
      for (const document of documentsOf(page)) {
        assert.match(String(document["file_id"]), /^file_[0-9a-z]{15,}$/);
        assert.match(String(document["filename"]), /^.+\.[a-z]{2,4}$/);
        const created = String(document["created_at"]);
        assert.equal(new Date(created).toISOString(), created);
        assert.ok(created >= String(collection["created_at"]));
        assert.equal("indexed_at" in document, "chunk_count" in document);
        const { indexed_at = "9" } = document as { indexed_at?: string };
        assert.ok(indexed_at > created);
      }
    }
  });

  it("are paged newest first, 100 by default and 500 at most, and end", () => {
    const first = sample.get(path(name, "/documents"));
    assert.deepEqual([first["limit"], first["offset"], first["total_count"]], [100, 0, largeDocumentCount]);
    assert.equal(first["collection_name"], name);
    const page = sample.get(path(name, "/documents?limit=5000&offset=50000"));
    assert.deepEqual([page["limit"], documentsOf(page).length], [500, 500]);
    const dates = [...documentsOf(first), ...documentsOf(page)].map((document) =>
      String(document["created_at"]),
    );
    assert.deepEqual(dates, [...dates].sort().reverse());
    assert.equal(
      documentsOf(sample.get(path(name, `/documents?offset=${largeDocumentCount - 3}`))).length,
      3,
    );
    assert.deepEqual(documentsOf(sample.get(path(name, `/documents?offset=${largeDocumentCount}`))), []);
  });

  it("take no longer at the end of 100,000, also after every second one of many was deleted", () => {
    for (const id of ids(sample.get(path(name, "/documents?limit=500"))).filter((_, n) => n % 2)) {
      sample.expect(200, "DELETE", path(name, `/documents/${id}`));
    }
    // The fastest of many, regardless of what else the machine does: about 1 ms, where all of them would take a second.
    const fastest = Math.min(
      ...Array.from({ length: 20 }, () => {
        const start = performance.now();
        sample.get(path(name, "/documents?limit=500&offset=99000"));
        return performance.now() - start;
      }),
    );
    assert.ok(fastest < 100, `${fastest} ms`);
  });

  it("have unique IDs in all collections", () => {
    const all = seed
      .slice(0, 100)
      .flatMap((one) => ids(sample.get(path(labelOf(one), "/documents?limit=200"))));
    assert.ok(all.length > 5_000);
    assert.equal(new Set(all).size, all.length);
  });

  it("can be read one by one, in chunks", () => {
    for (const document of documentsOf(sample.get(path(name, "/documents?limit=50&offset=700")))) {
      const { chunk_count = 0, ...fields } = document;
      const content = sample.get(path(name, `/documents/${String(document["file_id"])}`));
      assert.deepEqual(Object.keys(content), ["metadata", "chunk_count", "chunks"]);
      assert.equal(content["chunk_count"], chunk_count);
      const chunks = content["chunks"] as { text: string }[];
      assert.equal(chunks.length, chunk_count);
      assert.ok(chunks.every(({ text }) => text.length > 20 && !/[{}]|undefined/.test(text)));
      assert.deepEqual({ ...(content["metadata"] as Body), ...fields }, content["metadata"]);
    }
  });

  it("are deleted by ID, once, and every count follows", () => {
    const collection = named(31);
    const documents = (rest = "") => path(collection["collection_name"], `/documents${rest}`);
    const before = ids(sample.get(documents()));
    const [gone = ""] = before.slice(7, 8);
    assert.equal(sample.expect(200, "DELETE", documents(`/${gone}`))["success"], true);
    const after = sample.get(documents());
    assert.deepEqual(ids(after), before.toSpliced(7, 1));
    assert.equal(after["total_count"], 30);
    const listed = sample.list().find((one) => one["collection_id"] === collection["collection_id"]);
    assert.deepEqual([listed?.["document_count"], listed?.["file_count"]], [30, 30]);
    for (const method of ["DELETE", "GET"]) {
      assert.match(String(sample.expect(404, method, documents(`/${gone}`))["message"]), /has no document/);
    }
  });

  it("are deleted all at once", () => {
    const collection = named(31);
    const documents = path(collection["collection_name"], "/documents");
    const [first = "", second = ""] = ids(sample.get(documents));
    sample.expect(200, "DELETE", `${documents}/${first}`);
    assert.equal(sample.expect(200, "DELETE", documents)["documents_deleted"], 30);
    assert.equal(sample.expect(200, "DELETE", documents)["documents_deleted"], 0);
    sample.expect(404, "DELETE", `${documents}/${second}`);
    assert.deepEqual([sample.get(documents)["total_count"], documentsOf(sample.get(documents))], [0, []]);
    const listed = sample.list().find((one) => one["collection_id"] === collection["collection_id"]);
    assert.deepEqual([listed?.["document_count"], listed?.["file_count"]], [0, 0]);
  });

  it("are unknown by IDs of other collections, spellings and places", () => {
    const [id = ""] = ids(sample.get(path(name, "/documents?limit=1&offset=36")));
    sample.get(path(name, `/documents/${id}`));
    const [other = ""] = ids(sample.get(path(labelOf(named(31)), "/documents")));
    for (const wrong of [
      other,
      id.toUpperCase(),
      `${id}0`,
      `0${id}`,
      id.slice(0, -1),
      `${id.slice(0, 19)}0${id.slice(19)}`,
      "file_",
      "0",
      "../x",
    ]) {
      sample.expect(404, "GET", path(name, `/documents/${encodeURIComponent(wrong)}`));
      sample.expect(404, "DELETE", path(name, `/documents/${encodeURIComponent(wrong)}`));
    }
    assert.equal(sample.get(path(name, "/documents?limit=1"))["total_count"], largeDocumentCount);
  });

  it("page through what is left, whatever was deleted", () => {
    const collection = named(31);
    const documents = path(collection["collection_name"], "/documents");
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(30)),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(40),
        (deleted, limit, offset) => {
          sample = new Tester();
          const all = ids(sample.get(documents));
          deleted.forEach((n) => sample.expect(200, "DELETE", `${documents}/${all[n] ?? ""}`));
          const left = all.filter((_, n) => !deleted.includes(n));
          assert.deepEqual(
            ids(sample.get(`${documents}?limit=${limit}&offset=${offset}`)),
            left.slice(offset, offset + limit),
          );
        },
      ),
    );
  });
});

describe("GET one event of the sample service", () => {
  const events = "/v2/datasets/companydata/events";
  const today = data.eventsOn(dayStart(now), now);

  it("accepts either identifier, and answers the event as in the feed", () => {
    const oldest = data.eventsOn(dayStart(now) - 60 * dayMs, now);
    for (const sent of [...today.slice(0, 20), ...oldest.slice(-20)]) {
      assert.deepEqual(sample.get(`${events}/${sent.id}`), sent);
      if (typeof sent["event_id"] === "string") {
        assert.deepEqual(sample.get(`${events}/${sent["event_id"]}`), sent);
      }
    }
  });

  it("is 404 with a sentence for other IDs, and for an event before it arrives and after its time", () => {
    const { id = "" } = today[0] ?? {};
    for (const other of ["evt_1", "x", "evt_0000000000000000", "evt_000000000000ffff", `${id}0`, "../feed"]) {
      assert.deepEqual(sample.expect(404, "GET", `${events}/${encodeURIComponent(other)}`), {
        status: "error",
        message: `No event has the ID "${other}".`,
      });
    }
    for (const when of [now - dayMs, now + 62 * dayMs]) {
      const elsewhen = new Tester(sampleHandler({ source: data, key: "k", now: () => when }));
      elsewhen.expect(404, "GET", `${events}/${id}`);
    }
  });

  it("finds the events of any source", () => {
    const mine = [event("a/b", now), event("evt_2", now - 3 * dayMs, { event_id: "second" })];
    const handler = new Tester(sampleHandler({ source: listSource(mine), key: "k", now: () => now }));
    assert.deepEqual(handler.get(`${events}/a%2Fb`), mine[0]);
    assert.deepEqual(handler.get(`${events}/second`), mine[1]);
    handler.expect(404, "GET", `${events}/evt_3`);
  });
});

describe("Each operation of the sample service", () => {
  const requests: readonly (readonly [method: string, target: string, body?: unknown])[] = [
    ["GET", "/v2/collections"],
    ["GET", "/v2/datasets/companydata/feed"],
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
      const { detail } = sample.expect(422, method, `${target}?dry_run=true`, body) as {
        detail: { loc: unknown }[];
      };
      assert.deepEqual(detail[0]?.loc, ["query", "dry_run"]);
      sample.expect(422, method, target, { more: 1 });
      sample.expect(422, method, target, "text");
    }
    assert.deepEqual(sample.list(), seed);
  });

  it("needs the key, and names the methods of its path", () => {
    for (const [method, target, body] of requests) {
      assert.equal(sample.send(method, target, body, { authorization: "Bearer other" }).status, 401);
      const { status, headers } = sample.send("POST", target);
      assert.equal(status, 405);
      assert.ok(headers["allow"]?.split(", ").includes(method), target);
    }
    assert.equal(sample.send("POST", path("new", "/documents")).headers["allow"], "GET, DELETE");
    assert.deepEqual(sample.list(), seed);
  });

  it("can be missing from a service in a test", () => {
    const without = notOffering(501);
    const missing = requests.filter(
      ([method, target]) => without({ method, target, headers: {} })?.status === 501,
    );
    assert.deepEqual(
      missing.map(([method, target]) => operationOf({ method, target })).sort(),
      [...optionalOperations].sort(),
    );
  });

  it("is shown by npm run sample, with a request that succeeds", () => {
    const commands = sampleCommands(data, now);
    for (const { method, target, body } of commands) {
      const { status } = sample.send(method, target, body);
      assert.ok(status === 200 || status === 201, `${method} ${target}: ${status}`);
    }
    assert.deepEqual(commands.map(operationOf).sort(), [...operationNames].sort());
  });
});
