import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { McpAddressStore } from "../../../../src/agent/editor/mcp/mcpAddressStore";
import { clientConfigurations, otherConfiguration } from "../../../../src/agent/mcp/clientConfigurations";
import { findFreePort } from "../../../../src/agent/mcp/freePort";
import { type McpEndpoint, McpService } from "../../../../src/agent/mcp/mcpService";
import { DisposableStore } from "../../../../src/util/disposable";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";

const secretName = "companyFeed.mcp.address";

/** The windows of one machine: they have the secret storage in common. */
class Windows {
  readonly secrets = new MemorySecrets();
  readonly clock = new FakeClock();
  readonly lines: string[] = [];
  private readonly resources = new DisposableStore();

  open(): McpService {
    const { secrets, clock, resources } = this;
    const write = (line: string): void => void this.lines.push(line);
    const log = { debug: write, info: write, warn: write, error: write };
    const call = () => Promise.resolve({ text: "" });
    const addresses = resources.add(new McpAddressStore(secrets, clock));
    return resources.add(new McpService({ version: "1", call, clock, log }, addresses));
  }

  /** As VS Code tells all windows. */
  tellOfChange(): void {
    this.secrets.changes.fire({ key: secretName });
  }

  close(): void {
    this.resources.dispose();
  }
}

/** The status of a request with the endpoint's bearer; undefined if nothing answers. */
async function statusOf(url: string, { bearer }: Pick<McpEndpoint, "bearer">): Promise<number | undefined> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${bearer}` } }).catch(
    () => undefined,
  );
  await response?.text();
  return response?.status;
}

/** What a GET with the right bearer gets. */
const accepted = 405;

describe("MCP service", () => {
  let windows: Windows;

  beforeEach(() => (windows = new Windows()));
  afterEach(() => windows.close());

  function changed(service: McpService): Promise<void> {
    return new Promise((resolve) => {
      const listener = service.onDidChange(() => {
        listener.dispose();
        resolve();
      });
    });
  }

  it("has the same address after the window was reloaded", async () => {
    const first = windows.open();
    const before = await first.start();
    assert.equal(before.url, before.windowUrl);
    assert.match(before.bearer, /^cfmcp_[\w-]{43}$/);
    assert.equal(await statusOf(before.url, before), accepted);
    first.dispose();
    assert.equal(await statusOf(before.url, before), undefined);
    const after = await windows.open().start();
    assert.deepEqual(after, before);
    assert.equal(await statusOf(after.url, after), accepted);
  });

  it("starts once, and starts again after it was stopped", async () => {
    const service = windows.open();
    const [one, two] = await Promise.all([service.start(), service.start()]);
    assert.equal(one, two);
    service.stop();
    assert.equal(service.endpoint, undefined);
    assert.equal(await statusOf(one.url, one), undefined);
    assert.deepEqual(await service.start(), one);
  });

  it("does not start once it was stopped or closed while starting", async () => {
    const service = windows.open();
    const starting = service.start();
    service.stop();
    await assert.rejects(starting, /stopped/);
    const again = await service.start();
    assert.equal(await statusOf(again.url, again), accepted);
    const other = windows.open();
    const opening = other.start();
    other.dispose();
    await assert.rejects(opening, /stopped/);
    assert.deepEqual(windows.clock.pending, []);
  });

  it("has a port of its own in a second window, which takes over when the first is closed", async () => {
    const first = windows.open();
    const second = windows.open();
    const { url, bearer } = await first.start();
    const endpoint = await second.start();
    assert.deepEqual([endpoint.url, endpoint.bearer], [url, bearer]);
    assert.notEqual(endpoint.windowUrl, url);
    assert.equal(await statusOf(endpoint.windowUrl, endpoint), accepted);
    windows.clock.advance(5_000);
    await windows.clock.timerOf(5_000);
    assert.notEqual(second.endpoint?.windowUrl, url);
    first.dispose();
    windows.clock.advance(5_000);
    await changed(second);
    assert.equal(second.endpoint?.windowUrl, url);
    assert.equal(await statusOf(url, { bearer }), accepted);
    assert.equal(await statusOf(endpoint.windowUrl, endpoint), accepted, "who is connected there stays so");
    assert.deepEqual(windows.clock.pending, []);
    second.dispose();
    assert.equal(await statusOf(url, { bearer }), undefined);
    assert.equal(await statusOf(endpoint.windowUrl, endpoint), undefined);
  });

  it("does not wait for the port any more once it is stopped", async () => {
    await windows.open().start();
    const second = windows.open();
    await second.start();
    assert.deepEqual(windows.clock.pending, [5_000]);
    second.stop();
    assert.deepEqual(windows.clock.pending, []);
  });

  it("leaves the port to a program that has it", async () => {
    const { url } = await windows.open().start();
    windows.close();
    windows = Object.assign(new Windows(), { secrets: windows.secrets });
    const foreign: Server = createServer().listen(Number(new URL(url).port), "127.0.0.1");
    await once(foreign, "listening");
    try {
      const endpoint = await windows.open().start();
      assert.equal(endpoint.url, url);
      assert.notEqual(endpoint.windowUrl, url);
      assert.equal(await statusOf(endpoint.windowUrl, endpoint), accepted);
    } finally {
      await new Promise((resolve) => foreign.close(resolve));
    }
  });

  it("gives up looking for a free port where there is none", async () => {
    const foreign: Server = createServer().listen(0, "127.0.0.1");
    await once(foreign, "listening");
    const { port } = foreign.address() as AddressInfo;
    const random = (): number => port;
    await assert.rejects(findFreePort(random), { code: "EADDRINUSE" });
    await new Promise((resolve) => foreign.close(resolve));
    assert.equal(await findFreePort(random), port);
    const another = await findFreePort();
    assert.ok(another >= 20_000 && another < 32_768, String(another));
  });

  it("refuses the previous token in all windows after it was replaced", async () => {
    const [first, second] = [windows.open(), windows.open()];
    const before = await first.start();
    const own = (await second.start()).windowUrl;
    const after = await first.replaceAddress();
    assert.notEqual(after.bearer, before.bearer);
    assert.equal(await statusOf(before.url, before), undefined);
    assert.equal(await statusOf(after.url, before), 401);
    const restarted = changed(second).then(() => changed(second));
    windows.tellOfChange();
    await restarted;
    assert.equal(second.endpoint?.bearer, after.bearer);
    assert.equal(await statusOf(own, before), undefined);
    assert.deepEqual(first.endpoint, after, "the window that replaced it goes on");
  });

  it("moves with the stored address, whether the token or the port is another one", async () => {
    const service = windows.open();
    let before = await service.start();
    const { port } = new URL(before.url);
    const token = `cfmcp_${"x".repeat(43)}`;
    for (const address of [
      { port: Number(port), bearer: token },
      { port: await findFreePort(), bearer: token },
    ]) {
      windows.secrets.values.set(secretName, JSON.stringify(address));
      const restarted = changed(service).then(() => changed(service));
      windows.tellOfChange();
      await restarted;
      const { endpoint } = service;
      assert.ok(endpoint);
      assert.deepEqual([endpoint.url, endpoint.bearer], [`http://127.0.0.1:${address.port}/mcp`, token]);
      assert.equal(await statusOf(endpoint.url, endpoint), accepted);
      assert.equal(await statusOf(before.url, before), endpoint.url === before.url ? 401 : undefined);
      before = endpoint;
    }
  });

  it("moves with an address that is stored while it starts", async () => {
    const service = windows.open();
    const before = await service.start();
    service.stop();
    const address = { port: await findFreePort(), bearer: `cfmcp_${"x".repeat(43)}` };
    const restarted = changed(service)
      .then(() => changed(service))
      .then(() => changed(service));
    const starting = service.start();
    // It has read the address, and does not listen yet.
    windows.secrets.values.set(secretName, JSON.stringify(address));
    windows.tellOfChange();
    await starting;
    await restarted;
    const { endpoint } = service;
    assert.ok(endpoint);
    assert.deepEqual(
      [endpoint.windowUrl, endpoint.bearer],
      [`http://127.0.0.1:${address.port}/mcp`, address.bearer],
    );
    assert.equal(await statusOf(before.url, before), undefined);
    assert.equal(await statusOf(endpoint.url, before), 401);
    assert.equal(await statusOf(endpoint.url, endpoint), accepted);
  });

  it("agrees on one address when two windows start for the first time", async () => {
    const [first, second] = [windows.open(), windows.open()];
    await Promise.all([first.start(), second.start()]);
    windows.tellOfChange();
    while (first.endpoint?.bearer !== second.endpoint?.bearer || !first.endpoint) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(first.endpoint.url, second.endpoint?.url);
    assert.notEqual(first.endpoint.windowUrl, second.endpoint?.windowUrl);
  });

  it("works without secret storage, and says that the address is not kept", async () => {
    windows.secrets.behavior = "fails";
    const endpoint = await windows.open().start();
    assert.equal(endpoint.isKept, false);
    assert.equal(await statusOf(endpoint.url, endpoint), accepted);
    assert.equal(
      windows.lines.some((line) => line.includes("sk_secret")),
      false,
    );
  });

  for (const [name, stored] of Object.entries({
    "no JSON": "{",
    "another shape": '{"port":"1234"}',
    "a port of the system": `{"port":80,"bearer":"${"x".repeat(49)}"}`,
    "a short token": '{"port":23456,"bearer":"x"}',
  })) {
    it(`makes a new address where the stored one is ${name}`, async () => {
      windows.secrets.values.set(secretName, stored);
      const { bearer, isKept } = await windows.open().start();
      assert.equal(isKept, true);
      assert.match(windows.secrets.values.get(secretName) ?? "", new RegExp(bearer));
    });
  }

  it("never logs the token", async () => {
    const service = windows.open();
    const before = await service.start();
    const after = await service.replaceAddress();
    const log = windows.lines.join("\n");
    assert.match(log, /listening on 127\.0\.0\.1:\d+[^]*stopped listening/);
    assert.equal(log.includes(before.bearer) || log.includes(after.bearer), false);
  });
});

describe("MCP configurations", () => {
  const endpoint = { url: "http://127.0.0.1:23456/mcp", bearer: "cfmcp_token" };

  it("have the address and the token in the form that each program documents", () => {
    const texts = clientConfigurations.map((program) => [program.name, program.text(endpoint)]);
    const header = { Authorization: "Bearer cfmcp_token" };
    const servers = (section: string, server: unknown): string =>
      `${JSON.stringify({ [section]: { "company-feed": server } }, undefined, 2)}\n`;
    const { url } = endpoint;
    assert.deepEqual(Object.fromEntries(texts), {
      "Claude Code": `claude mcp add --transport http --scope user --header "Authorization: Bearer cfmcp_token" company-feed ${url}`,
      "Claude Desktop": servers("mcpServers", {
        command: "npx",
        args: [
          "-y",
          "mcp-remote@0.15.1",
          url,
          "--transport",
          "http-only",
          "--header",
          "Authorization:${AUTHORIZATION}",
        ],
        env: { AUTHORIZATION: "Bearer cfmcp_token" },
      }),
      Codex: `[mcp_servers.company-feed]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer cfmcp_token" }\n`,
      Cursor: servers("mcpServers", { url, headers: header }),
      "Gemini CLI": servers("mcpServers", { httpUrl: url, headers: header }),
      "Visual Studio Code": servers("servers", { type: "http", url, headers: header }),
      Windsurf: servers("mcpServers", { serverUrl: url, headers: header }),
      Zed: servers("context_servers", { url, headers: header }),
    });
    assert.equal(
      otherConfiguration.text(endpoint),
      servers("mcpServers", { type: "http", url, headers: header }),
    );
  });

  it("name the file that each program documents", () => {
    assert.deepEqual(Object.fromEntries(clientConfigurations.map(({ name, file }) => [name, file])), {
      "Claude Code": undefined,
      "Claude Desktop": "claude_desktop_config.json",
      Codex: "~/.codex/config.toml",
      Cursor: "~/.cursor/mcp.json",
      "Gemini CLI": "~/.gemini/settings.json",
      "Visual Studio Code": "mcp.json",
      Windsurf: "~/.codeium/windsurf/mcp_config.json",
      Zed: "settings.json",
    });
  });

  it("run one version of a package only, and say which", () => {
    for (const { name, text, runs } of clientConfigurations) {
      const [, run] = /"npx"[^]*?"-y",\s*"([^"]*)"/.exec(text(endpoint)) ?? [];
      assert.equal(runs, run, name);
      assert.match(run ?? "none@0.0.0", /^[\w-]+@\d+\.\d+\.\d+$/, name);
    }
  });
});
