import assert from "node:assert/strict";
import fc from "fast-check";
import { page } from "../../../support/services/scriptedAnswers";
import { Bench, eventNamed, feedOf } from "../fixture";

describe("a page", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(() => bench.dispose());

  const feed = async (body: unknown, headers = {}) => {
    bench.service.answer(page(body, headers));
    return bench.read();
  };
  const event = async (fields: object) => (await feed(feedOf({ id: "evt_1", ...fields }))).items[0]?.value;
  const collections = async (body: object) => {
    bench.service.answer(page(body));
    return bench.list(50, 150);
  };

  describe("of the feed", () => {
    it("is decoded as specified", async () => {
      const body = feedOf({
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
        event_data: {
          amount: 42_000_000,
          round: "B",
          lead_investor: "Fund",
          investors: ["Fund"],
          valuation: 1e9,
        },
        event_id: "other",
      });
      const served = "Fri, 20 Nov 2026 10:00:05 GMT";
      const read = await feed(
        { ...body, next_cursor: "older", has_more: true, page_size: 25 },
        { Date: served },
      );
      assert.deepEqual(read, {
        items: [
          {
            value: {
              id: "evt_1",
              type: "funding",
              title: "Acme raises",
              subhead: "A round",
              sector: "Fintech",
              confidence: 0.93,
              publishedAt: "2026-11-20T10:00:00Z",
              publishedMs: Date.UTC(2026, 10, 20, 10),
              company: {
                role: "primary_subject",
                name: "Acme",
                domain: "acme.example",
                entityId: "ent_1",
                industry: "Payments",
                location: "Oslo",
              },
              amount: 42_000_000,
            },
            json: JSON.stringify(body.events[0]),
          },
        ],
        malformed: 0,
        hasMore: true,
        nextCursor: "older",
        pageSize: 25,
        servedAt: Date.UTC(2026, 10, 20, 10, 0, 5),
      });
    });

    const more: [object, boolean, string | null][] = [
      [{ has_more: true, next_cursor: "c" }, true, "c"],
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
      it(`${JSON.stringify(fields)} has ${hasMore ? "more" : "no more"}`, async () => {
        const read = await feed({ events: [], ...fields });
        assert.deepEqual([read.hasMore, read.nextCursor], [hasMore, nextCursor]);
      });
    }

    it("has the applied page size, or the requested one if that is invalid", async () => {
      assert.equal((await feed({ events: [], page_size: 7 })).pageSize, 7);
      for (const odd of [0, -1, 1.5, 501, 1e9, "7", null, [7]]) {
        assert.equal((await feed({ events: [], page_size: odd })).pageSize, 40);
      }
    });

    it("has no server time without a valid Date header", async () => {
      bench.service.answer(page(feedOf(), { Date: "Today" }));
      assert.ok(!("servedAt" in (await bench.read())));
    });

    it("skips only the items without a usable id", async () => {
      const odd = [
        null,
        7,
        "x",
        [],
        {},
        { id: 7 },
        { id: "" },
        { id: null },
        { id: { a: 1 } },
        [{ id: "a" }],
      ];
      const read = await feed(feedOf(eventNamed("a"), ...odd, eventNamed("b")));
      assert.deepEqual(
        read.items.map(({ value, json }) => [value.id, json]),
        ["a", "b"].map((id) => [id, JSON.stringify(eventNamed(id))]),
      );
      assert.equal(read.malformed, odd.length);
    });

    it("keeps duplicate items", async () => {
      assert.equal((await feed(feedOf(eventNamed("a"), eventNamed("a")))).items.length, 2);
    });
  });

  describe("its events", () => {
    const odd = [null, 7, true, [], {}, "", "text"];
    const texts = ["type", "title", "subhead", "published_at", "sector"];
    for (const field of texts) {
      it(`may have anything as ${field}`, async () => {
        const name = field === "published_at" ? "publishedAt" : field;
        for (const value of odd) {
          assert.deepEqual(await event({ [field]: value }), {
            id: "evt_1",
            ...(typeof value === "string" ? { [name]: value } : {}),
          });
        }
      });
    }

    it("may have anything as company, confidence and data", async () => {
      for (const value of odd) {
        assert.deepEqual(await event({ company: value, event_data: value }), { id: "evt_1" });
        const expected = { id: "evt_1", ...(typeof value === "number" ? { confidence: 7 } : {}) };
        assert.deepEqual(await event({ confidence: value }), expected);
      }
      assert.deepEqual(await event({ company: { name: 7, domain: "a.example", role: null } }), {
        id: "evt_1",
        company: { domain: "a.example" },
      });
    });

    const amounts: [unknown, number | undefined][] = [
      [0, 0],
      [-5, -5],
      [2 ** 60, 2 ** 60],
      [1.5, 1.5],
      ["42000000", 42_000_000],
      [" 4.2e7 ", 42_000_000],
      ["-.5", -0.5],
      ["+7.", 7],
      ["", undefined],
      [" ", undefined],
      ["$42M", undefined],
      ["42,000,000", undefined],
      ["0x10", undefined],
      ["NaN", undefined],
      ["Infinity", undefined],
      ["1e999", undefined],
      [null, undefined],
      [true, undefined],
      [[7], undefined],
    ];
    for (const [sent, amount] of amounts) {
      it(`have the amount ${amount ?? "none"} for ${JSON.stringify(sent)}`, async () => {
        assert.deepEqual(await event({ event_data: { amount: sent } }), {
          id: "evt_1",
          ...(amount === undefined ? {} : { amount }),
        });
      });
    }

    it("have no amount for a number beyond JSON", async () => {
      const { items } = await feed(
        '{"events":[{"id":"a","confidence":1e999,"event_data":{"amount":-1e999}}]}',
      );
      assert.deepEqual(items[0]?.value, { id: "a" });
      assert.match(items[0].json, /1e999/);
    });

    it("have no other amount than that of `event_data`", async () => {
      const data = { price: 25e6, deal_value: 25e6, proceeds: 1 };
      assert.deepEqual(await event({ type: "acquisition", amount: 5, event_data: data }), {
        id: "evt_1",
        type: "acquisition",
      });
    });

    it("keep an invalid date as text only", async () => {
      assert.deepEqual(await event({ published_at: "last week" }), { id: "evt_1", publishedAt: "last week" });
    });

    it("keep any text: long, bidirectional, escaped, lone surrogates", async () => {
      const title = `\u202e\u001b[31m<b>\ud800${"ä".repeat(5_000_000)}`;
      const read = await event({ title });
      assert.ok(read?.title === title);
    });

    it("keep unknown fields in their JSON, character for character", async () => {
      const json = '{ "id":"a",  "n": 1.50, "n":2, "\\u0065x":"\\/", "big":12345678901234567890 }';
      const { items } = await feed(`{"has_more":false,"events":[ ${json} ,${json}]}`);
      assert.deepEqual(
        items.map((item) => item.json),
        [json, json],
      );
    });

    it("never fail, regardless of the JSON", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(fields, fc.jsonValue()))),
          async (events) => {
            const read = await feed({ events });
            assert.equal(read.items.length + read.malformed, events.length);
            read.items.forEach(({ value, json }) =>
              assert.equal(value.id, (JSON.parse(json) as { id: string }).id),
            );
          },
        ),
        { numRuns: 100 },
      );
    });
    const fields = fc.constantFrom("id", "title", "published_at", "company", "event_data", "confidence", "x");
  });

  describe("of collections", () => {
    it("is decoded as specified", async () => {
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
      assert.deepEqual(await collections({ collections: [sent], total_count: 201, limit: 20, offset: 140 }), {
        items: [
          {
            value: {
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
            },
            json: JSON.stringify(sent),
          },
        ],
        malformed: 0,
        totalCount: 201,
        limit: 20,
        offset: 140,
      });
    });

    it("has the requested limit and offset, and no total, if the response is invalid", async () => {
      for (const odd of [-1, 1.5, "7", null, 1e300, {}]) {
        const read = await collections({ collections: [], total_count: odd, limit: odd, offset: odd });
        assert.deepEqual(read, { items: [], malformed: 0, limit: 50, offset: 150 });
      }
      assert.equal((await collections({ collections: [], limit: 0 })).limit, 50);
      assert.equal((await collections({ collections: [], total_count: 0 })).totalCount, 0);
    });

    const identities: [object, string | undefined][] = [
      [{ collection_id: "col_1", database_name: "a", collection_name: "b" }, "col_1"],
      [{ collection_id: "", database_name: "a", collection_name: "b" }, "a"],
      [{ collection_id: 7, collection_name: "b" }, "b"],
      [{ database_name: "", collection_name: "" }, undefined],
      [{ file_count: 7 }, undefined],
    ];
    for (const [sent, id] of identities) {
      it(`has the id ${id ?? "none"} for ${JSON.stringify(sent)}`, async () => {
        const read = await collections({ collections: [sent] });
        assert.equal(read.items[0]?.value.id, id);
        assert.equal(read.malformed, id === undefined ? 1 : 0);
      });
    }

    it("leaves out fields of another type", async () => {
      const sent = {
        collection_id: "c",
        file_count: "3",
        document_count: -1,
        is_active: "yes",
        created_at: 7,
      };
      const read = await collections({ collections: [sent, null, "x"] });
      assert.deepEqual(read.items[0]?.value, { id: "c", collectionId: "c" });
      assert.equal(read.malformed, 2);
    });
  });
});
