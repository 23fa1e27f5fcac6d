import assert from "node:assert/strict";
import { describeRequest } from "../../../../src/service/http/change";
import { page } from "../../../support/services/scriptedAnswers";
import { Bench, failing } from "../fixture";

/** Names that must arrive as they are, as one path segment. */
const names: readonly [string, string][] = [
  ["a path upward", "../"],
  ["dots", "..."],
  ["an encoded slash", "a%2Fb"],
  ["a slash", "a/documents"],
  ["a question mark", "a?limit=1"],
  ["a fragment", "a#b"],
  ["spaces", " a b "],
  ["line breaks", "a\r\nX-Evil: 1\tb\u0000"],
  ["quotes", 'it\'s "it" `it` (it)*!'],
  ["emoji", "👩🏽‍🚀 ✈️"],
  ["composed and decomposed letters", "é e\u0301"],
  ["right to left", "שלום \u202Eabc"],
  ["255 characters", "x".repeat(255)],
];

describe("A name in a path", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(() => bench.dispose());

  const document = { documents: [], id: "evt_1" };
  const operations: Readonly<
    Record<string, { send: (name: string) => Promise<unknown>; before: string; after: string }>
  > = {
    readEvent: {
      send: (name) => bench.client.readEvent(name),
      before: "/v2/datasets/companydata/events/",
      after: "",
    },
    listDocuments: {
      send: (name) => bench.client.listDocuments(name, { limit: 10, offset: 20 }),
      before: "/v2/collections/",
      after: "/documents",
    },
    "readDocument (collection)": {
      send: (name) => bench.client.readDocument(name, "doc"),
      before: "/v2/collections/",
      after: "/documents/doc",
    },
    "readDocument (document)": {
      send: (name) => bench.client.readDocument("papers", name),
      before: "/v2/collections/papers/documents/",
      after: "",
    },
    createCollection: {
      send: (collection) => bench.client.change({ kind: "createCollection", collection }),
      before: "/v2/collections/",
      after: "",
    },
    changeEnvironment: {
      send: (collection) =>
        bench.client.change({ kind: "changeEnvironment", collection, environment: "../x" }),
      before: "/v2/collections/",
      after: "/environment",
    },
    "deleteDocument (collection)": {
      send: (collection) => bench.client.change({ kind: "deleteDocument", collection, documentId: "doc" }),
      before: "/v2/collections/",
      after: "/documents/doc",
    },
    "deleteDocument (document)": {
      send: (documentId) => bench.client.change({ kind: "deleteDocument", collection: "papers", documentId }),
      before: "/v2/collections/papers/documents/",
      after: "",
    },
  };

  for (const [operation, { send, before, after }] of Object.entries(operations)) {
    it(`arrives as it is, whatever it is: ${operation}`, async () => {
      for (const [what, name] of names) {
        bench.service.requestLines.length = 0;
        bench.service.answer(page(document));
        await send(name);
        const [line = "", ...more] = bench.service.requestLines;
        assert.deepEqual(more, [], what);
        const [, target = ""] = line.split(" ");
        const [path = ""] = target.split("?");
        assert.ok(path.startsWith(before) && path.endsWith(after), `${what}: ${line}`);
        const segment = path.slice(before.length, path.length - after.length);
        assert.ok(!segment.includes("/"), `${what}: ${segment}`);
        assert.equal(decodeURIComponent(segment), name, what);
      }
    });

    for (const name of ["", ".", "..", "a\ud800", "\udc00b"]) {
      it(`is told to be unusable before anything is sent: ${operation} ${JSON.stringify(name)}`, async () => {
        const { message } = await failing(send(name), { kind: "invalidName" });
        const isUnnamed = /^The \w+ has no (name|ID), so nothing was sent\.$/.test(message);
        assert.equal(isUnnamed, name === "", message);
        assert.match(message, /, so nothing was sent\.$/);
        assert.ok(message.isWellFormed());
        assert.equal(bench.service.openConnections, 0);
        assert.deepEqual(bench.log, []);
        assert.deepEqual(bench.clock.pending, []);
      });
    }
  }

  it("is described as it is sent, below the path of the base URL", async () => {
    const change = { kind: "deleteCollection", collection: "a/../b%2F c" } as const;
    const baseUrl = `${bench.service.origin}/tenant/`;
    bench.service.answer(page({}));
    await bench.clientAt(baseUrl).change(change);
    const { method, url } = describeRequest({ baseUrl }, change);
    assert.deepEqual(bench.service.requestLines, [`${method} ${url.pathname} HTTP/1.1`]);
    assert.equal(url.pathname, "/tenant/v2/collections/a%2F..%2Fb%252F%20c");
    assert.ok(url.href.startsWith(bench.service.origin));
  });
});
