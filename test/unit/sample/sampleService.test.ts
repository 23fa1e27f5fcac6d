import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { SampleData } from "../../../src/sample/sampleData";
import { SampleService, type SampleEndpoint } from "../../../src/sample/sampleService";
import { collectionsPath, feedPath, SampleClient } from "./sampleClient";

const noon = Date.UTC(2026, 2, 11, 12);

describe("SampleService", () => {
  let service: SampleService;
  let endpoint: SampleEndpoint;
  let client: SampleClient;

  beforeEach(async () => {
    service = new SampleService({ now: () => noon });
    endpoint = await service.start();
    client = new SampleClient(endpoint);
  });

  afterEach(() => {
    client.close();
    service.dispose();
  });

  it("starts once", async () => {
    const [one, two] = await Promise.all([service.start(), service.start()]);
    assert.equal(one, two);
    assert.deepEqual(one, endpoint);
    assert.match(endpoint.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("has a new key at each start", async () => {
    const other = new SampleService();
    try {
      const { key } = await other.start();
      assert.notEqual(key, endpoint.key);
      assert.ok(key.length >= 32);
    } finally {
      other.dispose();
    }
  });

  for (const [name, headers] of Object.entries({
    "no key": () => ({}),
    "another key": () => ({ authorization: "Bearer sample_guess" }),
    "an empty key": () => ({ authorization: "Bearer " }),
    "the key and more": (key: string) => ({ authorization: `Bearer ${key}x` }),
    "a part of the key": (key: string) => ({ authorization: `Bearer ${key.slice(0, -1)}` }),
    "another scheme": (key: string) => ({ authorization: `Basic ${key}` }),
    "the bare key": (key: string) => ({ authorization: key }),
  })) {
    it(`rejects ${name} with 401`, async () => {
      for (const path of [feedPath, collectionsPath, "/v2/elsewhere"]) {
        const { status, headers: sent, bytes } = await client.ask(path, headers(endpoint.key));
        assert.equal(status, 401);
        assert.equal(sent["www-authenticate"], "Bearer");
        assert.match(bytes.toString(), /"detail":".+"/);
      }
    });
  }

  it("accepts the scheme in any letter case", async () => {
    assert.equal((await client.with(feedPath, { authorization: `bearer ${endpoint.key}` })).status, 200);
  });

  it("returns 404 for other paths and 405 for other methods", async () => {
    for (const path of [
      "/",
      "/v1/collections",
      "/v2/collections/",
      "/v2/datasets/other/feed",
      "//v2/collections",
    ]) {
      const { status, bytes } = await client.ask(path);
      assert.equal(status, 404, path);
      assert.deepEqual(JSON.parse(bytes.toString()), { detail: "Not Found" });
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      const { status, headers } = await client.with(feedPath, {}, method);
      assert.equal(status, 405, method);
      assert.equal(headers["allow"], "GET");
      assert.equal(headers["access-control-allow-origin"], undefined);
    }
  });

  it("rejects other hosts, against DNS rebinding", async () => {
    const { port } = new URL(endpoint.baseUrl);
    for (const host of [
      `evil.example:${port}`,
      `127.0.0.1.evil.example`,
      "localhost.evil.example",
      "[::2]",
      "0.0.0.0",
    ]) {
      assert.equal((await client.with(feedPath, { host })).status, 421, host);
    }
    for (const host of [`localhost:${port}`, `127.0.0.1`, `[::1]:${port}`]) {
      assert.equal((await client.with(feedPath, { host })).status, 200, host);
    }
  });

  it("allows no other origin", async () => {
    const { headers } = await client.with(feedPath, { origin: "https://evil.example" });
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith("access-control")),
      [],
    );
  });

  it("sends type, length and date", async () => {
    const { headers, bytes } = await client.ask(feedPath);
    assert.match(headers["content-type"] ?? "", /^application\/json/);
    assert.equal(headers.date, "Wed, 11 Mar 2026 12:00:00 GMT");
    assert.equal(headers["content-length"], `${bytes.length}`);
  });

  it("compresses only for clients that accept gzip", async () => {
    const plain = await client.ask(feedPath);
    assert.equal(plain.headers["content-encoding"], undefined);
    for (const accepted of ["gzip", "br, GZIP;q=0.5", "*", "gzip, deflate, br"]) {
      const { headers, bytes } = await client.with(feedPath, { "accept-encoding": accepted });
      assert.equal(headers["content-encoding"], "gzip", accepted);
      assert.ok(bytes.length < plain.bytes.length / 2);
      assert.deepEqual(events(gunzipSync(bytes)), events(plain.bytes));
    }
    for (const refused of ["identity", "gzip;q=0", "br", "gzipped", "gzip;q=0.000"]) {
      assert.equal(
        (await client.with(feedPath, { "accept-encoding": refused })).headers["content-encoding"],
        undefined,
      );
    }
  });

  function events(body: Buffer): unknown {
    return (JSON.parse(body.toString()) as { events: unknown }).events;
  }

  it("closes idle, active and unused connections on disposal", async () => {
    await client.ask(feedPath);
    const { port } = new URL(endpoint.baseUrl);
    const sockets = [connect(Number(port), "127.0.0.1"), connect(Number(port), "127.0.0.1")];
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    sockets[1]?.write("GET /v2/collections HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    // One more exchange, so that the server has registered the connections.
    await client.ask(feedPath);
    const closed = sockets.map(closing);
    service.dispose();
    await Promise.all(closed);
    await assert.rejects(client.ask(feedPath), /ECONNREFUSED|ECONNRESET|hang up/);
    await assert.rejects(client.ask(feedPath), /ECONNREFUSED/);
  });

  function closing(socket: Socket): Promise<void> {
    socket.on("error", () => undefined).resume();
    return new Promise((resolve) => socket.once("close", () => resolve()));
  }

  it("cannot be started after disposal", async () => {
    service.dispose();
    service.dispose();
    await assert.rejects(service.start(), /was stopped/);
  });

  it("can be disposed while it is starting", async () => {
    const early = new SampleService();
    const starting = early.start();
    early.dispose();
    await assert.rejects(starting, /was stopped/);
  });

  it("rejects while the port is in use and can be started later", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const address = blocker.address();
    assert.ok(address && typeof address === "object");
    const late = new SampleService({ port: address.port, source: new SampleData(1) });
    try {
      await assert.rejects(late.start(), /EADDRINUSE/);
      blocker.close();
      await once(blocker, "close");
      assert.equal((await late.start()).baseUrl, `http://127.0.0.1:${address.port}`);
    } finally {
      blocker.close();
      late.dispose();
    }
  });

  it("returns 500 when its source fails, and keeps running", async () => {
    let broken = true;
    const data = new SampleData();
    const source = {
      dayBefore: data.dayBefore.bind(data),
      collections: data.collections.bind(data),
      eventsOn: (day: number, now: number) => {
        if (broken) {
          throw new Error("out of order");
        }
        return data.eventsOn(day, now);
      },
    };
    const shaky = new SampleService({ source });
    const other = new SampleClient(await shaky.start());
    try {
      const { status, bytes } = await other.ask(feedPath);
      assert.equal(status, 500);
      assert.doesNotMatch(bytes.toString(), /out of order/);
      broken = false;
      assert.equal((await other.ask(feedPath)).status, 200);
    } finally {
      other.close();
      shaky.dispose();
    }
  });
});
