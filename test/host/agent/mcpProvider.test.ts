import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../../package.json";
import {
  type McpServerDefinition,
  type McpServerDefinitionProvider,
  registerWith,
} from "../../../src/agent/editor/mcp/mcpProvider";
import type { McpEndpoint } from "../../../src/agent/mcp/mcpService";
import { mcpProviderId } from "../../../src/ids";
import { Emitter } from "../../../src/shared/event";

class Definition implements McpServerDefinition {
  constructor(
    readonly label: string,
    public uri: vscode.Uri,
    public headers: Record<string, string>,
    readonly version: string,
  ) {}
}

/** What VS Code gets to know, through an API as that of 1.101: the hosts of the tests have no chat that asks. */
describe("MCP servers for VS Code", () => {
  const endpoint: McpEndpoint = {
    url: "http://127.0.0.1:20001/mcp",
    windowUrl: "http://127.0.0.1:20002/mcp",
    bearer: "cfmcp_token",
    isKept: true,
  };
  const onDidChange = new Emitter<void>();
  let current: McpEndpoint | undefined;
  let provider: McpServerDefinitionProvider | undefined;
  let registration: vscode.Disposable;

  before(() => {
    const api = {
      lm: {
        registerMcpServerDefinitionProvider: (id: string, registered: McpServerDefinitionProvider) => {
          assert.equal(id, mcpProviderId);
          provider = registered;
          return new vscode.Disposable(() => void (provider = undefined));
        },
      },
      McpHttpServerDefinition: Definition,
    };
    const environment = { version: "1.2.3", endpoint: () => Promise.resolve(current) };
    registration = registerWith(api, { ...environment, onDidChange: onDidChange.event });
  });

  after(() => {
    registration.dispose();
  });

  it("are declared under the ID that is registered", () => {
    assert.deepEqual(
      manifest.contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [mcpProviderId],
    );
  });

  it("are none while the server is off", async () => {
    current = undefined;
    assert.deepEqual(await provider?.provideMcpServerDefinitions(), []);
  });

  it("are this window's server, with the token only when VS Code connects", async () => {
    current = endpoint;
    const [server] = (await provider?.provideMcpServerDefinitions()) ?? [];
    assert.ok(server instanceof Definition);
    assert.deepEqual(
      [server.label, server.uri.toString(), server.version],
      ["Company Feed", endpoint.windowUrl, "1.2.3"],
    );
    assert.deepEqual(server.headers, {});
    assert.deepEqual((await provider?.resolveMcpServerDefinition(server))?.headers, {
      Authorization: "Bearer cfmcp_token",
    });
  });

  it("get the new address together with the new token, also if they were listed before", async () => {
    current = endpoint;
    const [server] = (await provider?.provideMcpServerDefinitions()) ?? [];
    assert.ok(server);
    current = { ...endpoint, windowUrl: "http://127.0.0.1:20003/mcp", bearer: "cfmcp_new" };
    const resolved = await provider?.resolveMcpServerDefinition(server);
    assert.equal(resolved?.uri.toString(), "http://127.0.0.1:20003/mcp");
    assert.deepEqual(resolved.headers, { Authorization: "Bearer cfmcp_new" });
  });

  it("are asked for again when the server starts, stops or moves", () => {
    let changes = 0;
    const listener = provider?.onDidChangeMcpServerDefinitions(() => changes++);
    onDidChange.fire();
    listener?.dispose();
    assert.equal(changes, 1);
  });
});
