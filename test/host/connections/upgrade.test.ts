import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../../package.json";
import { ConnectionList } from "../../../src/connections/connectionList";
import { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { settings } from "../../../src/ids";
import { Settings } from "../../../src/settings";
import { FakeClock } from "../../support/fakes/fakeClock";
import { memento } from "../../support/fakes/memento";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

/** The user settings of version 0.2.0. */
const entries = [
  { name: "Acme", baseUrl: "https://api.example/" },
  {
    name: "Acme EU",
    baseUrl: "https://eu.example:8443/base",
    dataset: "other",
    organizationId: "org-1",
    allowChanges: true,
  },
];
/** Secrets of version 0.2.0. The last one is of a connection that was removed from settings.json by hand. */
const secrets = {
  "companyFeed.key.Acme": '{"origin":"https://api.example","key":"sk_acme"}',
  "companyFeed.key.Acme EU": '{"origin":"https://eu.example:8443","key":"sk_eu"}',
  "companyFeed.key.Gone": '{"origin":"https://gone.example","key":"sk_gone"}',
  "companyFeed.mcp.address": '{"port":50123,"token":"token"}',
};
/** Global state of version 0.2.0. */
const state = {
  lastUsedConnection: "Acme",
  connectionNames: ["Acme", "Acme EU", "Gone"],
  "collections.arrangement": { byEnvironment: true, sort: "name", descending: false },
  "feed.lastVisits": { '["Acme","https://api.example","","0123456789ab"]': { endedMs: 1, inViewMs: 1 } },
  "walkthrough.completed": ["connect", "a step of another version"],
  "savedFeeds.folder": "0123456789abcdef",
  "savedFeeds.unusedFolder": "0123456789abcdef",
  "savedFeeds.digest": { version: 1, feeds: [] },
};

describe("An upgrade from 0.2.0", () => {
  let stored: MemorySecrets;
  let keys: KeyStore;

  async function write(value: unknown): Promise<void> {
    await vscode.workspace
      .getConfiguration(settings.section)
      .update(settings.connections, value, vscode.ConfigurationTarget.Global);
  }

  beforeEach(async () => {
    await write(entries);
    stored = new MemorySecrets();
    Object.entries(secrets).forEach(([name, secret]) => stored.values.set(name, secret));
    keys = new KeyStore(stored, new FakeClock());
  });

  afterEach(async () => {
    keys.dispose();
    await write(undefined);
  });

  /** Runs `work` with a window's stored state. */
  async function started(
    workspace: Record<string, unknown>,
    global: Record<string, unknown>,
    work: (connections: Connections) => unknown,
  ): Promise<void> {
    const refuse = () => Promise.reject(new Error("There should be no requests."));
    const list = new ConnectionList(new Settings(manifest));
    const state = { workspaceState: memento(workspace), globalState: memento(global) };
    const provider = { createClient: refuse, startSample: refuse };
    const connections = new Connections(list, keys, provider, state);
    try {
      await work(connections);
    } finally {
      connections.dispose();
      list.dispose();
    }
  }

  it("keeps connections, their keys and the active connection", () =>
    started({ activeConnection: "Acme EU" }, state, async ({ list, active }) => {
      assert.deepEqual(list.invalidEntries, []);
      const [acme, eu] = list.all;
      assert.ok(acme && eu);
      assert.deepEqual(eu, {
        name: "Acme EU",
        baseUrl: "https://eu.example:8443/base",
        origin: "https://eu.example:8443",
        dataset: "other",
        organizationId: "org-1",
        allowChanges: true,
        sample: false,
      });
      assert.deepEqual(await keys.findKey(acme), { kind: "found", key: "sk_acme" });
      assert.deepEqual(await keys.findKey(eu), { kind: "found", key: "sk_eu" });
      assert.equal(active?.connection.name, "Acme EU");
    }));

  it("keeps keys even if connections are removed or renamed in the settings", () =>
    started({}, state, async ({ list }) => {
      const renamed = new Promise((resolve) => list.onDidChange(resolve));
      await write([{ ...entries[0], name: "Acme Inc" }]);
      await renamed;
      assert.deepEqual([...stored.values], Object.entries(secrets));
      const connection = list.find("Acme Inc") ?? assert.fail();
      assert.equal((await keys.findKey(connection)).kind, "missing", "it asks for its key");
    }));

  it("starts without an active connection if the stored state is invalid", () => {
    const unknown = Object.fromEntries(Object.keys(state).map((key) => [key, { version: 99 }]));
    return started({ activeConnection: ["Acme"] }, unknown, ({ list, active }) => {
      assert.equal(active, undefined);
      assert.equal(list.all.length, 2);
    });
  });
});
