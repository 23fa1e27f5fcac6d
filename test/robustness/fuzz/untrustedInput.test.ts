import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeConnections, parseKey } from "../../../src/connections/connection";
import { type FeedQuery } from "../../../src/shared/feedQuery";
import { decodePageMessage, type PageMessage } from "../../../src/shared/protocol";
import { anythingLike } from "./mutations";

const numRuns = 3000;

const query: FeedQuery = {
  window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-11-08T00:00:00.000Z" },
  types: ["funding", "ipo"],
  sector: "Fintech",
  minAmount: 1e6,
};

describe("Arbitrary input", () => {
  const messages: readonly PageMessage[] = [
    { type: "ready", timeZone: "Europe/Oslo" },
    { type: "setQuery", query, change: 1 },
    { type: "openJson", id: "evt_1" },
    { type: "fillGap", sinceMs: 5 },
    {
      type: "request",
      id: 1,
      name: "rows",
      params: { start: 0, end: 9, anchor: { id: "evt_1", publishedMs: 5, index: 2 } },
    },
    { type: "request", id: 2, name: "details", params: { id: "evt_1" } },
    { type: "copy", ids: ["evt_1"], format: "json" },
    { type: "select", ids: ["evt_1"] },
  ];
  for (const message of messages) {
    it(`is decoded or ignored as a message like ${JSON.stringify(message).slice(0, 40)}`, () => {
      assert.deepEqual(decodePageMessage(message), message);
      fc.assert(
        fc.property(anythingLike(message), (value) => {
          const decoded = decodePageMessage(value);
          assert.deepEqual(decoded && decodePageMessage(decoded), decoded);
        }),
        { numRuns: 1000 },
      );
    });
  }

  it("is accepted as a base URL only with https, or on this machine", () => {
    const hosts = fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.string(),
    );
    const urls = fc
      .tuple(
        fc.constantFrom("http", "https", "ftp", "HTTP", " http", "file", "javascript"),
        hosts,
        fc.string(),
      )
      .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`);
    fc.assert(
      fc.property(urls, (baseUrl) => {
        for (const connection of decodeConnections([{ name: "x", baseUrl }])) {
          if (typeof connection === "string") {
            continue;
          }
          const { protocol, hostname, username, password } = new URL(connection.baseUrl);
          assert.equal(username + password, "");
          assert.ok(
            protocol === "https:" ||
              (protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)),
            connection.baseUrl,
          );
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it("is rejected as an API key, with a reason, unless it can be sent in a header", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (pasted) => {
        const read = parseKey(pasted);
        if (read.kind === "key") {
          assert.doesNotThrow(() => new Headers({ authorization: `Bearer ${read.key}` }));
        } else {
          assert.match(read.reason, /\.$/);
        }
      }),
      { numRuns },
    );
  });
});
