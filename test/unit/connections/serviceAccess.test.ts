import assert from "node:assert/strict";
import { ApiError } from "../../../src/api/errors";
import { createServiceClient } from "../../../src/api/serviceClient";
import { type Connection, sampleConnection } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { ServiceAccess } from "../../../src/connections/serviceAccess";
import { FakeClock } from "../../support/fakeClock";
import { MemorySecrets } from "../../support/memorySecrets";
import { page, silence, status } from "../../support/scriptedAnswers";
import { ScriptedService } from "../../support/scriptedService";

const empty = page({ collections: [], total_count: 0 });

describe("ServiceAccess", () => {
  let service: ScriptedService;
  let secrets: MemorySecrets;
  let keys: KeyStore;
  let problems: string[];
  let access: ServiceAccess;

  beforeEach(async () => {
    service = await ScriptedService.start();
    secrets = new MemorySecrets();
    keys = new KeyStore(secrets, new FakeClock());
    problems = [];
    access = accessTo({
      name: "Acme",
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      organizationId: "org-1",
      sample: false,
    });
  });

  afterEach(async () => {
    keys.dispose();
    await service.dispose();
  });

  function accessTo(connection: Connection): ServiceAccess {
    return new ServiceAccess(
      connection,
      keys,
      (target) =>
        Promise.resolve(
          createServiceClient(
            target,
            { timeoutMs: 30_000, typesFormat: "comma", attempts: 1 },
            { clock: new FakeClock(), random: () => 0, log: () => undefined },
          ),
        ),
      () => Promise.resolve({ baseUrl: service.origin, key: "sample_key" }),
      (_, error) => problems.push(error.kind),
    );
  }

  async function failure(call: Promise<unknown>): Promise<ApiError> {
    try {
      await call;
    } catch (error) {
      assert.ok(error instanceof ApiError, String(error));
      return error;
    }
    throw new Error("It did not fail.");
  }

  it("knows when another key has come than the one that was used", async () => {
    service.answer(empty, empty);
    await keys.store(access.connection, "sk_1");
    assert.equal(await access.hasAnotherKey(), false, "none was used");
    await access.listCollections({ limit: 1, offset: 0 });
    await keys.store(access.connection, "sk_1");
    assert.equal(await access.hasAnotherKey(), false);
    await keys.store(access.connection, "sk_2");
    assert.equal(await access.hasAnotherKey(), true);
    await access.listCollections({ limit: 1, offset: 0 });
    assert.equal(await access.hasAnotherKey(), false);
    await keys.delete("Acme");
    assert.equal(await access.hasAnotherKey(), false);
  });

  it("sends the key that is stored at the moment of each call", async () => {
    service.answer(empty, empty);
    await keys.store(access.connection, "sk_1");
    await access.listCollections({ limit: 1, offset: 0 });
    await keys.store(access.connection, "sk_2");
    await access.listCollections({ limit: 1, offset: 0 });
    assert.deepEqual(
      service.requests.map(({ headers }) => [headers["authorization"], headers["x-organization-id"]]),
      [
        ["Bearer sk_1", "org-1"],
        ["Bearer sk_2", "org-1"],
      ],
    );
  });

  it("sends nothing without a key, or with one for another address", async () => {
    assert.equal((await failure(access.listCollections({ limit: 1, offset: 0 }))).kind, "noKey");
    await keys.store({ ...access.connection, origin: "https://elsewhere.example" }, "sk_1");
    assert.equal((await failure(access.listCollections({ limit: 1, offset: 0 }))).kind, "noKey");
    assert.equal(service.requests.length, 0);
    assert.deepEqual(problems, []);
  });

  it("reports a refused key, and no other failure", async () => {
    await keys.store(access.connection, "sk_1");
    service.answer(status(401), status(403));
    assert.equal((await failure(access.listCollections({ limit: 1, offset: 0 }))).kind, "unauthorized");
    assert.equal((await failure(access.listCollections({ limit: 1, offset: 0 }))).kind, "forbidden");
    assert.deepEqual(problems, ["unauthorized"]);
  });

  it("ends what is under way and sends nothing more once it is revoked", async () => {
    await keys.store(access.connection, "sk_1");
    service.answer(silence());
    const call = failure(access.listCollections({ limit: 1, offset: 0 }));
    await service.received(1);
    access.revoke();
    const ended = await call;
    assert.equal(ended.kind, "gone", "whoever asked did not call it off");
    assert.match(ended.message, /changed or removed/);
    assert.equal((await failure(access.listCollections({ limit: 1, offset: 0 }))).kind, "gone");
    assert.equal(service.requests.length, 1);
  });

  it("starts the sample service for its connection, without any stored key", async () => {
    service.answer(empty);
    secrets.mood = "throws";
    await accessTo(sampleConnection).listCollections({ limit: 1, offset: 0 });
    assert.equal(service.requests[0]?.headers["authorization"], "Bearer sample_key");
  });
});
