import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Connection } from "../../../../src/connections/connection";
import { KeyStore } from "../../../../src/connections/keyStore";
import { digestClients } from "../../../../src/savedFeeds/digest/digestClients";
import { MemoryConnectionList, testConnections } from "../../../support/connections";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";

describe("The clients that a digest is read with", () => {
  const origin = "https://api.example.com";
  const acme: Connection = { name: "Acme", baseUrl: origin, origin, dataset: "companydata", sample: false };
  const feeds = [{ following: { connection: acme } }, {}, { following: { connection: acme } }];

  it("know their key, and keep it", async () => {
    const secrets = new MemorySecrets();
    const keys = new KeyStore(secrets, new FakeClock());
    const connections = testConnections(new MemoryConnectionList([acme]), keys);
    const clientNow = async () => {
      const client = (await digestClients(feeds, connections))(acme);
      assert.ok(typeof client !== "string");
      return client;
    };
    try {
      assert.equal((await clientNow()).keyFingerprint, undefined, "there is no key");
      await keys.store(acme, "sk_1");
      await setImmediate();
      const first = await clientNow();
      assert.match(first.keyFingerprint ?? "", /^[0-9a-f]{12}$/);

      const clientFor = await digestClients(feeds, connections);
      // Of another window, which this one is not told of.
      for (const [name, value] of secrets.values) {
        secrets.values.set(name, value.replace("sk_1", "sk_2"));
      }
      const second = await clientNow();
      assert.notEqual(second.keyFingerprint, first.keyFingerprint);
      assert.equal(second, connections.clientFor("Acme"));
      assert.equal(clientFor(acme), first);
      assert.equal(first.blockingError?.kind, "connectionChanged", "nothing of two keys is in one digest");
    } finally {
      connections.dispose();
      keys.dispose();
    }
  });

  it("are missing if the connection was removed or has another URL", async () => {
    const keys = new KeyStore(new MemorySecrets(), new FakeClock());
    const connections = testConnections(new MemoryConnectionList([acme]), keys);
    const other = { name: "Globex", origin };
    try {
      const clientFor = await digestClients([...feeds, { following: { connection: other } }], connections);
      const moved = { ...acme, origin: "https://eu.example.com" };
      assert.deepEqual(
        [clientFor(other), clientFor(moved)],
        [
          'The connection "Globex" was removed.',
          'The connection "Acme" now has another URL. Follow this feed again to use it.',
        ],
      );
    } finally {
      connections.dispose();
      keys.dispose();
    }
  });
});
