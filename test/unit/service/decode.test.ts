import assert from "node:assert/strict";
import { page } from "../../support/services/scriptedAnswers";
import { Bench, eventNamed, failing, feedOf } from "./fixture";

const served = "Fri, 20 Nov 2026 10:00:05 GMT";
const sentEvent = {
  id: "evt_1",
  type: "funding",
  title: "Acme raises",
  subhead: "A round",
  published_at: "2026-11-20T10:00:00Z",
  sector: "Fintech",
  confidence: 0.93,
  company: {
    role: "primary_subject",
    name: "Acme",
    domain: "acme.example",
    entity_id: "ent_1",
    industry: "Payments",
    location: "Oslo",
  },
  event_data: { amount: 42_000_000, round: "B", investors: ["Fund"], valuation: 1e9 },
  event_id: "ev-0001",
};
const decodedEvent = {
  id: "evt_1",
  type: "funding",
  title: "Acme raises",
  subhead: "A round",
  publishedAt: "2026-11-20T10:00:00Z",
  publishedMs: Date.UTC(2026, 10, 20, 10),
  sector: "Fintech",
  confidence: 0.93,
  company: {
    role: "primary_subject",
    name: "Acme",
    domain: "acme.example",
    entityId: "ent_1",
    industry: "Payments",
    location: "Oslo",
  },
  amount: 42_000_000,
};
const request = { limit: 50, offset: 150 };

describe("Decoding a response", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start({}, { attempts: 1 });
  });
  afterEach(() => bench.dispose());

  const feed = async (body: unknown, headers = {}) => {
    bench.service.answer(page(body, headers));
    return bench.read();
  };
  const event = async (fields: object) => (await feed(feedOf({ id: "evt_1", ...fields }))).items[0]?.value;
  const collections = async (...sent: unknown[]) => {
    bench.service.answer(page({ collections: sent }));
    return bench.client.listCollections(request);
  };
  const documents = async (body: object) => {
    bench.service.answer(page(body));
    return bench.client.listDocuments("papers", request);
  };

  describe("for a feed", () => {
    it("returns all documented fields, and each event's JSON as sent", async () => {
      const body = { events: [sentEvent], next_cursor: "older", has_more: true, page_size: 25 };
      assert.deepEqual(await feed(body, { Date: served }), {
        items: [{ value: decodedEvent, json: JSON.stringify(sentEvent) }],
        malformed: 0,
        hasMore: true,
        nextCursor: "older",
        servedAt: Date.parse(served),
      });
      assert.ok(!("servedAt" in (await feed(feedOf(), { Date: "Today" }))));
    });

    const more: [object, boolean, string | null][] = [
      [{ has_more: true, next_cursor: null }, true, null],
      [{ has_more: true }, true, null],
      [{ has_more: false, next_cursor: "c" }, false, "c"],
      [{ next_cursor: "c" }, true, "c"],
      [{ next_cursor: "" }, false, null],
      [{}, false, null],
      [{ has_more: "true", next_cursor: "c" }, true, "c"],
      [{ has_more: 1, next_cursor: 7 }, false, null],
    ];
    for (const [fields, hasMore, nextCursor] of more) {
      it(`reads ${JSON.stringify(fields)} as ${hasMore ? "more" : "no more"}`, async () => {
        const read = await feed({ events: [], ...fields });
        assert.deepEqual([read.hasMore, read.nextCursor], [hasMore, nextCursor]);
      });
    }

    it("leaves out items without a usable ID, and counts them", async () => {
      const odd = [null, 7, "x", [], {}, { id: 7 }, { id: "" }, { id: null }, [{ id: "a" }]];
      const read = await feed(feedOf(eventNamed("a"), ...odd, eventNamed("a")));
      assert.deepEqual(
        read.items.map(({ value, json }) => [value.id, json]),
        ["a", "a"].map((id) => [id, JSON.stringify(eventNamed(id))]),
      );
      assert.equal(read.malformed, odd.length);
    });
  });

  describe("for an event", () => {
    const odd = [null, 7, true, [], {}, "", "text"];
    it("leaves out fields of unexpected types", async () => {
      for (const value of odd) {
        const isText = typeof value === "string";
        for (const field of ["type", "title", "subhead", "sector"]) {
          assert.deepEqual(await event({ [field]: value }), {
            id: "evt_1",
            ...(isText && { [field]: value }),
          });
        }
        const dated = await event({ published_at: value, company: value, event_data: value });
        assert.deepEqual(dated, { id: "evt_1", ...(isText && { publishedAt: value }) });
        const expected = { id: "evt_1", ...(typeof value === "number" && { confidence: 7 }) };
        assert.deepEqual(await event({ confidence: value }), expected);
      }
      assert.deepEqual(await event({ company: { name: 7, domain: "a.example", role: null } }), {
        id: "evt_1",
        company: { domain: "a.example" },
      });
    });

    const amounts: [unknown, number | undefined][] = [
      [0, 0],
      [-1.5, -1.5],
      ["42000000", 42_000_000],
      [" 4.2e7 ", 42_000_000],
      ["-.5", -0.5],
      ["", undefined],
      ["$42M", undefined],
      ["42,000,000", undefined],
      ["0x10", undefined],
      ["1e999", undefined],
      [null, undefined],
      [[7], undefined],
    ];
    for (const [sent, amount] of amounts) {
      it(`reads ${JSON.stringify(sent)} as the amount ${amount ?? "none"}`, async () => {
        const decoded = await event({ amount: 5, event_data: { amount: sent, price: 25e6 } });
        assert.deepEqual(decoded, { id: "evt_1", ...(amount !== undefined && { amount }) });
      });
    }

    it("keeps any text: long, bidirectional, escaped, lone surrogates", async () => {
      const title = `\u202e\u001b[31m<b>\ud800${"ä".repeat(5_000_000)}`;
      assert.ok((await event({ title }))?.title === title);
      const digits = `${"1".repeat(2_000_000)}x`;
      const startMs = performance.now();
      assert.deepEqual(await event({ event_data: { amount: digits } }), { id: "evt_1" });
      assert.ok(performance.now() - startMs < 5000, "no more than a look at its length");
    });

    it("keeps its JSON character for character", async () => {
      const json = '{ "id":"a",  "n": 1.50, "n":2, "\\u0065x":"\\/", "big":12345678901234567890 }';
      const { items } = await feed(`{"has_more":false,"events":[ ${json} ,${json}]}`);
      assert.deepEqual(
        items.map((item) => item.json),
        [json, json],
      );
    });
  });

  describe("for a request of one event", () => {
    const read = async (content: unknown, id = "evt_1") => {
      bench.service.answer(page(content));
      return bench.client.readEvent(id);
    };
    const shapes: Readonly<Record<string, unknown>> = {
      bare: sentEvent,
      "under a key": { status: "ok", data: sentEvent },
      "beside another object with an ID": { company: { id: "cmp_1", name: "Acme" }, event: sentEvent },
      "in an envelope with an ID of its own": { id: "req_1", type: "event", item: sentEvent },
    };
    for (const [name, shape] of Object.entries(shapes)) {
      it(`accepts it ${name}, with either of its IDs`, async () => {
        for (const id of ["evt_1", "ev-0001"]) {
          const { value, json } = await read(shape, id);
          assert.deepEqual([value, JSON.parse(json)], [decodedEvent, sentEvent]);
        }
      });
    }

    it("rejects a different event, and adds the requested ID if there is none", async () => {
      const nameless = { ...sentEvent, id: undefined, event_id: undefined };
      assert.equal((await read({ event: { ...nameless, id: 7 } })).value.id, "evt_1");
      assert.equal((await read({ ...nameless, event_id: "evt_1" })).value.id, "evt_1");
      const { message } = await failing(read({ ...sentEvent, id: "evt_2" }), { kind: "otherEvent" });
      assert.match(message, /sent a different event for this ID: evt_2\.$/);
    });

    const others: readonly [unknown, RegExp][] = [
      [{}, /unexpected JSON/],
      [{ success: false, message: "x" }, /unexpected JSON/],
      [feedOf(sentEvent), /unexpected JSON/],
      [{ event: JSON.stringify(sentEvent) }, /unexpected JSON/],
      ["[]", /unexpected JSON/],
      ["", /an empty body/],
      ["<html></html>", /a web page/],
      ['{"cut":', /invalid JSON/],
    ];
    for (const [other, sentence] of others) {
      it(`rejects ${JSON.stringify(other).slice(0, 40)} as malformed`, async () => {
        assert.match((await failing(read(other), { kind: "malformed" })).message, sentence);
      });
    }
  });

  describe("for collections and documents", () => {
    it("returns all documented fields, and the JSON as sent", async () => {
      const sent = {
        database_name: "News",
        collection_name: "news",
        collection_id: "col_1",
        file_count: 3,
        document_count: 4,
        environment: "staging",
        is_active: false,
        created_at: "2026-01-02T03:04:05Z",
        request_count: 0,
        owner: "unknown field",
      };
      const { items } = await collections(sent);
      const value = {
        id: "col_1",
        databaseName: "News",
        collectionName: "news",
        collectionId: "col_1",
        fileCount: 3,
        documentCount: 4,
        environment: "staging",
        isActive: false,
        createdAt: "2026-01-02T03:04:05Z",
        requestCount: 0,
      };
      assert.deepEqual(items, [{ value, json: JSON.stringify(sent) }]);
      const document = {
        file_id: "file_1",
        filename: "a.pdf",
        content_type: "application/pdf",
        chunk_count: 12,
        created_at: "2026-01-02T03:04:05Z",
      };
      assert.deepEqual((await documents({ documents: [document] })).items[0]?.value, {
        id: "file_1",
        filename: "a.pdf",
        contentType: "application/pdf",
        chunkCount: 12,
        createdAt: "2026-01-02T03:04:05Z",
      });
    });

    it("ignores an invalid total", async () => {
      for (const odd of [-1, 1.5, "7", null, 1e300, {}]) {
        assert.deepEqual(await documents({ documents: [], total_count: odd }), { items: [], malformed: 0 });
      }
      const told = await documents({ documents: [], total_count: 0 });
      assert.deepEqual(told, { items: [], malformed: 0, totalCount: 0 });
    });

    it("accepts any of three ID fields, and counts items without one", async () => {
      const { items, malformed } = await collections(
        { collection_id: "c", database_name: "d", collection_name: "n", file_count: "3", is_active: "yes" },
        { collection_id: "", database_name: "d", collection_name: "n" },
        { collection_id: 7, collection_name: "n" },
        ...[{ database_name: "" }, { file_count: 7 }, null, "x"],
      );
      assert.deepEqual([items.map(({ value }) => value.id), malformed], [["c", "d", "n"], 4]);
      const ids = [
        { file_id: "f", document_id: "d", id: "i" },
        { file_id: "", document_id: "d" },
        { id: "i" },
      ];
      const read = await documents({ documents: [...ids, { filename: "a" }, []] });
      assert.deepEqual([read.items.map(({ value }) => value.id), read.malformed], [["f", "d", "i"], 2]);
    });
  });
});
