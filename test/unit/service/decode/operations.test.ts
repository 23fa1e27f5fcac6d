import assert from "node:assert/strict";
import { decodeDocumentPage } from "../../../../src/service/decode/lists";
import { decodeEventResponse } from "../../../../src/service/decode/eventResponse";
import { parseObject } from "../../../../src/service/decode/page";
import { ApiError } from "../../../../src/service/errors";

const bodyOf = (content: unknown) => ({
  bytes: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
  status: 200,
  host: "api.example.com",
  servedAt: undefined,
});

function malformed(decode: () => unknown, sentence: RegExp): void {
  assert.throws(decode, (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.kind, "malformed");
    assert.match(error.message, sentence);
    return true;
  });
}

const event = {
  id: "evt_1",
  event_id: "ev-0001",
  type: "funding",
  title: "Nova Grid raises $5M",
  published_at: "2026-11-20T10:00:00Z",
  company: { name: "Nova Grid", entity_id: "cmp_1" },
  event_data: { amount: 5_000_000 },
  extra: { nested: [1, "}"] },
};

describe("The response for one event", () => {
  const decode = (content: unknown, id = "evt_1") => decodeEventResponse(bodyOf(content), id);

  const shapes: Readonly<Record<string, unknown>> = {
    bare: event,
    "under event": { event },
    "under data": { status: "ok", data: event },
    "under item": { item: event, meta: { id: 7 } },
    "under result": { request_id: "req_1", result: event },
    "under a key that no one knows": { company_event: event },
    "under event, beside another object with an ID": { company: { id: "cmp_1", name: "Nova" }, event },
    "in an envelope with an ID of its own": { id: "req_1", type: "event", data: event },
  };
  for (const [name, shape] of Object.entries(shapes)) {
    it(`may have the event ${name}`, () => {
      for (const id of ["evt_1", "ev-0001"]) {
        const { item, idMatch } = decode(shape, id);
        assert.equal(idMatch, "same");
        assert.equal(item.value.id, "evt_1");
        assert.equal(item.value.title, event.title);
        assert.equal(item.value.amount, 5_000_000);
        assert.deepEqual(JSON.parse(item.json), event);
      }
    });
  }

  it("may have few fields of the event, and another object with an ID in it", () => {
    for (const field of ["title", "published_at", "event_data"]) {
      const { item } = decode({ id: "evt_1", [field]: "x", company: { id: "cmp_1", name: "Nova" } });
      assert.equal(item.value.id, "evt_1", field);
    }
  });

  it("keeps the event's source as it was sent", () => {
    const source = '{ "id" : "evt_1",\n "title":"\\u0041 \ud83c\udf89", "n": 1.50, "title":"B" }';
    assert.equal(decode(source).item.json, source);
    assert.equal(decode(`\ufeff{"\\u0065vent": 1, "event":${source} , "x":{}}`).item.json, source);
    assert.equal(decode(source).item.value.title, "B");
  });

  it("tells another ID and none apart", () => {
    const nameless = { ...event, id: undefined, event_id: undefined };
    assert.equal(decode({ ...event, id: "evt_2" }).idMatch, "other");
    assert.equal(decode({ ...event, id: "evt_2" }).item.value.id, "evt_2");
    assert.equal(decode({ ...nameless, event_id: "evt_1" }).idMatch, "same");
    for (const id of [undefined, null, "", 7, {}]) {
      const { item, idMatch } = decode({ event: { ...nameless, id } });
      assert.equal(idMatch, "missing");
      assert.equal(item.value.id, "evt_1", "the one that was asked for");
    }
  });

  it("may have fields of any type", () => {
    const { item } = decode({ id: "evt_1", title: 7, published_at: null, company: [], event_data: "x" });
    assert.deepEqual(item.value, { id: "evt_1" });
  });

  const others: Readonly<Record<string, unknown>> = {
    "an empty object": {},
    "an error": { success: false, message: "x" },
    "a feed page": { events: [event], has_more: false },
    "two events": { first: event, second: event },
    "an event as text": { event: JSON.stringify(event) },
    "an event that is null": { event: null },
  };
  for (const [name, other] of Object.entries(others)) {
    it(`is malformed if it is ${name}`, () => {
      malformed(() => decode(other), /without an event/);
    });
  }
});

describe("One JSON object", () => {
  it("is kept as it was sent", () => {
    const json = ' {"metadata": {"a": 1.0}, "chunks": ["\\u00e9"]}\n';
    assert.equal(parseObject(bodyOf(json)).json, json);
  });

  const others: readonly [string, RegExp][] = [
    ["", /an empty body/],
    ["null", /isn't an object/],
    ["[]", /isn't an object/],
    ['"text"', /isn't an object/],
    ["<html></html>", /a web page/],
    ['{"cut":', /invalid JSON/],
  ];
  for (const [body, sentence] of others) {
    it(`is nothing else: ${body.slice(0, 20) || "an empty body"}`, () => {
      malformed(() => parseObject(bodyOf(body)), sentence);
      malformed(() => decodeEventResponse(bodyOf(body), "evt_1"), sentence);
    });
  }
});

describe("A page of documents", () => {
  const request = { limit: 100, offset: 200 };
  const decode = (content: unknown) => decodeDocumentPage(bodyOf(content), request);

  it("has documents with all that is known of them, and their source", () => {
    const document = {
      file_id: "file_1",
      filename: "a.pdf",
      content_type: "application/pdf",
      chunk_count: 12,
      created_at: "2026-01-02T03:04:05Z",
      indexed_at: "2026-01-02T03:05:00Z",
      extra: 1,
    };
    const page = decode({ documents: [document], total_count: 3, limit: 50, offset: 0 });
    assert.deepEqual(page, {
      items: [
        {
          value: {
            id: "file_1",
            filename: "a.pdf",
            contentType: "application/pdf",
            chunkCount: 12,
            createdAt: "2026-01-02T03:04:05Z",
            indexedAt: "2026-01-02T03:05:00Z",
          },
          json: JSON.stringify(document),
        },
      ],
      malformed: 0,
      totalCount: 3,
      limit: 50,
      offset: 0,
    });
  });

  it("finds the ID under any of three names, the first of which wins", () => {
    const { items } = decode({
      documents: [
        { file_id: "f", document_id: "d", id: "i" },
        { file_id: "", document_id: "d", id: "i" },
        { file_id: 7, id: "i" },
      ],
    });
    assert.deepEqual(
      items.map(({ value }) => value.id),
      ["f", "d", "i"],
    );
  });

  it("only counts what is no document", () => {
    const { items, malformed } = decode({
      documents: [null, 7, [], {}, { filename: "a" }, { id: "" }, { id: "i" }],
    });
    assert.equal(items.length, 1);
    assert.equal(malformed, 6);
  });

  it("does without every other field, and with fields of another type", () => {
    const { items } = decode({
      documents: [{ id: "i", filename: 7, content_type: {}, chunk_count: -1, created_at: 0, indexed_at: [] }],
    });
    assert.deepEqual(items[0]?.value, { id: "i" });
  });

  it("has limit and offset as requested if the service does not tell or tells nonsense", () => {
    for (const odd of [{}, { limit: 0, offset: -1, total_count: "many" }, { limit: null, offset: "0" }]) {
      const page = decode({ documents: [], ...odd });
      assert.deepEqual(page, { items: [], malformed: 0, limit: 100, offset: 200 });
    }
  });

  it("is malformed without a list", () => {
    for (const other of [{}, { documents: {} }, { collections: [] }, []]) {
      malformed(() => decode(other), /without a list of documents/);
    }
  });
});
