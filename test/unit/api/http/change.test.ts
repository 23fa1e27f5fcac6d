import assert from "node:assert/strict";
import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { type AddressInfo, connect, createServer, type Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { Failure } from "../../../../src/api/errors";
import { describeRequest } from "../../../../src/api/http/changeRequest";
import type { ChangeRequest } from "../../../../src/api/types";
import {
  compressed,
  cutInBody,
  cutInChunks,
  endless,
  page,
  raw,
  readingBody,
  redirect,
  reset,
  resetBeforeBody,
  resetInBody,
  silence,
  stall,
  status,
  webPage,
} from "../../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../../support/services/scriptedService";
import { createSelfSignedCertificate } from "../../../support/vscode/selfSignedCertificate";
import { Bench, eventNamed, failing, feedOf, key, turns } from "../fixture";

const collection = "research papers";
const changes = {
  createCollection: { kind: "createCollection", collection, description: "Papers & more" },
  deleteCollection: { kind: "deleteCollection", collection },
  changeEnvironment: { kind: "changeEnvironment", collection, environment: "staging" },
  deleteAllDocuments: { kind: "deleteAllDocuments", collection },
  deleteDocument: { kind: "deleteDocument", collection, documentId: "doc/1?x=%2F" },
} satisfies { readonly [K in ChangeRequest["kind"]]: ChangeRequest & { readonly kind: K } };
const allChanges: readonly ChangeRequest[] = Object.values(changes);
const anyChange = changes.deleteAllDocuments;
const day = 24 * 60 * 60_000;

describe("A change", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(async () => {
    assert.deepEqual(bench.clock.pending, [], "a timer was left");
    await bench.dispose();
  });

  /** The change's failure, after an answer. The request arrived once, also after a day. */
  async function failed(
    answer: Answer,
    expected: Partial<Failure> & Pick<Failure, "kind">,
    mayHaveBeenApplied: boolean,
    change: ChangeRequest = anyChange,
  ): Promise<Error> {
    bench.service.answer(answer);
    const error = await failing(bench.client.change(change), expected);
    assert.equal(error.mayHaveBeenApplied, mayHaveBeenApplied, "mayHaveBeenApplied");
    await sentOnce();
    assert.equal(bench.log.length, 1);
    assert.equal(bench.log[0]?.failure, expected.kind);
    return error;
  }

  async function sentOnce(): Promise<void> {
    bench.clock.advance(day);
    await turns();
    assert.equal(bench.service.requestLines.length, 1, bench.service.requestLines.join());
    assert.deepEqual(bench.clock.pending, []);
  }

  describe("is one request", () => {
    const requests: Record<ChangeRequest["kind"], [line: string, body: string]> = {
      createCollection: ["PUT /v2/collections/research%20papers HTTP/1.1", '{"description":"Papers & more"}'],
      deleteCollection: ["DELETE /v2/collections/research%20papers HTTP/1.1", ""],
      changeEnvironment: [
        "PATCH /v2/collections/research%20papers/environment HTTP/1.1",
        '{"new_environment":"staging"}',
      ],
      deleteAllDocuments: ["DELETE /v2/collections/research%20papers/documents HTTP/1.1", ""],
      deleteDocument: ["DELETE /v2/collections/research%20papers/documents/doc%2F1%3Fx%3D%252F HTTP/1.1", ""],
    };
    for (const change of allChanges) {
      const [line, body] = requests[change.kind];
      it(`of exactly what was described before: ${line}`, async () => {
        let sent: string | undefined;
        bench.service.answer(readingBody((text) => (sent = text), page({ success: true })));
        assert.deepEqual(await bench.client.change(change), { status: 200 });
        assert.deepEqual(bench.service.requestLines, [line]);
        assert.equal(sent, body);
        const { headers } = bench.service.last;
        assert.equal(headers.authorization, `Bearer ${key}`);
        assert.equal(headers["content-type"], body === "" ? undefined : "application/json");
        assert.equal(headers["content-length"], body === "" ? undefined : String(body.length));
        assert.equal(headers["transfer-encoding"], undefined);
        const described = describeRequest({ baseUrl: bench.service.origin }, change);
        assert.equal(`${described.method} ${described.url.pathname} HTTP/1.1`, line);
        assert.equal(described.body ?? "", body);
        await sentOnce();
      });
    }

    it("with the organization, and an empty object without a description", async () => {
      await bench.dispose();
      bench = await Bench.start({ organizationId: "org_1" });
      let sent: string | undefined;
      bench.service.answer(readingBody((text) => (sent = text), status(201)));
      await bench.client.change({ kind: "createCollection", collection: "new" });
      assert.equal(sent, "{}");
      assert.equal(bench.service.last.headers["x-organization-id"], "org_1");
    });

    it("logged by method, path and status, with neither key nor body", async () => {
      bench.service.answer(page({ message: "Hidden." }));
      const description = `Secret plans, ${key}`;
      await bench.client.change({ kind: "createCollection", collection: `a ${key}`, description });
      assert.deepEqual(bench.log, [
        {
          method: "PUT",
          path: "/v2/collections/a%20[key]",
          query: "",
          status: 200,
          durationMs: 0,
          bytes: 21,
          attempt: 1,
        },
      ]);
    });
  });

  describe("is not sent", () => {
    const unsendable: [string, ChangeRequest, "collection" | "document"][] = [
      ...["", ".", "..", "a\ud800b", "\udfff"].flatMap((name): [string, ChangeRequest, "collection"][] =>
        allChanges.map((change) => [
          `${change.kind} ${JSON.stringify(name)}`,
          { ...change, collection: name },
          "collection",
        ]),
      ),
      ...["", ".", "..", "\ud83c"].map((documentId): [string, ChangeRequest, "document"] => [
        `the document ${JSON.stringify(documentId)}`,
        { ...changes.deleteDocument, documentId },
        "document",
      ]),
    ];
    for (const [name, change, thing] of unsendable) {
      it(`for a name that no URL can have: ${name}`, async () => {
        const error = await failing(bench.client.change(change), { kind: "invalidName", thing });
        assert.equal(error.mayHaveBeenApplied, false);
        assert.match(error.message, /nothing was sent/);
        assert.deepEqual(bench.service.requestLines, []);
        assert.deepEqual(bench.log, []);
      });
    }

    it("after its caller has aborted it, and leaves open nothing", async () => {
      const error = await failing(bench.client.change(anyChange, { signal: AbortSignal.abort() }), {
        kind: "aborted",
      });
      assert.equal(error.mayHaveBeenApplied, false);
      assert.equal(bench.service.openConnections, 0);
      assert.deepEqual(bench.log, []);
    });

    it("to a base URL or with a key that is none", async () => {
      const client = bench.clientAt("http://api.example.com", () => assert.fail("sent"));
      await failing(client.change(anyChange), { kind: "invalidRequest", part: "baseUrl" });
      await bench.dispose();
      bench = await Bench.start({ key: "a b" });
      await failing(bench.client.change(anyChange), { kind: "invalidRequest", part: "key" });
      assert.deepEqual(bench.service.requestLines, []);
    });
  });

  describe("has succeeded with any 2xx", () => {
    const long = JSON.stringify({ message: "x".repeat(5000), filler: "y".repeat(40_000) });
    const answers: [string, Answer, number][] = [
      ["201", status(201), 201],
      ["202", status(202, "null"), 202],
      ["204", (response) => void response.writeHead(204).end(), 204],
      ["299", status(299, "[]"), 299],
      ["a web page", webPage(200), 200],
      ["an empty body", page(""), 200],
      ["invalid JSON", page('{"message":"Cut o'), 200],
      ["a body cut short", cutInBody(long, 1000), 200],
      ["a chunked body without its last chunk", cutInChunks(long, 1000), 200],
      ["a connection reset before the body", resetBeforeBody(long), 200],
      ["a connection reset inside the body", resetInBody(long, 1000), 200],
      ["a truncated gzip body", compressed("gzip", long, 20), 200],
      ["an invalid gzip body", page(long, { "Content-Encoding": "gzip" }), 200],
      ["an unknown encoding", page(long, { "Content-Encoding": "zstd" }), 200],
      ["a body beyond the limit", endless("x".repeat(5000)), 200],
      ["a success that is false", page({ success: false }), 200],
    ];
    for (const [name, answer, code] of answers) {
      it(`and ${name}`, async () => {
        bench.service.answer(answer);
        assert.deepEqual(await bench.client.change(anyChange), { status: code });
        assert.equal(bench.log[0]?.status, code);
        assert.equal(bench.log[0].failure, undefined);
        await sentOnce();
      });
    }

    for (const [name, end] of [
      ["that never ends", () => bench.clock.advance(10_000)],
      ["whose caller aborts it", (controller: AbortController) => controller.abort()],
    ] as const) {
      it(`and a body ${name}`, async () => {
        bench.service.answer(stall(long, 1000));
        const controller = new AbortController();
        const call = bench.client.change(anyChange, { signal: controller.signal });
        await bench.clock.timerOf(10_000);
        end(controller);
        assert.deepEqual(await call, { status: 200 });
        await sentOnce();
        await bench.service.quiet();
      });
    }

    it("and says what its body says, as far as it can be read", async () => {
      bench.service.answer(
        status(201, { message: `Made it, ${key}!`, collection_id: "col_1", documents_deleted: 7 }),
        compressed("gzip", { message: { text: 1 }, collection_id: 1, documents_deleted: -1 }),
      );
      const response = await bench.client.change(anyChange);
      assert.deepEqual(response, { status: 201, collectionId: "col_1", documentsDeleted: 7 });
      assert.deepEqual(await bench.client.change(anyChange), { status: 200 });
    });
  });

  describe("has failed, and was sent once,", () => {
    const statuses: [number, Failure["kind"], boolean][] = [
      [400, "rejected", false],
      [401, "unauthorized", false],
      [403, "forbidden", false],
      [405, "notOffered", false],
      [407, "rejected", false],
      [408, "unavailable", false],
      [409, "conflict", false],
      [410, "notFound", false],
      [422, "rejected", false],
      [429, "unavailable", false],
      [500, "unavailable", true],
      [501, "notOffered", false],
      [502, "unavailable", true],
      [503, "unavailable", true],
      [504, "unavailable", true],
      [599, "unavailable", true],
      [304, "malformed", true],
    ];
    for (const [code, kind, mayHaveBeenApplied] of statuses) {
      it(`with ${code}${mayHaveBeenApplied ? ", and may have happened" : ""}`, async () => {
        const body = code === 304 ? "" : { detail: "Because." };
        const headers = { "Retry-After": "1" };
        const error = await failed(status(code, body, headers), { kind, status: code }, mayHaveBeenApplied);
        assert.ok(code === 304 || error.message.endsWith(": Because."), error.message);
        assert.equal(bench.log[0]?.status, code);
      });
    }

    it("with 503 and advice when to try again, which is passed on", () =>
      failed(
        status(503, "", { "Retry-After": "7" }),
        { kind: "unavailable", status: 503, retryAfterMs: 7000 },
        true,
      ));

    it("with an error whose body never ends", async () => {
      bench.service.answer(stall({ detail: "Because." }, 5, 409));
      const call = failing(bench.client.change(anyChange), { kind: "conflict" });
      await bench.clock.timerOf(10_000);
      bench.clock.advance(10_000);
      assert.equal((await call).mayHaveBeenApplied, false);
      await sentOnce();
      await bench.service.quiet();
    });

    for (const code of [301, 302, 303, 307, 308]) {
      it(`with ${code}, which is not followed, neither within the origin nor beyond`, async () => {
        const elsewhere = await ScriptedService.start();
        try {
          const { message } = await failed(
            redirect(code, "/v2/elsewhere?token=a#b"),
            { kind: "redirected", location: `${bench.service.origin}/v2/elsewhere` },
            true,
          );
          assert.match(message, new RegExp(`redirected the request to \\S+/v2/elsewhere \\(${code}\\)\\.`));
          bench.service.requestLines.length = 0;
          bench.log.length = 0;
          await failed(redirect(code, `${elsewhere.origin}/?key=${key}`), { kind: "redirected" }, true);
          assert.deepEqual(elsewhere.requestLines, []);
        } finally {
          await elsewhere.dispose();
        }
      });
    }

    it("with a redirect to a URL without a host, of which only the scheme is told", async () => {
      const { message } = await failed(
        redirect(307, "data:text/plain,secret"),
        { kind: "redirected", location: "data:" },
        true,
      );
      assert.match(message, / redirected the request to data: \(307\)\./);
    });

    it("with a redirect to nowhere", async () => {
      await failed(status(302), { kind: "redirected", location: "" }, true);
      bench.service.requestLines.length = 0;
      bench.log.length = 0;
      await failed(redirect(307, "http://["), { kind: "redirected", location: "" }, true);
    });

    const lost: [string, Answer][] = [
      ["a reset", reset()],
      ["an end without a response", (response) => void response.socket?.end()],
      ["half a header", raw("HTTP/1.1 200 OK\r\nContent-Le")],
    ];
    for (const [name, answer] of lost) {
      it(`by ${name}`, async () => {
        const { message } = await failed(answer, { kind: "interrupted" }, true);
        assert.match(message, /was lost before it responded/);
      });
    }

    it("by a response that is not HTTP", () =>
      failed(raw("SSH-2.0-OpenSSH_9.2\r\n"), { kind: "unreachable", code: "HPE_INVALID_CONSTANT" }, true));

    for (const change of allChanges) {
      it(`when the answer to ${change.kind} never comes`, async () => {
        bench.service.answer(silence());
        const failure = { kind: "timeout", timeoutMs: 120_000, responding: false } as const;
        const call = failing(bench.client.change(change), failure);
        await bench.service.received(1);
        bench.clock.advance(119_999);
        await turns();
        assert.equal(bench.service.openConnections, 1, "given up too early");
        bench.clock.advance(1);
        assert.equal((await call).mayHaveBeenApplied, true);
        await sentOnce();
        await bench.service.quiet();
      });
    }

    it("when the machine sleeps before the answer", async () => {
      bench.service.answer(silence());
      const call = failing(bench.client.change(anyChange), { kind: "timeout" });
      await bench.service.received(1);
      bench.clock.advance(8 * 60 * 60_000);
      assert.equal((await call).mayHaveBeenApplied, true);
      await sentOnce();
    });

    it("when its caller aborts it before the answer", async () => {
      bench.service.answer(silence());
      const controller = new AbortController();
      const call = failing(bench.client.change(anyChange, { signal: controller.signal }), {
        kind: "aborted",
      });
      await bench.service.received(1);
      controller.abort();
      assert.equal((await call).mayHaveBeenApplied, true);
      await sentOnce();
      await bench.service.quiet();
      assert.equal(bench.log[0]?.failure, "aborted");
    });
  });

  it("waits no less long than the setting for other requests allows", async () => {
    await bench.dispose();
    bench = await Bench.start({}, { timeoutMs: 300_000 });
    bench.service.answer(silence());
    const call = failing(bench.client.change(anyChange), { kind: "timeout", timeoutMs: 300_000 });
    await bench.service.received(1);
    bench.clock.advance(300_000);
    await call;
  });

  it("leaves no listener on its caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...all: Parameters<typeof add>) => {
      listeners++;
      add(...all);
    };
    signal.removeEventListener = (...all: Parameters<typeof remove>) => {
      listeners--;
      remove(...all);
    };
    bench.service.answer(status(204), reset(), status(409));
    await bench.client.change(anyChange, { signal });
    await failing(bench.client.change(anyChange, { signal }), { kind: "interrupted" });
    await failing(bench.client.change(anyChange, { signal }), { kind: "conflict" });
    assert.equal(listeners, 0);
  });

  describe("has a connection of its own", () => {
    it("although idle ones are there, which may be closing", async () => {
      const reads = [1, 2, 3].map(() => page(feedOf(eventNamed("evt_1"))));
      bench.service.answer(...reads, ...allChanges.map(() => page({})), page(feedOf()));
      await Promise.all(reads.map(() => bench.read()));
      const before = new Set(bench.service.requests.map(({ connection }) => connection));
      for (const change of allChanges) {
        await bench.client.change(change);
        assert.ok(!before.has(bench.service.last.connection), "used before");
        before.add(bench.service.last.connection);
      }
      await bench.read();
      assert.equal(bench.service.requestLines.length, reads.length + allChanges.length + 1);
    });

    it("so that a service that closes idle ones at this moment gets it", async () => {
      const server = new ClosingServer();
      const origin = await server.start();
      const client = bench.clientAt(origin);
      await failing(client.listDocuments("a", { limit: 1, offset: 0 }, { attempts: 1 }), {
        kind: "malformed",
      });
      server.closesUsed = true;
      assert.deepEqual(await client.change(anyChange), { status: 200 });
      assert.deepEqual(server.lines, ["GET", "DELETE"]);
      await server.stop();
    });
  });

  describe("has changed nothing", () => {
    it("when the connection is refused", async () => {
      const { origin } = bench.service;
      const client = bench.clientAt(origin);
      await bench.service.dispose();
      const error = await failing(client.change(anyChange), { kind: "unreachable", code: "ECONNREFUSED" });
      assert.equal(error.mayHaveBeenApplied, false);
      bench = await Bench.start();
    });

    for (const code of ["ENOTFOUND", "EAI_AGAIN"]) {
      it(`when the host name does not resolve (${code})`, async () => {
        const { lookup } = dns;
        let lookups = 0;
        dns.lookup = ((_name: string, _options: object, done: (error: Error) => void) => {
          lookups++;
          done(Object.assign(new Error("no such name"), { code }));
        }) as typeof lookup;
        try {
          const client = bench.clientAt("https://api.example.com");
          const error = await failing(client.change(anyChange), { kind: "unreachable", code });
          assert.equal(error.mayHaveBeenApplied, false);
          assert.equal(lookups, 1);
        } finally {
          dns.lookup = lookup;
        }
      });
    }

    it("when no connection is made in time, which is the time of other requests", async () => {
      const { lookup } = dns;
      const asked = new Promise<void>((resolve) => {
        dns.lookup = (() => resolve()) as unknown as typeof lookup;
      });
      try {
        const client = bench.clientAt("https://api.example.com");
        const call = failing(client.change(anyChange), { kind: "timeout", timeoutMs: 30_000 });
        await asked;
        bench.clock.advance(30_000);
        assert.equal((await call).mayHaveBeenApplied, false);
      } finally {
        dns.lookup = lookup;
      }
    });

    it("when its caller aborts it before there is a connection", async () => {
      const { lookup } = dns;
      const asked = new Promise<void>((resolve) => {
        dns.lookup = (() => resolve()) as unknown as typeof lookup;
      });
      try {
        const controller = new AbortController();
        const client = bench.clientAt("https://api.example.com");
        const call = failing(client.change(anyChange, { signal: controller.signal }), { kind: "aborted" });
        await asked;
        controller.abort();
        assert.equal((await call).mayHaveBeenApplied, false);
      } finally {
        dns.lookup = lookup;
      }
    });
  });
});

describe("A change over TLS", () => {
  const tls = createSelfSignedCertificate("localhost");
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start({}, {}, { tls });
  });
  afterEach(async () => {
    delete https.globalAgent.options.ca;
    await bench.dispose();
  });

  it("is sent to a service that is trusted, on a connection of its own", async () => {
    https.globalAgent.options.ca = tls.cert;
    const client = bench.clientAt(`https://localhost:${bench.service.port}`);
    bench.service.answer(page(feedOf()), status(204), status(204));
    await client.readFeed({ pageSize: 40, fields: "full" });
    await client.change(anyChange);
    await client.change(changes.createCollection);
    assert.equal(bench.service.requestLines.length, 3);
    assert.equal(new Set(bench.service.requests.map(({ connection }) => connection)).size, 3);
  });

  it("is not sent to one that is not", async () => {
    const untrusted = await failing(bench.client.change(anyChange), {
      kind: "untrusted",
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    assert.equal(untrusted.mayHaveBeenApplied, false);
    https.globalAgent.options.ca = tls.cert;
    const otherHost = await failing(bench.client.change(anyChange), {
      kind: "untrusted",
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
    assert.equal(otherHost.mayHaveBeenApplied, false);
    assert.deepEqual(bench.service.requestLines, []);
  });

  it("is not sent to one that speaks plain HTTP", async () => {
    const plain = await ScriptedService.start();
    const client = bench.clientAt(`https://127.0.0.1:${plain.port}`);
    const error = await failing(client.change(anyChange), { kind: "untrusted" });
    assert.equal(error.mayHaveBeenApplied, false);
    assert.deepEqual(plain.requests, []);
    await plain.dispose();
  });
});

describe("A change through a proxy", () => {
  const tls = createSelfSignedCertificate("localhost");
  const { globalAgent } = https;
  let bench: Bench;
  let proxy: Proxy;
  beforeEach(async () => {
    bench = await Bench.start({}, {}, { tls });
    proxy = new Proxy(bench.service.port);
    // Where VS Code puts its own agent.
    https.globalAgent = new TunnelAgent(await proxy.start(), tls.cert);
  });
  afterEach(async () => {
    https.globalAgent = globalAgent;
    await proxy.stop();
    await bench.dispose();
  });

  const change = () =>
    bench.clientAt(`https://localhost:${bench.service.port}`).change(changes.createCollection);

  it("is sent once, in one tunnel", async () => {
    bench.service.answer(status(201));
    assert.deepEqual(await change(), { status: 201 });
    assert.equal(bench.service.requestLines.length, 1);
    assert.equal(proxy.tunnels, 1);
  });

  it("is not sent again when the tunnel breaks before the answer", async () => {
    bench.service.answer(silence());
    const call = failing(change(), { kind: "interrupted" });
    await bench.service.received(1);
    proxy.breakTunnels();
    assert.equal((await call).mayHaveBeenApplied, true);
    assert.equal(bench.service.requestLines.length, 1);
    assert.equal(proxy.tunnels, 1);
  });

  for (const [code, kind] of [
    [407, "rejected"],
    [502, "unavailable"],
    [503, "unavailable"],
  ] as const) {
    it(`is not sent when the proxy refuses the tunnel (${code})`, async () => {
      proxy.refusal = code;
      const error = await failing(change(), { kind, status: code });
      assert.equal(error.mayHaveBeenApplied, false, "the service has seen nothing of it");
      assert.equal(proxy.tunnels, 1);
      assert.deepEqual(bench.service.requestLines, []);
    });
  }
});

/** A proxy that opens tunnels to a port of this machine, or refuses them with a status. */
class Proxy {
  tunnels = 0;
  refusal: number | undefined;
  private readonly sockets = new Set<Duplex>();
  private readonly server = http.createServer();

  constructor(private readonly servicePort: number) {}

  async start(): Promise<number> {
    this.server.on("connect", (_request, socket) => {
      this.tunnels++;
      this.sockets.add(socket);
      socket.on("error", () => undefined);
      if (this.refusal !== undefined) {
        socket.end(`HTTP/1.1 ${this.refusal} No\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      const service = connect(this.servicePort, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(service).pipe(socket);
      });
      service.on("error", () => undefined);
      socket.on("close", () => service.destroy());
    });
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return (this.server.address() as AddressInfo).port;
  }

  breakTunnels(): void {
    this.sockets.forEach((socket) => socket.destroy());
  }

  async stop(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.breakTunnels();
    await closed;
  }
}

/** Connects through a proxy's tunnel. As VS Code's agent does, it replays a refusal on a socket that cannot be written to. */
class TunnelAgent extends https.Agent {
  constructor(
    private readonly proxyPort: number,
    private readonly ca: string,
  ) {
    super({ keepAlive: false });
  }

  override createConnection(
    options: https.RequestOptions,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const request = http.request({
      host: "127.0.0.1",
      port: this.proxyPort,
      method: "CONNECT",
      path: `${options.host}:${options.port}`,
      agent: false,
    });
    request.on("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) {
        callback(null, connectTls({ socket, servername: options.host ?? "", ca: this.ca }));
        return;
      }
      socket.destroy();
      const replay = new Socket();
      replay.end();
      callback(null, replay);
      setImmediate(() => {
        replay.push(`HTTP/1.1 ${statusCode} No\r\nContent-Length: 0\r\n\r\n`);
        replay.push(null);
      });
    });
    request.end();
  }
}

/** Answers requests with "{}", but resets a connection when a second request arrives on it. */
class ClosingServer {
  /** Methods of the requests. */
  readonly lines: string[] = [];
  closesUsed = false;
  private readonly used = new Set<Socket>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      this.lines.push(bytes.toString("latin1").split(" ")[0] ?? "");
      if (this.closesUsed && this.used.has(socket)) {
        socket.resetAndDestroy();
        return;
      }
      this.used.add(socket);
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    });
  });

  async start(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }
}
