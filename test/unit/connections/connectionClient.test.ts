import assert from "node:assert/strict";
import { ApiError } from "../../../src/api/errors";
import { createServiceClient } from "../../../src/api/client";
import { type Connection, sampleConnection } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { ConnectionClient } from "../../../src/connections/connectionClient";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { after, page, silence, status } from "../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../support/services/scriptedService";

const empty = page({ collections: [], total_count: 0 });

describe("ServiceAccess", () => {
  let service: ScriptedService;
  let secrets: MemorySecrets;
  let keys: KeyStore;
  /** What is in the way, each time that changes. */
  let obstacles: (string | undefined)[];
  let access: ConnectionClient;

  beforeEach(async () => {
    service = await ScriptedService.start();
    secrets = new MemorySecrets();
    keys = new KeyStore(secrets, new FakeClock());
    obstacles = [];
    access = accessTo({
      name: "Acme",
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      organizationId: "org-1",
      sample: false,
    });
    access.onDidChange(() => obstacles.push(access.blockingError?.kind));
    keys.onDidChange(() => access.clearKeyError());
  });

  afterEach(async () => {
    keys.dispose();
    await service.dispose();
  });

  function accessTo(connection: Connection): ConnectionClient {
    return new ConnectionClient(
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
    );
  }

  function list(): Promise<unknown> {
    return access.listCollections({ limit: 1, offset: 0 });
  }

  function sentKeys(): (string | undefined)[] {
    return service.requests.map(({ headers }) => headers["authorization"]?.replace("Bearer ", ""));
  }

  /** Replaces the key while a request with the old one is under way, and has that one answered. */
  async function replaceKeyDuring(answer: Answer, change: () => Promise<unknown>): Promise<unknown> {
    let open = (): void => undefined;
    service.answer(after(new Promise<void>((resolve) => (open = resolve)), answer));
    const call = list();
    await service.received(1);
    await change();
    open();
    return await call;
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
    assert.equal(await access.hasKeyChanged(), false, "none was used");
    await access.listCollections({ limit: 1, offset: 0 });
    await keys.store(access.connection, "sk_1");
    assert.equal(await access.hasKeyChanged(), false);
    await keys.store(access.connection, "sk_2");
    assert.equal(await access.hasKeyChanged(), true);
    await access.listCollections({ limit: 1, offset: 0 });
    assert.equal(await access.hasKeyChanged(), false);
    await keys.delete("Acme");
    assert.equal(await access.hasKeyChanged(), false);
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
  });

  it("tells once of a key that is rejected, until it is accepted again", async () => {
    await keys.store(access.connection, "sk_1");
    obstacles = [];
    service.answer(status(401), status(401), empty, status(401));
    await failure(list());
    await failure(list());
    assert.deepEqual(obstacles, ["unauthorized"]);
    await list();
    assert.deepEqual(obstacles, ["unauthorized", undefined]);
    await failure(list());
    assert.deepEqual(obstacles, ["unauthorized", undefined, "unauthorized"]);
  });

  it("takes a 403 for a sign that the key is valid", async () => {
    await keys.store(access.connection, "sk_1");
    obstacles = [];
    service.answer(status(401), status(403));
    await failure(list());
    assert.equal((await failure(list())).kind, "forbidden");
    assert.deepEqual(obstacles, ["unauthorized", undefined]);
  });

  it("tells again when the key that replaced a rejected one is rejected, too", async () => {
    await keys.store(access.connection, "sk_1");
    service.answer(status(401), status(401));
    await failure(list());
    obstacles = [];
    await keys.store(access.connection, "sk_2");
    await failure(list());
    assert.deepEqual(obstacles, [undefined, "unauthorized"]);
  });

  it("takes any other failure for one of the request alone", async () => {
    await keys.store(access.connection, "sk_1");
    for (const code of [403, 404, 500]) {
      service.answer(status(code));
      await failure(list());
      assert.equal(access.blockingError, undefined);
    }
  });

  it("tells of a key that was cleared with the next call, and that one is there again", async () => {
    await failure(list());
    await keys.store(access.connection, "sk_1");
    await keys.delete("Acme");
    await failure(list());
    assert.deepEqual(obstacles, ["noKey", undefined, undefined, "noKey"]);
    assert.equal(service.requests.length, 0);
  });

  for (const [code, kind] of [
    [401, "unauthorized"],
    [403, "forbidden"],
  ] as const) {
    it(`asks again with the key that replaced the one of a request under way, after a ${code} for that one`, async () => {
      await keys.store(access.connection, "sk_1");
      service.answerWhere(({ headers }) => headers["authorization"] === "Bearer sk_2", empty);
      const call = replaceKeyDuring(status(code), () => keys.store(access.connection, "sk_2"));
      await call;
      assert.deepEqual(sentKeys(), ["sk_1", "sk_2"]);
      assert.equal(access.blockingError, undefined);
    });

    it(`asks no more than once with each key that gets a ${code}`, async () => {
      await keys.store(access.connection, "sk_1");
      service.answerWhere(({ headers }) => headers["authorization"] === "Bearer sk_2", status(code));
      const call = replaceKeyDuring(status(code), () => keys.store(access.connection, "sk_2"));
      assert.equal((await failure(call)).kind, kind);
      assert.deepEqual(sentKeys(), ["sk_1", "sk_2"]);
    });
  }

  it("says that there is no key when it was cleared while a request was under way that is rejected", async () => {
    await keys.store(access.connection, "sk_1");
    const call = replaceKeyDuring(status(401), () => keys.delete("Acme"));
    assert.equal((await failure(call)).kind, "noKey");
    assert.deepEqual(sentKeys(), ["sk_1"]);
    assert.equal(access.blockingError?.kind, "noKey");
  });

  it("does not take a late success of an old key for one of the new key that was rejected", async () => {
    await keys.store(access.connection, "sk_1");
    service.answerWhere(({ headers }) => headers["authorization"] === "Bearer sk_2", status(401));
    const call = replaceKeyDuring(empty, async () => {
      await keys.store(access.connection, "sk_2");
      await failure(list());
    });
    await call;
    assert.equal(access.blockingError?.kind, "unauthorized");
  });

  it("does not ask with another key for a caller who called it off", async () => {
    await keys.store(access.connection, "sk_1");
    const caller = new AbortController();
    service.answer(silence());
    const call = failure(access.listCollections({ limit: 1, offset: 0 }, { signal: caller.signal }));
    await service.received(1);
    await keys.store(access.connection, "sk_2");
    caller.abort();
    assert.equal((await call).kind, "aborted");
    assert.equal(service.requests.length, 1);
  });

  it("ends what is under way and sends nothing more once it is revoked", async () => {
    await keys.store(access.connection, "sk_1");
    service.answer(silence());
    const call = failure(access.listCollections({ limit: 1, offset: 0 }));
    await service.received(1);
    access.revoke("removed");
    const ended = await call;
    assert.equal(ended.kind, "connectionChanged", "whoever asked did not call it off");
    assert.equal(ended.message, 'The connection "Acme" was removed.');
    assert.equal(access.blockingError, ended);
    assert.equal((await failure(access.listCollections({ limit: 1, offset: 0 }))).kind, "connectionChanged");
    assert.equal(service.requests.length, 1);
  });

  it("starts the sample service for its connection, without any stored key", async () => {
    service.answer(empty);
    secrets.mood = "throws";
    await accessTo(sampleConnection).listCollections({ limit: 1, offset: 0 });
    assert.equal(service.requests[0]?.headers["authorization"], "Bearer sample_key");
  });
});
