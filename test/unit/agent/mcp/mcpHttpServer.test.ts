import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { maxBodyBytes, toWebRequest } from "../../../../src/agent/mcp/httpMessages";
import type { ToolAnswer, ToolCall } from "../../../../src/agent/tools/agentTools";
import { McpFixture, messagesOf, testBearer } from "../../../support/agent/mcpFixture";
import { FakeClock } from "../../../support/fakes/fakeClock";

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const call = (id: number, name = "companyfeed_search_events", input: unknown = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } });

/** Calls that wait until a test answers them, or they are cancelled. */
class WaitingCalls {
  readonly calls: { readonly call: ToolCall; readonly answer: (answer: ToolAnswer) => void }[] = [];
  private wanted: (() => void) | undefined;

  readonly take = (call: ToolCall): Promise<ToolAnswer> =>
    new Promise((answer, reject) => {
      this.calls.push({ call, answer });
      call.signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      this.wanted?.();
    });

  async started(count: number): Promise<void> {
    while (this.calls.length < count) {
      await new Promise<void>((resolve) => (this.wanted = resolve));
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  assert.ok(signal);
  return signal.aborted ? Promise.resolve() : once(signal, "abort");
}

describe("MCP server", () => {
  let fixture: McpFixture;

  afterEach(() => fixture.dispose());

  describe("refuses", () => {
    beforeEach(async () => {
      fixture = await new McpFixture().start();
    });

    const authorizations: Readonly<Record<string, string | string[] | undefined>> = {
      "no bearer": undefined,
      "an empty header": "",
      "an empty bearer": "Bearer ",
      "another bearer": "Bearer cfmcp_guess",
      "a prefix of the bearer": `Bearer ${testBearer.slice(0, -1)}`,
      "the bearer and more": `Bearer ${testBearer}x`,
      "the bearer in other case": `Bearer ${testBearer.toUpperCase()}`,
      "the bearer without its scheme": testBearer,
      "the bearer in another scheme": `Basic ${testBearer}`,
      "the bearer twice in a header": `Bearer ${testBearer}, Bearer ${testBearer}`,
      "the bearer with a space behind": `Bearer ${testBearer} x`,
      "two headers, the first right": [`Bearer ${testBearer}`, "Bearer wrong"],
      "two headers, both right": [`Bearer ${testBearer}`, `Bearer ${testBearer}`],
    };
    for (const [name, authorization] of Object.entries(authorizations)) {
      it(name, async () => {
        const { status, headers, text } = await fixture.send(list, { authorization });
        assert.equal(status, 401);
        assert.equal(headers["www-authenticate"], "Bearer");
        assert.match(text, /Copy MCP Configuration/);
      });
    }

    for (const origin of ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", ""]) {
      it(`the origin "${origin}", even with the bearer`, async () => {
        const { status, headers } = await fixture.send(list, { origin });
        assert.equal(status, 403);
        assert.equal(headers["access-control-allow-origin"], undefined);
      });
    }

    it("an origin that begins like its own, and two of which one is its own", async () => {
      const own = `http://127.0.0.1:${fixture.port}`;
      for (const origin of [`${own}.evil.example`, `${own}0`, [own, "https://evil.example"], [own, own]]) {
        assert.equal((await fixture.send(list, { origin })).status, 403, String(origin));
      }
    });

    it("a Host that was bound to this address by DNS", async () => {
      const { port } = fixture;
      for (const host of [
        `evil.example:${port}`,
        "127.0.0.1",
        `127.0.0.1:${port + 1}`,
        `127.0.0.1:${port}.evil.example`,
      ]) {
        assert.equal((await fixture.send(list, { host })).status, 403, host);
      }
    });

    it("two Host headers, of which one is right", async () => {
      const socket = connect(fixture.port, "127.0.0.1");
      const own = `127.0.0.1:${fixture.port}`;
      socket.end(
        `POST /mcp HTTP/1.1\r\nHost: ${own}\r\nHost: evil.example\r\nAuthorization: Bearer ${testBearer}\r\nContent-Length: 0\r\n\r\n`,
      );
      // Or Node's own refusal: a 400 of the server would mean that it has read the body.
      assert.match(
        await textOf(socket),
        /^HTTP\/1\.1 (?:403 [^]*The Host header is not|400 Bad Request\r\nConnection: close\r\n\r\n$)/,
      );
    });

    it("other paths, also with the bearer in a query", async () => {
      for (const path of [
        "/",
        "/mcp/",
        "/sse",
        `/mcp?token=${testBearer}`,
        "/.well-known/oauth-protected-resource",
        "//mcp",
      ]) {
        assert.equal((await fixture.send(list, {}, { path })).status, 404, path);
      }
    });

    it("other methods", async () => {
      for (const method of ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"]) {
        const { status, headers } = await fixture.send("", {}, { method });
        assert.deepEqual([status, headers.allow], [405, "POST"], method);
      }
    });

    it("a body that is too large, before it was sent", async () => {
      const { status, text } = await fixture.send(Buffer.alloc(maxBodyBytes + 1, 32));
      assert.equal(status, 413);
      assert.match(text, /"code":-32000,.* larger than 256 KiB/);
    });

    it("a body without an end", async () => {
      const socket = connect(fixture.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(`${head(fixture)}Transfer-Encoding: chunked\r\n\r\n`);
      const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
      const write = (): void => {
        if (!socket.destroyed) {
          socket.write(chunk, () => setImmediate(write));
        }
      };
      write();
      assert.match(await textOf(socket), /^HTTP\/1\.1 413 /);
    });

    it("a body that is not JSON, or no message of JSON-RPC", async () => {
      for (const body of ["", "{", "\u0000", "nonsense", "[".repeat(50_000), Buffer.from([0xff, 0xfe])]) {
        const { status, text } = await fixture.send(body);
        assert.equal(status, 400, body.toString().slice(0, 10));
        assert.match(text, /"message":"[^"]+"/);
      }
      const latin1 = Buffer.from(call(1, "companyfeed_search_events", { company: "Ÿé" }), "latin1");
      assert.equal((await fixture.send(latin1)).status, 400, "not UTF-8");
      for (const body of [
        "1",
        "null",
        '"text"',
        "[]",
        "{}",
        `${"[".repeat(2000)}${"]".repeat(2000)}`,
        '{"jsonrpc":"1.0"}',
      ]) {
        const { status } = await fixture.send(body);
        assert.equal(status, 400, body.slice(0, 10));
      }
      assert.equal((await fixture.send(list, { "content-type": "text/plain" })).status, 415);
    });

    it("a batch of more messages than any client sends", async () => {
      const batch = Array.from({ length: 51 }, (_, id) => JSON.parse(call(id)) as unknown);
      const { status, text } = await fixture.send(JSON.stringify(batch));
      assert.equal(status, 400);
      assert.deepEqual(JSON.parse(text), {
        jsonrpc: "2.0",
        error: { code: -32_700, message: "A batch may have 50 messages at most." },
        id: null,
      });
    });

    it("without ever logging the bearer, and with one line a minute for each reason", async () => {
      fixture.dispose();
      const clock = new FakeClock();
      fixture = await new McpFixture({ clock }).start();
      const wrong = { authorization: `Bearer ${testBearer.slice(0, -1)}` };
      await Promise.all(Array.from({ length: 20 }, () => fixture.send(list, wrong)));
      await fixture.send(list, {}, { path: `/mcp?token=${testBearer}` });
      await fixture.send(list, { "user-agent": testBearer, "mcp-session-id": `${testBearer}~1` });
      await fixture.rpc("initialize", {
        ...initialize("2025-06-18"),
        clientInfo: { name: testBearer, version: "1" },
      });
      await fixture.send(call(1), { "user-agent": testBearer, "mcp-session-id": `${testBearer}~1` });
      await fixture.send(call(1, testBearer, { token: testBearer }));
      await fixture.send(call(1), { "mcp-protocol-version": testBearer });
      clock.advance(60_000);
      await fixture.send(list, wrong);
      const log = fixture.lines.join("\n");
      assert.equal(log.includes(testBearer.slice(0, 20)), false, log);
      const refusals = fixture.lines.filter((line) => line.includes("(401)"));
      assert.equal(refusals.length, 2, log);
      assert.match(refusals[1] ?? "", /19 more since/);
    });
  });

  describe("under load", () => {
    it("closes connections whose request does not end", async () => {
      fixture = await new McpFixture({ timeouts: { headersMs: 40, requestMs: 80, checkMs: 10 } }).start();
      const starts = [
        "",
        "POST /mcp HTT",
        `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: `,
        `${head(fixture)}Content-Length: 100\r\n\r\n{`,
      ];
      const sockets = starts.map((start) => {
        const socket = connect(fixture.port, "127.0.0.1");
        socket.on("error", () => undefined);
        socket.write(start);
        return socket;
      });
      // The first sends nothing at all: Node counts from its first byte on, so only the end of the server closes it.
      const texts = await Promise.all(sockets.slice(1).map((socket) => textOf(socket)));
      assert.ok(texts.every((text) => text === "" || text.startsWith("HTTP/1.1 408 ")));
      sockets[0]?.destroy();
    });

    it("answers 1,000 calls at once", async () => {
      const waiting = new WaitingCalls();
      fixture = await new McpFixture({ call: waiting.take }).start();
      const answers = Array.from({ length: 1000 }, (_, id) => fixture.send(call(id)));
      await waiting.started(1000);
      waiting.calls.forEach(({ answer }, index) => answer({ text: `answer ${index}` }));
      const all = await Promise.all(answers);
      assert.ok(all.every(({ status, text }) => status === 200 && text.includes("answer ")));
    });

    it("aborts a call whose client disconnects, and no other", async () => {
      const waiting = new WaitingCalls();
      fixture = await new McpFixture({ call: waiting.take }).start();
      const socket = connect(fixture.port, "127.0.0.1");
      const body = call(1);
      socket.write(`${head(fixture)}Content-Length: ${body.length}\r\n\r\n${body}`);
      await waiting.started(1);
      const other = fixture.send(call(1));
      await waiting.started(2);
      socket.destroy();
      const [lost, kept] = waiting.calls;
      await aborted(lost?.call.signal);
      assert.ok(kept && !kept.call.signal.aborted);
      kept.answer({ text: "still here" });
      assert.match((await other).text, /still here/);
    });

    it("aborts the call that a client cancels, and none of another client with the same number", async () => {
      const waiting = new WaitingCalls();
      fixture = await new McpFixture({ call: waiting.take }).start();
      const [one, two] = await Promise.all([session(fixture, "one"), session(fixture, "two")]);
      const answers = [fixture.send(call(7), one), fixture.send(call(7), two), fixture.send(call(8), one)];
      await waiting.started(3);
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
      const { status } = await fixture.send(JSON.stringify(cancelled), one);
      assert.equal(status, 202);
      await aborted(waiting.calls[0]?.call.signal);
      assert.deepEqual(
        waiting.calls.map(({ call: { signal } }) => signal.aborted),
        [true, false, false],
      );
      waiting.calls.forEach(({ answer }) => answer({ text: "done" }));
      const texts = (await Promise.all(answers)).map(({ text }) => text);
      assert.match(texts[0] ?? "", /cancelled/);
      assert.match(texts[1] ?? "", /done/);
    });

    it("cancels nothing when two clients without a session use the same number", async () => {
      const waiting = new WaitingCalls();
      fixture = await new McpFixture({ call: waiting.take }).start();
      const answers = [fixture.send(call(7)), fixture.send(call(7))];
      await waiting.started(2);
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
      await fixture.send(JSON.stringify(cancelled));
      assert.ok(waiting.calls.every(({ call: { signal } }) => !signal.aborted));
      waiting.calls.forEach(({ answer }) => answer({ text: "done" }));
      await Promise.all(answers);
    });

    it("ends with its window: calls are aborted, connections closed, the port is free", async () => {
      const waiting = new WaitingCalls();
      fixture = await new McpFixture({ call: waiting.take }).start();
      const { port } = fixture;
      const idle = connect(port, "127.0.0.1");
      await once(idle, "connect");
      const answer = fixture.send(call(1)).catch(() => undefined);
      await waiting.started(1);
      const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      fixture.server.dispose();
      await aborted(waiting.calls[0]?.call.signal);
      await Promise.all([textOf(idle), answer]);
      const next = createServer().listen(port, "127.0.0.1");
      await once(next, "listening");
      await new Promise((resolve) => next.close(resolve));
      // The stream of the call had a timer that keeps it alive.
      const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      assert.ok(after <= before, `${before} timers before, ${after} after`);
      await assert.rejects(fixture.server.listen(0), /stopped/);
    });
  });

  describe("answers", () => {
    beforeEach(async () => {
      fixture = await new McpFixture().start();
    });

    for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      it(`a client of ${version} that initializes, lists and calls`, async () => {
        const params = initialize(version);
        const { headers, text } = await fixture.send(
          JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
        );
        const [{ result }] = messagesOf(text) as [{ result: Record<string, unknown> }];
        assert.equal(result["protocolVersion"], version);
        assert.deepEqual(result["serverInfo"], {
          name: "company-feed",
          title: "Company Feed",
          version: "1.2.3",
        });
        assert.match(String(headers["mcp-session-id"]), /^old-client~/);
        const versionHeader: Record<string, string> =
          version < "2025-06-18" ? {} : { "mcp-protocol-version": version };
        const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
        assert.equal((await fixture.send(initialized, versionHeader)).status, 202);
        const listed = (await fixture.rpc("tools/list", {}, versionHeader)) as {
          result: { tools: { name: string }[] };
        };
        assert.equal(listed.result.tools.length, 5);
        assert.deepEqual(
          await fixture.rpc(
            "tools/call",
            { name: listed.result.tools[0]?.name, arguments: { period: "7d" } },
            versionHeader,
          ),
          {
            jsonrpc: "2.0",
            id: 1,
            result: { content: [{ type: "text", text: 'companyfeed_search_events {"period":"7d"}' }] },
          },
        );
      });
    }

    it("a client that has not initialized, and one whose session is of a window that was closed", async () => {
      assert.match((await fixture.send(list)).text, /companyfeed_search_events/);
      const { status } = await fixture.send(call(1), { "mcp-session-id": "cursor~of-yesterday" });
      assert.equal(status, 200);
    });

    it("with the name of the client, unless it is none", async () => {
      fixture.dispose();
      const names: string[] = [];
      fixture = await new McpFixture({
        call: (_, client) => {
          names.push(client);
          return Promise.resolve({ text: "" });
        },
      }).start();
      const name = "x".repeat(41);
      await fixture.send(call(1), { "mcp-session-id": "cursor~1" });
      await fixture.send(call(1), { "user-agent": "Claude Code/2.1 (linux)" });
      for (const headers of [
        { "user-agent": "" },
        { "user-agent": name },
        { "mcp-session-id": `${name}~1`, "user-agent": "" },
      ]) {
        await fixture.send(call(1), headers);
      }
      assert.deepEqual(names, ["cursor", "Claude-Code", "MCP client", "MCP client", "MCP client"]);
    });

    it("a batch of the protocol of 2025-03-26", async () => {
      const { text } = await fixture.send(`[${call(1)},${call(2, "companyfeed_get_event")}]`);
      const texts = messagesOf(text)
        .flat()
        .map((message) => JSON.stringify(message));
      assert.equal(texts.length, 2);
      assert.match(texts.join(), /search_events.*get_event/);
    });

    it("ping", async () => {
      assert.deepEqual(await fixture.rpc("ping"), { jsonrpc: "2.0", id: 1, result: {} });
    });

    it("an unknown tool, and arguments that are no object, with a sentence", async () => {
      const unknown = (await fixture.rpc("tools/call", { name: "companyfeed_delete_all" })) as RpcError;
      assert.equal(
        unknown.error.message,
        'There is no tool "companyfeed_delete_all". The tools are companyfeed_search_events, companyfeed_summarize_events, companyfeed_get_event, companyfeed_list_collections, companyfeed_open_feed.',
      );
      const text = (await fixture.rpc("tools/call", {
        name: "companyfeed_get_event",
        arguments: "evt_1",
      })) as RpcError;
      assert.equal(text.error.code, -32_602);
      const resources = (await fixture.rpc("resources/list")) as RpcError;
      assert.equal(resources.error.code, -32_601);
    });

    it("a call that throws without its details", async () => {
      fixture.dispose();
      fixture = await new McpFixture({ call: () => Promise.reject(new Error("at secret.ts:1")) }).start();
      const { text } = await fixture.send(call(1));
      assert.match(text, /"isError":true/);
      assert.doesNotMatch(text, /secret/);
      assert.match(fixture.lines.join("\n"), /secret\.ts/);
    });

    it("at several ports with one bearer", async () => {
      const second = await fixture.server.listen(0);
      assert.notEqual(second, fixture.port);
      fixture.port = second;
      assert.equal((await fixture.send(list)).status, 200);
    });

    it("without passing the bearer on to what reads the request", async () => {
      const server = createServer((message, response) => {
        const { headers } = toWebRequest(message, new AbortController().signal);
        response.end(JSON.stringify(Object.fromEntries(headers)));
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      fixture.port = (server.address() as AddressInfo).port;
      const { text } = await fixture.send(list);
      server.close();
      server.closeAllConnections();
      assert.match(text, /"user-agent":"test-client\/1\.0"/);
      assert.equal(text.includes(testBearer), false);
    });

    it("its own origin, and localhost as its name", async () => {
      const { port } = fixture;
      for (const name of ["127.0.0.1", "localhost"]) {
        const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
        assert.equal((await fixture.send(list, headers)).status, 200);
      }
    });
  });

  it("rejects a port that is in use", async () => {
    fixture = await new McpFixture().start();
    await assert.rejects(fixture.server.listen(fixture.port), { code: "EADDRINUSE" });
  });

  it("logs an error of its own, and closes the connection", async () => {
    const lines: string[] = [];
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => {
        throw new Error("a bug");
      },
      error: (line: string) => void lines.push(line),
    };
    fixture = await new McpFixture({ log }).start();
    await assert.rejects(fixture.send(list, {}, { path: "/other" }), { code: "ECONNRESET" });
    assert.deepEqual(lines, ["MCP server: a bug"]);
    assert.equal((await fixture.send(list)).status, 200);
  });

  it("logs nothing when a client disconnects", async () => {
    const waiting = new WaitingCalls();
    fixture = await new McpFixture({ call: waiting.take }).start();
    const body = call(1);
    const [sending, receiving] = [connect(fixture.port, "127.0.0.1"), connect(fixture.port, "127.0.0.1")];
    sending.write(`${head(fixture)}Content-Length: ${body.length}\r\n\r\n{`);
    receiving.write(`${head(fixture)}Content-Length: ${body.length}\r\n\r\n${body}`);
    await waiting.started(1);
    sending.destroy();
    receiving.destroy();
    await aborted(waiting.calls[0]?.call.signal);
    assert.equal((await fixture.send(list)).status, 200);
    assert.deepEqual(fixture.lines, [`MCP server: listening on 127.0.0.1:${fixture.port}`]);
  });

  it("is reachable at the loopback address alone", async () => {
    fixture = await new McpFixture().start();
    const ownAddresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses
        .filter(({ internal, family }) => !internal && family === "IPv4")
        .map(({ address }) => address),
    );
    const loopback = process.platform === "linux" ? ["127.0.0.2"] : [];
    for (const host of ["::1", ...loopback, ...ownAddresses]) {
      const outgoing = request({ host, port: fixture.port, path: "/mcp" });
      outgoing.end();
      await assert.rejects(once(outgoing, "response"), host);
    }
  });
});

interface RpcError {
  readonly error: { readonly code: number; readonly message: string };
}

function initialize(protocolVersion: string) {
  return { protocolVersion, capabilities: {}, clientInfo: { name: "old client", version: "1" } };
}

/** Initializes. @returns the header of the session */
async function session(fixture: McpFixture, name: string): Promise<Record<string, string>> {
  const params = { ...initialize("2025-06-18"), clientInfo: { name, version: "1" } };
  const { headers } = await fixture.send(
    JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
  );
  return { "mcp-session-id": String(headers["mcp-session-id"]) };
}

/** The head of a valid request up to the headers of its body. */
function head({ port }: McpFixture): string {
  return [
    "POST /mcp HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${testBearer}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    "",
  ].join("\r\n");
}

/** All that comes until the connection is closed. */
async function textOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  if (!socket.closed) {
    await once(socket, "close");
  }
  return text;
}
