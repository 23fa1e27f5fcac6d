import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../../package.json";
import { ConnectionForm } from "../../../src/connections/connectionForm";
import { ConnectionList } from "../../../src/connections/connectionList";
import { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { settings } from "../../../src/ids";
import { Settings } from "../../../src/settings";
import { FakeClock } from "../../support/fakes/fakeClock";
import { memento } from "../../support/fakes/memento";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { runAndAcceptFirst } from "../runAndAcceptFirst";

const acme = { name: "Acme", baseUrl: "https://api.example" };
const invalid = { name: "Acme", baseUrl: "not a URL", dataset: "mine" };

describe("Connections in the user settings", () => {
  let list: ConnectionList;
  let keys: KeyStore;
  let connections: Connections;

  beforeEach(async () => {
    await write([]);
    list = new ConnectionList(new Settings(manifest));
    keys = new KeyStore(new MemorySecrets(), new FakeClock());
    const state = { workspaceState: memento(), globalState: memento() };
    const refuse = () => Promise.reject(new Error("There should be no requests."));
    connections = new Connections(list, keys, { createClient: refuse, startSample: refuse }, state);
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

  it("allow changes without replacing the client, so that nothing is reloaded", async () => {
    await write([acme]);
    await connections.activate("Acme");
    const client = connections.active;
    let changes = 0;
    connections.onDidChangeActive(() => changes++);
    assert.ok(client && !client.connection.allowChanges);
    await connections.setAllowChanges("Acme", true);
    assert.equal(connections.active, client);
    assert.equal(client.connection.allowChanges, true);
    assert.deepEqual(written(), [{ ...acme, allowChanges: true }]);
    await connections.setAllowChanges("Acme", false);
    assert.equal(connections.active, client);
    assert.ok(!client.connection.allowChanges);
    assert.deepEqual(written(), [acme]);
    assert.equal(client.blockingError, undefined);
    assert.equal(changes, 0);
  });

  it("don't allow changes because of workspace settings", async () => {
    await write([acme]);
    const configuration = vscode.workspace.getConfiguration(settings.section);
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    for (const target of [Workspace, WorkspaceFolder]) {
      await assert.rejects(async () =>
        configuration.update(settings.connections, [{ ...acme, allowChanges: true }], target),
      );
    }
    assert.ok(!connections.clientFor("Acme")?.connection.allowChanges);
  });

  it("keep a path that was set while the form was open", async () => {
    await write([acme]);
    const original = list.find("Acme");
    const form = new ConnectionForm(connections, "Edit", ["name"], original);
    const entry = { ...acme, publicationsPath: "v2/news" };
    await write([entry]);
    const edit = () => form.show(connections.startSaving(original));
    const command = vscode.commands.registerCommand("companyFeed.test.edit", edit);
    await runAndAcceptFirst("companyFeed.test.edit").finally(() => void command.dispose());
    assert.deepEqual(written(), [entry]);
  });

  it("keep in memory that changes to sample data are allowed", async () => {
    await write([acme]);
    await connections.activate("Sample");
    const client = connections.active;
    await connections.setAllowChanges("Sample", true);
    assert.equal(connections.active, client);
    assert.equal(client?.connection.allowChanges, true);
    assert.deepEqual(written(), [acme]);
  });

  it("don't overwrite a setting that isn't a list", async () => {
    await write({ mine: acme });
    const connection = { name: "New", baseUrl: "https://new.example", origin: "https://new.example" };
    await assert.rejects(
      list.save({ ...connection, dataset: "companydata", sample: false }),
      /must be a list/,
    );
    await assert.rejects(list.remove("mine"), /must be a list/);
    assert.deepEqual(written(), { mine: acme });
  });

  it("are removed without removing an invalid entry of the same name", async () => {
    await write([invalid, acme]);
    assert.equal(list.invalidEntries.length, 1);
    await list.remove("Acme");
    assert.deepEqual(written(), [invalid]);
  });
});
