import assert from "node:assert/strict";
import { type ChangeFlow, startChange } from "../../../src/collections/changes/changeFlow";
import type { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { MemoryConnectionList, testConnections } from "../../support/connections";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { status } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";

const change = { kind: "deleteCollection", collection: "contracts" } as const;

describe("A change", () => {
  let service: ScriptedService;
  let keys: KeyStore;
  let connections: Connections;
  let flow: ChangeFlow;

  beforeEach(async () => {
    service = await ScriptedService.start({
      fallback: (request, response) => void status(204)(response, request),
    });
    const { origin } = service;
    const [acme, globex] = ["Acme", "Globex"].map((name) => ({
      name,
      baseUrl: origin,
      origin,
      dataset: "companydata",
      sample: false,
      allowChanges: true,
    }));
    assert.ok(acme && globex);
    keys = new KeyStore(new MemorySecrets(), new FakeClock());
    connections = testConnections(new MemoryConnectionList([acme, globex]), keys);
    await keys.store(acme, "sk_1");
    await connections.activate("Acme");
    flow = (await startChange(connections)) ?? assert.fail("Changes are allowed.");
  });

  afterEach(async () => {
    connections.dispose();
    keys.dispose();
    await service.dispose();
  });

  const refresh = () => flow.refresh(() => Promise.resolve(true));

  it("is sent to the connection that was active when it began", async () => {
    assert.equal((await flow.send(change)).status, 204);
    assert.equal(service.last.target, "/v2/collections/contracts");
    assert.equal(await refresh(), true);
  });

  it("is neither sent nor followed by a refresh while another connection is active", async () => {
    await connections.activate("Globex");
    await assert.rejects(
      flow.send(change),
      /Another connection is active now\. Nothing was sent to "Acme"\.$/,
    );
    assert.equal(await refresh(), false);
    assert.deepEqual(service.requests, []);
  });

  it("is not sent with a different key", async () => {
    const { active } = connections;
    assert.ok(active);
    await keys.store(active.connection, "sk_2");
    await active.handleKeyChange();
    await assert.rejects(flow.send(change), /"Acme" was replaced\. Nothing was sent\.$/);
    assert.equal(await refresh(), false);
    assert.deepEqual(service.requests, []);
  });
});
