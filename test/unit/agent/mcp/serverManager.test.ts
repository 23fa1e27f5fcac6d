import assert from "node:assert/strict";
import type { Memento } from "vscode";
import manifest from "../../../../package.json";
import { configurations, type McpEndpoint } from "../../../../src/agent/mcp/configurations";
import { McpServerManager } from "../../../../src/agent/mcp/serverManager";
import { McpToken } from "../../../../src/agent/mcp/token";
import { systemClock } from "../../../../src/util/clock";
import { DisposableStore } from "../../../../src/util/disposable";
import { memento } from "../../../support/fakes/memento";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";

/** Windows share secrets and global state. */
describe("The MCP server in several windows", () => {
  let resources: DisposableStore;
  let secrets: MemorySecrets;
  let globalState: Memento;
  let lines: string[];

  beforeEach(() => {
    resources = new DisposableStore();
    secrets = new MemorySecrets();
    [globalState, lines] = [memento(), []];
  });

  afterEach(() => resources.dispose());

  function newWindow() {
    const write = (line: string): void => void lines.push(line);
    const log = { info: write, warn: write, error: write };
    const token = new McpToken(secrets, systemClock);
    const call = () => Promise.resolve({ text: "An answer" });
    return {
      token,
      server: resources.add(new McpServerManager({ manifest, call }, globalState, token, log)),
    };
  }

  async function statusAt({ url, bearer }: McpEndpoint): Promise<number> {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${bearer}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
    await response.text();
    return response.status;
  }

  it("keeps its address and token after a restart", async () => {
    const first = newWindow();
    const started = await first.server.start(0);
    assert.equal(await statusAt(started), 200);
    assert.deepEqual(await first.server.start(0), started, "while it runs");
    first.server.stop();
    await assert.rejects(statusAt(started));
    assert.deepEqual(await newWindow().server.start(0), started);
  });

  it("runs in one window; another one reports that the port is taken, and takes over later", async () => {
    const [first, second] = [newWindow(), newWindow()];
    const started = await first.server.start(0);
    const other = await second.server.start(0);
    assert.deepEqual(other, { ...started, isTaken: true });
    assert.match(lines.at(-1) ?? "", /port \d+ is taken, by another window or another program/);
    first.server.stop();
    assert.deepEqual(await second.server.start(0), started);
    assert.equal(await statusAt(started), 200);
  });

  it("rejects the old token as soon as any window replaces it", async () => {
    const [first, second] = [newWindow(), newWindow()];
    const started = await first.server.start(0);
    const bearer = await second.token.replace();
    assert.match(bearer, /^cfmcp_[\w-]{43}$/);
    assert.notEqual(bearer, started.bearer);
    assert.equal(await statusAt(started), 401);
    assert.equal(await statusAt({ ...started, bearer }), 200);
    assert.deepEqual(await first.server.start(0), { ...started, bearer });
    secrets.values.clear();
    assert.equal(await statusAt({ ...started, bearer }), 401, "without a token");
  });

  it("doesn't start without secret storage or if it is stopped meanwhile", async () => {
    const { server } = newWindow();
    secrets.behavior = "fails";
    await assert.rejects(server.start(0), /secret storage failed/);
    secrets.behavior = "works";
    const starting = server.start(0);
    server.stop();
    await assert.rejects(statusAt(await starting));
    const { isTaken } = await server.start(0);
    assert.equal(isTaken, false);
  });

  it("provides configurations for mcp.json, Claude Code and other programs", () => {
    const endpoint = { url: "http://127.0.0.1:20001/mcp", bearer: "cfmcp_x" };
    const server = { type: "http", url: endpoint.url, headers: { Authorization: "Bearer cfmcp_x" } };
    const [vscode, claude, other] = configurations().map(({ text }) => text(endpoint));
    assert.deepEqual(JSON.parse(vscode ?? ""), { servers: { "company-feed": server } });
    assert.equal(
      claude,
      'claude mcp add --transport http --scope user --header "Authorization: Bearer cfmcp_x" company-feed http://127.0.0.1:20001/mcp',
    );
    assert.deepEqual(JSON.parse(other ?? ""), { mcpServers: { "company-feed": server } });
  });
});
