import assert from "node:assert/strict";
import type { Connection } from "../../../src/connections/connection";
import type { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { addConnection, replaceConnection, storedKey } from "../../../src/connections/saveConnection";
import { MemoryConnectionList, testConnections } from "../../support/connections";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

function connection(name: string, origin = "https://api.example"): Connection {
  return { name, baseUrl: origin, origin, dataset: "companydata", sample: false };
}

const prod = connection("Prod");
const other = "https://other.example";

describe("Saving a connection", () => {
  let secrets: MemorySecrets;
  let list: MemoryConnectionList;
  let keys: KeyStore;
  let connections: Connections;

  beforeEach(async () => {
    secrets = new MemorySecrets();
    list = new MemoryConnectionList([prod]);
    keys = new KeyStore(secrets, new FakeClock());
    connections = testConnections(list, keys);
    await keys.store(prod, "sk_prod");
    await connections.activate("Prod");
  });

  afterEach(() => {
    connections.dispose();
    keys.dispose();
  });

  async function store(saved: Connection, key: string): Promise<boolean> {
    await keys.store(saved, key);
    return true;
  }

  const forSession = (saved: Connection, key: string) => {
    keys.storeForSession(saved, key);
    return Promise.resolve(true);
  };

  const replace = (saved: Connection, key?: string, storeKey = store) =>
    replaceConnection(connections, prod, saved, key, storeKey);
  const keyOf = (name: string, origin = prod.origin) => storedKey(connections, name, origin);
  const names = () => list.all.map(({ name }) => name);

  it("adds it with its key and activates it", async () => {
    assert.equal(await addConnection(connections, connection("New"), "sk_new", store), true);
    assert.deepEqual(names(), ["Prod", "New"]);
    assert.equal(await keyOf("New"), "sk_new");
    assert.equal(connections.active?.connection.name, "New");
  });

  it("changes nothing if the user does not want to go on without a stored key", async () => {
    const refuse = () => Promise.resolve(false);
    assert.equal(await addConnection(connections, connection("New"), "sk_new", refuse), false);
    await replace(connection("Prod", other), "sk_other", refuse);
    assert.deepEqual(list.all, [prod]);
    assert.equal(connections.active?.connection.name, "Prod");
    assert.equal(await keyOf("Prod"), "sk_prod");
  });

  it("moves the key when it is renamed, and is still found under its old name", async () => {
    await replace(connection("Production"));
    assert.deepEqual(names(), ["Production"]);
    assert.equal(await keyOf("Production"), "sk_prod");
    assert.equal(await keyOf("Prod"), undefined);
    assert.equal(connections.active?.connection.name, "Production");
    assert.equal(connections.clientFor("Prod")?.connection.name, "Production");
  });

  it("never moves the key to another origin", async () => {
    await replace(connection("Production", other));
    assert.deepEqual([...secrets.values], []);
  });

  it("leaves another connection active", async () => {
    await addConnection(connections, connection("New"), "sk_new", store);
    await replace(connection("Production"));
    assert.equal(connections.active?.connection.name, "New");
  });

  describe("whose settings can't be written", () => {
    const failure = new Error("Unable to write into user settings.");

    beforeEach(() => (list.failure = failure));

    for (const [what, saved, key] of [
      ["another URL and key", connection("Prod", other), "sk_other"],
      ["another key", prod, "sk_prod_2"],
      ["another name", connection("Production"), undefined],
      ["another name and key", connection("Production"), "sk_prod_2"],
    ] as const) {
      it(`keeps the key of a connection that was to get ${what}`, async () => {
        const before = [...secrets.values];
        await assert.rejects(replace(saved, key), failure);
        assert.deepEqual([...secrets.values], before);
        assert.equal(await keyOf("Prod"), "sk_prod");
      });
    }

    it("keeps the key that is stored under the name of a new connection", async () => {
      await keys.store(connection("New", other), "sk_kept");
      await assert.rejects(addConnection(connections, connection("New"), "sk_new", store), failure);
      assert.equal(await keyOf("New", other), "sk_kept");
      assert.equal(connections.active?.connection.name, "Prod");
    });

    it("leaves no key of a connection that doesn't exist", async () => {
      await assert.rejects(addConnection(connections, connection("New"), "sk_new", store), failure);
      assert.deepEqual([...secrets.values.keys()], ["companyFeed.key.Prod"]);
    });

    it("keeps a key that is only in memory, and none that was to replace it there", async () => {
      await assert.rejects(replace(connection("Prod", other), "sk_other", forSession), failure);
      assert.equal(await keyOf("Prod"), "sk_prod");
      await keys.delete("Prod");
      keys.storeForSession(prod, "sk_session");
      await assert.rejects(replace(connection("Prod", other), "sk_other"), failure);
      assert.equal(await keyOf("Prod"), "sk_session");
      assert.deepEqual([...secrets.values], []);
    });

    it("is told, also if the key can't be stored again", async () => {
      const locked = async (saved: Connection, key: string): Promise<boolean> => {
        await store(saved, key);
        secrets.behavior = "fails";
        return true;
      };
      await assert.rejects(replace(connection("Prod", other), "sk_other", locked), failure);
    });

    it("is not found under the new name later", async () => {
      await assert.rejects(replace(connection("Staging")), failure);
      list.failure = undefined;
      await addConnection(connections, connection("Staging"), "sk_staging", store);
      list.set(list.all.filter(({ name }) => name !== "Prod"));
      assert.equal(connections.clientFor("Prod"), undefined);
    });

    it("keeps its names from an earlier rename", async () => {
      list.failure = undefined;
      await replace(connection("Production"));
      list.failure = failure;
      const production = list.find("Production") ?? assert.fail();
      await assert.rejects(
        replaceConnection(connections, production, connection("Prod"), undefined, store),
        failure,
      );
      assert.equal(connections.clientFor("Prod")?.connection.name, "Production");
    });
  });
});
