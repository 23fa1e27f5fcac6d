import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Connection } from "../../../../src/connections/connection";
import { KeyStore } from "../../../../src/connections/keyStore";
import { DownloadedPages } from "../../../../src/export/engine/exportPages";
import { clientsFor, sourceOf } from "../../../../src/export/ui/exportSource";
import { MemoryConnectionList, testConnections } from "../../../support/connections";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";
import { page } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { checkpointOf, item, job } from "../engine/fixture";

describe("An export whose API key is replaced", () => {
  it("ends, has events of one key only, and can be resumed with that key alone", async () => {
    const clock = new FakeClock();
    const service = await ScriptedService.start();
    const { origin } = service;
    const acme: Connection = {
      name: "Acme",
      baseUrl: origin,
      origin,
      dataset: "companydata",
      sample: false,
    };
    const keys = new KeyStore(new MemorySecrets(), clock);
    const connections = testConnections(new MemoryConnectionList([acme]), keys);
    try {
      const storeKey = async (key: string): Promise<void> => {
        await keys.store(acme, key);
        await setImmediate();
      };
      await storeKey("sk_1");
      const client = connections.clientFor("Acme");
      assert.ok(client);
      const source = sourceOf(client.connection, await client.findKeyFingerprint());
      assert.ok(!JSON.stringify(source).includes("sk_1"));
      const checkpoint = checkpointOf({ job: { ...job, source } });

      const feedPage = (hours: number) =>
        page({ events: [JSON.parse(item(hours).json)], has_more: true, next_cursor: `after ${hours}` });
      service.answer(feedPage(1), feedPage(2));
      let pages = 0;
      const download = async (): Promise<void> => {
        const options = { client, clock, signal: new AbortController().signal, onRetry: () => assert.fail() };
        for await (const { items } of new DownloadedPages(checkpoint, options)) {
          pages += items.length;
          // The next page is requested already.
          await service.received(pages + 1);
          if (pages === 1) {
            await storeKey("sk_2");
          }
        }
      };
      await assert.rejects(download(), { kind: "connectionChanged" });
      assert.equal(pages, 1);
      assert.ok(service.requests.every(({ headers }) => headers["authorization"] === "Bearer sk_1"));

      assert.deepEqual(await clientsFor(checkpoint, connections), {
        clients: [],
        isSame: false,
        hasOtherKey: true,
      });
      await storeKey("sk_1");
      const resumed = await clientsFor(checkpoint, connections);
      assert.equal(resumed.isSame, true);
      assert.notEqual(resumed.clients[0], client, "it was revoked");
    } finally {
      connections.dispose();
      keys.dispose();
      await service.dispose();
    }
  });
});
