import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectionList } from "../../../src/connections/connectionList";
import { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { settings } from "../../../src/ids";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

const before = { name: "Acme", baseUrl: "https://before.example" };
const after = { name: "Acme EU", baseUrl: "https://before.example" };
const anew = { name: "Acme", baseUrl: "https://anew.example" };
const broken = { name: "Acme", baseUrl: "not an address", dataset: "mine" };

describe("Connections in the user settings", () => {
  let list: ConnectionList;
  let keys: KeyStore;
  let connections: Connections;

  beforeEach(async () => {
    await write([]);
    list = new ConnectionList();
    keys = new KeyStore(new MemorySecrets(), new FakeClock());
    const nothing: vscode.Memento = {
      keys: () => [],
      get: <T>(_key: string, otherwise?: T) => otherwise,
      update: () => Promise.resolve(),
    };
    const refuse = () => Promise.reject(new Error("Nothing is asked here."));
    connections = new Connections(list, keys, { workspace: nothing, global: nothing }, refuse, refuse);
  });

  afterEach(async () => {
    connections.dispose();
    keys.dispose();
    list.dispose();
    await write(undefined);
  });

  async function write(value: unknown): Promise<void> {
    await vscode.workspace
      .getConfiguration(settings.section)
      .update(settings.connections, value, vscode.ConfigurationTarget.Global);
  }

  function written(): unknown {
    return vscode.workspace.getConfiguration(settings.section).inspect(settings.connections)?.globalValue;
  }

  it("are found under their old name after a rename, until another connection has it", async () => {
    await write([before]);
    const known = list.find("Acme");
    assert.ok(known);
    connections.rename("Acme", "Acme EU");
    await write([after]);
    assert.equal(connections.clientFor("Acme")?.connection.name, "Acme EU");
    await write([after, anew]);
    assert.equal(connections.clientFor("Acme")?.connection.baseUrl, "https://anew.example");
    await connections.activate("Acme");
    assert.equal(connections.active?.connection.baseUrl, "https://anew.example");
  });

  it("have all names only if the setting is a list whose entries have names", async () => {
    for (const [value, complete] of [
      [[before], true],
      [[], true],
      [[before, broken], true],
      [undefined, false],
      [{ Acme: before }, false],
      [[before, { baseUrl: "https://a.example" }], false],
      [[before, { name: " " }, null], false],
    ] as const) {
      await write(value);
      assert.equal(list.hasAllNames, complete, JSON.stringify(value));
    }
  });

  it("do not overwrite a setting that is not a list", async () => {
    await write({ mine: before });
    const known = { name: "New", baseUrl: "https://new.example", origin: "https://new.example" };
    await assert.rejects(list.save({ ...known, dataset: "companydata", sample: false }), /is not a list/);
    await assert.rejects(list.remove("mine"), /is not a list/);
    assert.deepEqual(written(), { mine: before });
  });

  it("are removed without an invalid entry of the same name", async () => {
    await write([broken, before]);
    assert.equal(list.invalidEntries.length, 1);
    await list.remove("Acme");
    assert.deepEqual(written(), [broken]);
  });

  it("are replaced without an invalid entry of the same name", async () => {
    await write([broken, before]);
    const [renamed] = [list.find("Acme")].map((found) => found && { ...found, name: "Acme EU" });
    assert.ok(renamed);
    await list.save(renamed, "Acme");
    assert.deepEqual(written(), [broken, after]);
  });
});
