import assert from "node:assert/strict";
import http from "node:http";
import https from "node:https";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chunked, compressed, page, reset } from "../../../support/services/scriptedAnswers";
import { createSelfSignedCertificate } from "../../../support/vscode/selfSignedCertificate";
import { Bench, eventNamed, failing, feedOf, key, newest } from "../fixture";

describe("a request", () => {
  let bench: Bench;
  const start = async (...how: Parameters<typeof Bench.start>) => {
    bench = await Bench.start(...how);
  };
  afterEach(() => bench.dispose());

  it("has headers for key, organization and content type, but no cookie or referrer", async () => {
    await start({ organizationId: " 7e0c0a9e-org " });
    bench.service.answer(page(feedOf()));
    await bench.read();
    const { method, path, headers } = bench.service.last;
    assert.equal(method, "GET");
    assert.equal(path, "/v2/datasets/companydata/feed");
    assert.equal(headers.authorization, `Bearer ${key}`);
    assert.equal(headers["x-organization-id"], "7e0c0a9e-org");
    assert.equal(headers.accept, "application/json");
    assert.equal(headers["user-agent"], "company-feed");
    assert.equal(headers.cookie, undefined);
    assert.equal(headers.referer, undefined);
  });

  it("has no organization header without an organization", async () => {
    await start({ organizationId: "" });
    bench.service.answer(page({ collections: [] }));
    await bench.list(5, 10);
    assert.ok(!("x-organization-id" in bench.service.last.headers));
    assert.equal(bench.service.last.path, "/v2/collections");
    assert.equal(bench.service.last.query, "?limit=5&offset=10");
  });

  it("is sent below the path of the base URL", async () => {
    await start();
    bench.service.answer(page({ collections: [] }));
    await bench.clientAt(`${bench.service.origin}/tenant/`).listCollections({ limit: 1, offset: 0 });
    assert.equal(bench.service.last.path, "/tenant/v2/collections");
  });

  it("preserves its parameters", async () => {
    await start({ dataset: "a b/ü" }, { typesFormat: "repeat" });
    const cursor = "a&b=c#d+e f%20g/ü日本🎉?\"'\\";
    bench.service.answer(page(feedOf()));
    const since = "2026-11-14T00:00:00Z";
    await bench.read({ cursor, since, types: ["funding", "ipo & more"], sector: "R&D+", minAmount: 1.5 });
    const { path, parameters } = bench.service.last;
    assert.equal(path, "/v2/datasets/a%20b%2F%C3%BC/feed");
    assert.equal(parameters.get("cursor"), cursor);
    assert.equal(parameters.get("since"), since);
    assert.deepEqual(parameters.getAll("types"), ["funding", "ipo & more"]);
    assert.equal(parameters.get("sector"), "R&D+");
    assert.equal(parameters.get("min_amount"), "1.5");
  });

  it("is logged once, without the key", async () => {
    await start();
    bench.service.answer(page(feedOf(eventNamed("evt_1"))));
    await bench.read({ sector: key });
    const [exchange] = bench.log;
    assert.equal(bench.log.length, 1);
    assert.equal(exchange?.path, "/v2/datasets/companydata/feed");
    assert.equal(exchange.query, "?page_size=40&fields=full&sector=[key]");
    assert.equal(exchange.status, 200);
    assert.equal(exchange.attempt, 1);
    assert.equal(exchange.bytes, JSON.stringify(feedOf(eventNamed("evt_1"))).length);
    assert.ok(!("failure" in exchange));
  });

  const oddKeys = ["", " ", "a b", `${key}\n`, "“key”", "clé", "k\u0000y", "日本", "key\ud800"];
  for (const odd of oddKeys) {
    it(`is not sent with the key ${JSON.stringify(odd)}`, async () => {
      await start({ key: odd });
      const error = await failing(bench.read(), { kind: "invalidRequest", part: "key" });
      assert.ok(odd.trim() === "" || !error.message.includes(odd));
      assert.equal(bench.service.requests.length, 0);
      assert.equal(bench.log.length, 0);
    });
  }

  it("is not sent with an invalid organization ID", async () => {
    await start({ organizationId: "a\r\nX-Evil: 1" });
    await failing(bench.list(), { kind: "invalidRequest", part: "organizationId" });
    assert.equal(bench.service.requests.length, 0);
  });

  it("is not sent over plain http to another machine, nor to an invalid URL", async () => {
    await start();
    for (const baseUrl of ["http://api.example.com", "nonsense", "", "https://user:pw@api.example.com"]) {
      const client = bench.clientAt(baseUrl, () => assert.fail("sent"));
      await failing(client.readFeed(newest), { kind: "invalidRequest", part: "baseUrl" });
      await failing(client.listCollections({ limit: 1, offset: 0 }), {
        kind: "invalidRequest",
        part: "baseUrl",
      });
    }
  });

  it("reuses the connection of the previous one", async () => {
    await start();
    bench.service.answer(page(feedOf()), page(feedOf()), page({ collections: [] }));
    await bench.read();
    await bench.read();
    await bench.list();
    assert.deepEqual(
      bench.service.requests.map(({ connection }) => connection),
      [1, 1, 1],
    );
  });
});

describe("an idle connection", () => {
  it("does not keep the process alive", async () => {
    const bench = await Bench.start();
    bench.service.answer(page(feedOf()));
    await bench.read();
    const sockets = Object.values(http.globalAgent.freeSockets).flatMap((list) => list ?? []);
    const idle = sockets.filter((socket) => socket.remotePort === bench.service.port);
    assert.equal(idle.length, 1);
    assert.deepEqual(
      // Whether the process waits for the handle.
      idle.map((socket) => (socket as unknown as { _handle: { hasRef(): boolean } })._handle.hasRef()),
      [false],
    );
    await bench.dispose();
  });

  it("that the service has closed only costs another attempt", async () => {
    const bench = await Bench.start();
    bench.service.answer(page(feedOf()), reset(), page(feedOf(eventNamed("evt_1"))));
    await bench.read();
    assert.equal((await bench.read()).items.length, 1);
    assert.deepEqual(
      bench.log.map(({ failure }) => failure),
      [undefined, "unreachable", undefined],
    );
    await bench.dispose();
  });
});

describe("a body", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(() => bench.dispose());

  const events = Array.from({ length: 200 }, (_, i) => ({
    ...eventNamed(`evt_${i}`),
    subhead: "Ünïcödé 日本 🎉 ".repeat(9),
  }));

  for (const coding of ["gzip", "deflate", "br"] as const) {
    it(`is decoded from ${coding}`, async () => {
      bench.service.answer(compressed(coding, feedOf(...events)));
      assert.equal((await bench.read()).items.length, 200);
      assert.equal(bench.log[0]?.bytes, Buffer.byteLength(JSON.stringify(feedOf(...events))));
    });
  }

  it("is decoded from several codings, and malformed in an unknown one", async () => {
    const twice = brotliCompressSync(gzipSync(JSON.stringify(feedOf(...events))));
    bench.service.answer(
      page(twice, { "Content-Encoding": "gzip, br" }),
      page("x", { "Content-Encoding": "zstd" }),
    );
    assert.equal((await bench.read()).items.length, 200);
    await failing(bench.read(), { kind: "malformed" });
  });

  it("may arrive in chunks of any size", async () => {
    bench.service.answer(chunked(feedOf(...events.slice(0, 5)), 7));
    const { items } = await bench.read();
    assert.deepEqual(
      items.map((item): unknown => JSON.parse(item.json)),
      events.slice(0, 5),
    );
  });

  it("may start with a byte order mark and contain invalid UTF-8", async () => {
    const parts = ['\ufeff{"events":[{"id":"a","title":"x', Buffer.from([0xff, 0xed, 0xa0, 0x80]), 'y"}]}'];
    bench.service.answer(page(Buffer.concat(parts.map((part) => Buffer.from(part as string)))));
    const { items } = await bench.read();
    assert.match(items[0]?.value.title ?? "", /^x\ufffd+y$/);
    assert.deepEqual(JSON.parse(items[0]?.json ?? ""), { id: "a", title: items[0]?.value.title });
  });

  it("may have any content type", async () => {
    bench.service.answer(page(feedOf(), { "Content-Type": "text/html" }));
    assert.deepEqual((await bench.read()).items, []);
  });
});

describe("TLS", () => {
  const tls = createSelfSignedCertificate("localhost");
  let bench: Bench;
  afterEach(async () => {
    delete https.globalAgent.options.ca;
    await bench.dispose();
  });

  it("fails for an untrusted certificate, without another attempt", async () => {
    bench = await Bench.start({}, {}, { tls });
    await failing(bench.read(), { kind: "untrusted", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    assert.equal(bench.log.length, 1);
    assert.equal(bench.service.requests.length, 0);
  });

  it("fails for a certificate of another host", async () => {
    https.globalAgent.options.ca = tls.cert;
    bench = await Bench.start({}, {}, { tls });
    await failing(bench.read(), { kind: "untrusted", code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    assert.equal(bench.service.requests.length, 0);
  });

  it("works with a trusted certificate", async () => {
    https.globalAgent.options.ca = tls.cert;
    bench = await Bench.start({}, {}, { tls });
    const client = bench.clientAt(`https://localhost:${bench.service.port}`);
    bench.service.answer(page(feedOf(eventNamed("evt_1"))));
    assert.equal((await client.readFeed(newest)).items.length, 1);
  });

  it("fails for a service that speaks plain HTTP", async () => {
    bench = await Bench.start();
    const client = bench.clientAt(`https://127.0.0.1:${bench.service.port}`);
    await failing(client.readFeed(newest), { kind: "untrusted" });
  });
});
