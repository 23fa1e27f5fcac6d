import assert from "node:assert/strict";
import type { ChangeRequest } from "../../../../src/service/types";
import { ChangeSender } from "../../../../src/collections/changes/changeSender";
import type { Connection } from "../../../../src/connections/connection";
import { ConnectionClient } from "../../../../src/connections/connectionClient";
import { KeyStore } from "../../../../src/connections/keyStore";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";
import { page, reset, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { testClient } from "../../../support/services/testClient";

const change: ChangeRequest = { kind: "deleteCollection", collection: "research" };

describe("ChangeSender", () => {
  let service: ScriptedService;
  let keys: KeyStore;
  let client: ConnectionClient;
  let other: ConnectionClient;
  let active: ConnectionClient | undefined;
  let sender: ChangeSender;

  beforeEach(async () => {
    service = await ScriptedService.start();
    keys = new KeyStore(new MemorySecrets(), new FakeClock());
    client = await createClient("Acme");
    other = await createClient("Other");
    active = client;
    sender = new ChangeSender(() => active);
  });

  afterEach(async () => {
    keys.dispose();
    await service.dispose();
  });

  async function createClient(name: string): Promise<ConnectionClient> {
    const connection: Connection = {
      name,
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      allowChanges: true,
      sample: false,
    };
    await keys.store(connection, "sk_1");
    return new ConnectionClient(
      connection,
      keys,
      (target) => Promise.resolve(testClient(target)),
      () => Promise.reject(new Error("There is no sample.")),
    );
  }

  it("tells what was done, refused and lost apart, with one request each", async () => {
    service.answer(page({ message: "ok" }), status(403), status(409), reset(), status(503));
    const kinds: string[] = [];
    for (let count = 1; count <= 5; count++) {
      kinds.push((await sender.send(client, change)).kind);
      assert.equal(service.requests.length, count);
    }
    assert.deepEqual(kinds, ["done", "refused", "refused", "unknown", "unknown"]);
  });

  it("sends nothing once another connection is active, also if it goes to the same service", async () => {
    active = other;
    await assert.rejects(
      sender.send(client, change),
      /Another connection is active now\. Nothing was sent to "Acme"/,
    );
    active = undefined;
    await assert.rejects(sender.send(client, change), /Nothing was sent/);
    assert.equal(service.requests.length, 0);
  });

  it("sends nothing once the connection was edited or removed", async () => {
    client.revoke("changed");
    await assert.rejects(sender.send(client, change), /"Acme" was changed\. Nothing was sent\./);
    other.revoke("removed");
    active = other;
    await assert.rejects(sender.send(other, change), /"Other" was removed\. Nothing was sent\./);
    assert.equal(service.requests.length, 0);
  });

  it("sends nothing with another key than that of what was shown", async () => {
    const destination = await client.changeDestination();
    await keys.store(client.connection, "sk_of_production");
    await assert.rejects(
      sender.send(client, change, { destination }),
      /API key .* "Acme" was replaced\. Nothing was sent\./,
    );
    assert.equal(service.requests.length, 0);
  });

  it("sends nothing if the connection does not allow changes any more", async () => {
    client.connection = { ...client.connection, allowChanges: false };
    const outcome = await sender.send(client, change);
    assert.equal(outcome.kind === "refused" && outcome.error.kind, "changesNotAllowed");
    assert.equal(service.requests.length, 0);
  });

  it("does not send a request that is still running a second time, but others and later ones", async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    service.answer(
      async (response, request) => {
        await held;
        await page({})(response, request);
      },
      page({}),
      page({}),
    );
    const first = sender.send(client, change);
    await service.received(1);
    await assert.rejects(sender.send(client, { ...change }), /already running/);
    assert.equal((await sender.send(client, { ...change, collection: "other" })).kind, "done");
    finish();
    assert.equal((await first).kind, "done");
    assert.equal(service.requests.length, 2);
    assert.equal((await sender.send(client, change)).kind, "done");
    assert.equal(service.requests.length, 3);
  });
});
