import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Memento } from "vscode";
import type { Connection } from "../../../src/connections/connection";
import type { ConnectionClient } from "../../../src/connections/connectionClient";
import type { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { MemoryConnectionList, testConnections } from "../../support/connections";
import { FakeClock } from "../../support/fakes/fakeClock";
import { memento } from "../../support/fakes/memento";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { page, silence, status } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";

const emptyPage = page({ collections: [], total_count: 0 });

describe("Connections", () => {
  let service: ScriptedService;
  let acme: Connection;
  let secrets: MemorySecrets;
  let keys: KeyStore;
  let list: MemoryConnectionList;
  let connections: Connections;
  let state: Record<"workspaceState" | "globalState", Memento>;
  /** Names of the events fired, in order. */
  let events: string[];

  beforeEach(async () => {
    service = await ScriptedService.start();
    const { origin } = service;
    acme = { name: "Acme", baseUrl: origin, origin, dataset: "companydata", sample: false };
    secrets = new MemorySecrets();
    list = new MemoryConnectionList([acme]);
    state = { workspaceState: memento(), globalState: memento() };
    ({ keys, connections } = openWindow());
    await connections.activate("Acme");
    await storeKey("sk_1");
    events = [];
    connections.onDidChangeActive(() => events.push("active"));
    connections.onDidChangeList(() => events.push("list"));
    connections.onDidRejectKey(() => events.push("rejected"));
  });

  afterEach(async () => {
    connections.dispose();
    keys.dispose();
    await service.dispose();
  });

  function openWindow(): { keys: KeyStore; connections: Connections } {
    const store = new KeyStore(secrets, new FakeClock());
    return { keys: store, connections: testConnections(list, store, undefined, undefined, state) };
  }

  async function storeKey(key: string): Promise<void> {
    await keys.store(acme, key);
    await setImmediate();
  }

  function clientOf(name: string): ConnectionClient {
    const client = connections.clientFor(name);
    assert.ok(client, `There is no client for ${name}.`);
    return client;
  }

  function read(client: ConnectionClient): Promise<unknown> {
    return client.listCollections({ limit: 1, offset: 0 });
  }

  function sentKeys(): (string | undefined)[] {
    return service.requests.map(({ headers }) => headers["authorization"]?.replace("Bearer ", ""));
  }

  it("replace the client when a different key is stored", async () => {
    service.answer(emptyPage, silence(), emptyPage);
    const former = clientOf("Acme");
    await read(former);
    const running = assert.rejects(read(former), { kind: "connectionChanged" });
    await service.received(2);
    await storeKey("sk_2");
    await running;
    assert.deepEqual(events, ["active", "list"]);
    const client = clientOf("Acme");
    assert.notEqual(client, former);
    assert.equal(connections.active, client);
    assert.equal(former.blockingError?.message, 'The API key of the connection "Acme" was replaced.');
    await read(client);
    assert.deepEqual(sentKeys(), ["sk_1", "sk_1", "sk_2"]);
  });

  it("replace the client only once if a request finds a new key before its event", async () => {
    service.answer(emptyPage, emptyPage);
    const former = clientOf("Acme");
    await read(former);
    secrets.values.set("companyFeed.key.Acme", JSON.stringify({ origin: acme.origin, key: "sk_2" }));
    await assert.rejects(read(former), { kind: "connectionChanged" });
    assert.deepEqual(events, ["active", "list"]);
    const client = clientOf("Acme");
    await read(client);
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    await setImmediate();
    assert.equal(clientOf("Acme"), client);
    assert.deepEqual(events, ["active", "list"]);
    assert.deepEqual(sentKeys(), ["sk_1", "sk_2"]);
  });

  it("keep the client if the key is cleared or rejected and then entered again", async () => {
    service.answer(emptyPage, status(401), emptyPage);
    const client = clientOf("Acme");
    await read(client);
    await assert.rejects(read(client), { kind: "unauthorized" });
    await storeKey("sk_1");
    const blockedBy = (): string | undefined => client.blockingError?.kind;
    assert.equal(blockedBy(), undefined);
    await keys.delete("Acme");
    await setImmediate();
    assert.equal(blockedBy(), "noKey");
    await storeKey("sk_1");
    assert.equal(blockedBy(), undefined);
    await read(client);
    assert.equal(clientOf("Acme"), client);
    assert.deepEqual(events, ["rejected"]);
  });

  it("activate the only connection, and keep it active when others are added", () => {
    list.set([]);
    const opened = testConnections(list, keys);
    const active = (): string | undefined => opened.active?.connection.name;
    assert.equal(active(), undefined);
    // Like Settings Sync, or an edit of settings.json.
    list.set([acme]);
    assert.equal(active(), "Acme");
    list.set([{ ...acme, name: "Another" }, acme]);
    assert.equal(active(), "Acme");
    list.set([{ ...acme, name: "Another" }]);
    assert.equal(active(), "Another");
    opened.dispose();
  });

  it("start with the last active connection of the workspace, or of any other", async () => {
    const [first, second, globalState] = [memento(), memento(), memento()];
    list.set([acme, { ...acme, name: "Other" }]);
    const open = (workspaceState: Memento) =>
      testConnections(list, keys, undefined, undefined, { workspaceState, globalState });
    await open(first).activate("Acme");
    await open(second).activate("Other");
    assert.deepEqual(
      [first, second, memento()].map((state) => open(state).active?.connection.name),
      ["Acme", "Other", "Other"],
    );
    assert.equal(open(memento({ activeConnection: "Gone" })).active, undefined);
  });

  it("replace the client when the address, dataset or organization changes", () => {
    for (const edit of [
      { baseUrl: "https://api.example.com/other" },
      { dataset: "other" },
      { organizationId: "org-2" },
    ]) {
      const client = clientOf("Acme");
      list.set([{ ...acme, ...edit }]);
      assert.notEqual(clientOf("Acme"), client);
      assert.equal(client.blockingError?.message, 'The connection "Acme" was changed.');
    }
  });

  it("find a renamed connection by its former names, in any window, until another one takes them", async () => {
    const named = (name: string): Connection => ({ ...acme, name });
    const other = openWindow();
    const clients = [clientOf("Acme"), other.connections.clientFor("Acme")];
    await connections.save(named("Acme EU"), acme);
    await connections.save(named("Acme Europe"), named("Acme EU"));
    for (const client of clients) {
      assert.equal(client?.blockingError?.message, 'The connection "Acme" was changed.');
    }
    const renamed = clientOf("Acme Europe");
    assert.deepEqual([clientOf("Acme"), clientOf("Acme EU")], [renamed, renamed]);
    for (const window of [other, openWindow()]) {
      assert.equal(window.connections.clientFor("Acme")?.connection.name, "Acme Europe");
      window.connections.dispose();
      window.keys.dispose();
    }
    list.set([named("Acme Europe"), named("Acme")]);
    assert.equal(clientOf("Acme").connection.name, "Acme");
    assert.equal(clientOf("Acme EU"), renamed);
  });

  describe("when one is saved or removed", () => {
    const elsewhere = "https://other.example";
    const keyOf = async (name: string, origin = acme.origin): Promise<string | undefined> => {
      const lookup = await keys.findKey({ name, origin });
      return lookup.kind === "found" ? lookup.key : undefined;
    };
    const save = (connection: Connection, key?: string, original?: Connection): Promise<void> =>
      connections.startSaving(original)(connection, key);

    it("move the key of a renamed connection, and keep it active", async () => {
      await save({ ...acme, name: "Acme EU" }, undefined, acme);
      assert.deepEqual([await keyOf("Acme"), await keyOf("Acme EU")], [undefined, "sk_1"]);
      assert.equal(connections.active?.connection.name, "Acme EU");
    });

    it("delete the key instead of moving it to another origin", async () => {
      await save({ ...acme, name: "Acme EU", baseUrl: elsewhere, origin: elsewhere }, undefined, acme);
      assert.deepEqual([...secrets.values], []);
    });

    it("keep a key that couldn't be read and moved", async () => {
      secrets.behavior = "fails";
      await save({ ...acme, name: "Acme EU" }, undefined, acme);
      secrets.behavior = "works";
      assert.equal(await keyOf("Acme"), "sk_1");
    });

    it("leave no key behind under a name that failed to save", async () => {
      let locked = "Acme";
      secrets.delete = (key) =>
        key === `companyFeed.key.${locked}`
          ? Promise.reject(new Error("The keyring is locked."))
          : MemorySecrets.prototype.delete.call(secrets, key);
      const saveAs = connections.startSaving(acme);
      const rename = (name: string) => saveAs({ ...acme, name }, undefined);
      await assert.rejects(rename("Acme EU"), /secret storage failed/);
      locked = "Acme EU";
      await assert.rejects(rename("Acme Europe"), /secret storage failed/);
      locked = "";
      await rename("Acme AG");
      const secret = JSON.stringify({ origin: acme.origin, key: "sk_1" });
      assert.deepEqual([...secrets.values], [["companyFeed.key.Acme AG", secret]]);
      assert.deepEqual(
        list.all.map(({ name }) => name),
        ["Acme AG"],
      );
    });

    it("replace no other connection, which another window may have added", async () => {
      const other = { ...acme, name: "Other", organizationId: "org_2" };
      await save(other, "sk_2");
      const taken = { message: 'A connection named "Other" already exists.' };
      await assert.rejects(save({ ...acme, name: "Other" }, "sk_3"), taken);
      await assert.rejects(save({ ...acme, name: "Other" }, undefined, acme), taken);
      assert.deepEqual(list.all, [acme, other]);
      assert.deepEqual([await keyOf("Acme"), await keyOf("Other")], ["sk_1", "sk_2"]);
    });

    it("change nothing if the settings can't be written", async () => {
      list.failure = new Error("Unable to write into user settings.");
      const before = [...secrets.values];
      await assert.rejects(save({ ...acme, name: "Staging" }, "sk_2", acme), list.failure);
      await assert.rejects(save({ ...acme, origin: elsewhere }, "sk_2", acme), list.failure);
      assert.deepEqual([...secrets.values], before);
      assert.deepEqual(list.all, [acme]);
      // The failed rename isn't recorded: "Acme" doesn't lead to a later "Staging".
      list.failure = undefined;
      await save({ ...acme, name: "Staging" }, "sk_staging");
      list.set(list.all.filter(({ name }) => name === "Staging"));
      assert.equal(connections.clientFor("Acme"), undefined);
    });

    it("remove the connection and its key, or neither", async () => {
      secrets.behavior = "fails";
      await assert.rejects(connections.remove("Acme"), /secret storage failed/);
      secrets.behavior = "works";
      assert.ok(connections.clientFor("Acme"));
      await connections.remove("Acme");
      // Set API Key… may still be open.
      await assert.rejects(connections.saveKey(acme, "sk_2"), /^Error: This connection was removed/);
      assert.deepEqual([...secrets.values, ...list.all], []);
    });
  });
});
