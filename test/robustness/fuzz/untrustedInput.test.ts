import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeConnections, parseKey } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { formatFeedLink, parseFeedLink } from "../../../src/panel/feedLink";
import { decodeQuery, type FeedQuery } from "../../../src/shared/feedQuery";
import { decodePageState, type PageState } from "../../../src/shared/pageState";
import { decodePageMessage, type PageMessage } from "../../../src/shared/protocol";
import { FakeClock } from "../../support/fakes/fakeClock";
import { memento } from "../../support/fakes/memento";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { anythingLike } from "./mutations";

const numRuns = 3000;

const query: FeedQuery = {
  window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-11-08T00:00:00.000Z" },
  types: ["funding", "ipo"],
  sector: "Fintech",
  minAmount: 1e6,
};

describe("Arbitrary values from outside", () => {
  it("the state of a page keeps its valid members", () => {
    const state: PageState = {
      version: 1,
      connection: "Acme",
      query,
      zone: "utc",
      selected: { id: "evt_1", publishedMs: 5 },
      detailsOpen: true,
      topmost: { id: "evt_2" },
      detailsWidth: 300,
    };
    assert.deepEqual(decodePageState(state), state);
    fc.assert(
      fc.property(anythingLike(state), (value) => {
        const decoded = decodePageState(value);
        assert.deepEqual(decodePageState(decoded), decoded);
      }),
      { numRuns },
    );
  });

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
    it(`a message like ${JSON.stringify(message).slice(0, 40)} is decoded or ignored`, () => {
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

  it("a link is a query or a sentence", () => {
    const { query: sound } = formatFeedLink(query);
    assert.deepEqual(parseFeedLink(formatFeedLink(query)), { query });
    const text = fc.oneof(
      fc.string(),
      fc.webQueryParameters(),
      fc
        .tuple(fc.nat(sound.length), fc.nat(5), fc.string({ maxLength: 5 }))
        .map(([at, length, by]) => sound.slice(0, at) + by + sound.slice(at + length)),
    );
    fc.assert(
      fc.property(text, (value) => {
        const read = parseFeedLink({ path: "/feed", query: value });
        if (typeof read === "string") {
          assert.match(read, /\.$/);
        } else {
          assert.deepEqual(decodeQuery(read.query), read.query);
        }
      }),
      { numRuns },
    );
  });

  it("every entry of the connections setting is a connection or a sentence", () => {
    const sound = [
      { name: "Acme", baseUrl: "https://api.example.com", dataset: "companydata", organizationId: "org_1" },
      { name: "Here", baseUrl: "http://127.0.0.1:8080/base/" },
    ];
    const found = (value: unknown) => decodeConnections(value).filter((entry) => typeof entry !== "string");
    assert.equal(found(sound).length, 2);
    fc.assert(
      fc.property(anythingLike(sound), (value) => {
        const decoded = decodeConnections(value);
        const connections = found(value);
        assert.equal(decoded.length, Array.isArray(value) ? value.length : 0);
        for (const { baseUrl, origin } of connections) {
          assert.equal(new URL(baseUrl).origin, origin);
        }
        for (const reason of decoded.filter((entry) => typeof entry === "string")) {
          assert.match(reason, /\.$/);
        }
        assert.equal(new Set(connections.map(({ name }) => name)).size, connections.length);
      }),
      { numRuns },
    );
  });

  it("a base URL is accepted only with https, or on this machine", () => {
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

  it("a pasted key can be sent in a header, or is refused with a sentence", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (pasted) => {
        const read = parseKey(pasted);
        if ("key" in read) {
          assert.doesNotThrow(() => new Headers({ authorization: `Bearer ${read.key}` }));
        } else {
          assert.match(read.reason, /\.$/);
        }
      }),
      { numRuns },
    );
  });

  it("a stored key is used for its own origin only", async () => {
    const [acme] = decodeConnections([{ name: "Acme", baseUrl: "https://api.example.com" }]);
    assert.ok(acme && typeof acme !== "string");
    const secrets = new MemorySecrets();
    const keys = new KeyStore(secrets, memento(), new FakeClock());
    const stored = fc.oneof(
      fc.string(),
      anythingLike({ origin: "https://api.example.com", key: "sk_1" }).map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(stored, async (text) => {
        secrets.values.set("companyFeed.key.Acme", text);
        const found = await keys.lookUp(acme);
        if (found.kind === "found") {
          const secret = JSON.parse(text) as { origin: unknown; key: unknown };
          assert.equal(secret.origin, acme.origin);
          assert.equal(secret.key, found.key);
        }
        if (found.kind === "unreadable") {
          assert.match(found.reason, /\.$/);
        }
      }),
      { numRuns },
    );
    keys.dispose();
  });
});
