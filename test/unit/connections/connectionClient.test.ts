import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { ApiError, type FailureKind } from "../../../src/service/errors";
import type { ChangeRequest, ChangeResponse, RequestOptions } from "../../../src/service/types";
import { type Connection, sampleConnection } from "../../../src/connections/connection";
import { ConnectionClient } from "../../../src/connections/connectionClient";
import { KeyStore } from "../../../src/connections/keyStore";
import { testClientProvider } from "../../support/connections";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { page, silence, status } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";
import { unhandledRejectionOf } from "../../support/unhandledRejection";

const emptyPage = page({ collections: [], total_count: 0 });

describe("ConnectionClient", () => {
  let service: ScriptedService;
  let secrets: MemorySecrets;
  let keys: KeyStore;
  let client: ConnectionClient;
  /** The kind of the blocking error at each change. */
  let changes: (string | undefined)[];

  beforeEach(async () => {
    service = await ScriptedService.start();
    secrets = new MemorySecrets();
    keys = new KeyStore(secrets, new FakeClock());
    changes = [];
    client = createClient({
      name: "Acme",
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      organizationId: "org-1",
      sample: false,
    });
    client.onDidChange(() => changes.push(client.blockingError?.kind));
    const told = client;
    keys.onDidChange(() => void told.handleKeyChange());
  });

  afterEach(async () => {
    keys.dispose();
    await service.dispose();
  });

  function createClient(connection: Connection): ConnectionClient {
    const provider = testClientProvider({}, () =>
      Promise.resolve({ baseUrl: service.origin, key: "sample_key" }),
    );
    return new ConnectionClient(connection, keys, provider);
  }

  async function storeKey(key: string): Promise<void> {
    await keys.store(client.connection, key);
    await setImmediate();
    changes = [];
  }

  function send(signal?: AbortSignal): Promise<unknown> {
    return client.listCollections({ limit: 1, offset: 0 }, signal && { signal });
  }

  async function sendAndFail(signal?: AbortSignal): Promise<ApiError> {
    try {
      await send(signal);
    } catch (error) {
      assert.ok(error instanceof ApiError, String(error));
      return error;
    }
    throw new Error("The request did not fail.");
  }

  function sentKeys(): (string | undefined)[] {
    return service.requests.map(({ headers }) => headers["authorization"]?.replace("Bearer ", ""));
  }

  it("sends the key that is stored when the request is made", async () => {
    service.answer(emptyPage, emptyPage);
    await storeKey("sk_1");
    await send();
    await keys.delete("Acme");
    assert.equal((await sendAndFail()).kind, "noKey");
    await storeKey("sk_1");
    await send();
    assert.deepEqual(
      service.requests.map(({ headers }) => [headers["authorization"], headers["x-organization-id"]]),
      [
        ["Bearer sk_1", "org-1"],
        ["Bearer sk_1", "org-1"],
      ],
    );
  });

  it("never sends a different key than before, which may be for another organization", async () => {
    // Another window may send a request before it learns of the new key.
    client = createClient(client.connection);
    service.answer(emptyPage, emptyPage);
    await storeKey("sk_1");
    await send();
    const before = client.keyFingerprint ?? "";
    assert.match(before, /^[0-9a-f]{12}$/, "does not tell the key");
    await storeKey("sk_2");
    const error = await sendAndFail();
    assert.deepEqual(
      [error.kind, error.message],
      ["connectionChanged", 'The API key of the connection "Acme" was replaced.'],
    );
    assert.equal(client.blockingError, error);
    assert.equal((await sendAndFail()).kind, "connectionChanged");
    assert.deepEqual(sentKeys(), ["sk_1"]);
    client = createClient(client.connection);
    await send();
    assert.deepEqual(sentKeys(), ["sk_1", "sk_2"]);
    assert.notEqual(client.keyFingerprint, before);
  });

  it("sends nothing without a key for its origin, and says why", async () => {
    const failsWith = async (message: string) => {
      const error = await sendAndFail();
      assert.deepEqual([error.kind, error.message], ["noKey", message]);
    };
    await failsWith('No API key is stored for "Acme".');
    await keys.store({ ...client.connection, origin: "https://elsewhere.example" }, "sk_1");
    await failsWith('The API key for "Acme" was entered for a different URL and is not sent to this one.');
    secrets.behavior = "fails";
    await failsWith("Couldn't read the API key for \"Acme\". VS Code's secret storage failed.");
    assert.equal(service.requests.length, 0);
  });

  it("aborts a running request when a different key is stored", async () => {
    await storeKey("sk_1");
    service.answer(silence());
    const request = sendAndFail();
    await service.received(1);
    await keys.store(client.connection, "sk_2");
    assert.equal((await request).kind, "connectionChanged");
  });

  it("reports a rejected key once, until the service accepts it", async () => {
    await storeKey("sk_1");
    service.answer(status(401), status(401), emptyPage, status(401));
    await sendAndFail();
    await sendAndFail();
    assert.deepEqual(changes, ["unauthorized"]);
    await send();
    assert.deepEqual(changes, ["unauthorized", undefined]);
    service.answer(status(403));
    await sendAndFail();
    assert.equal((await sendAndFail()).kind, "forbidden", "the key is accepted");
    assert.deepEqual(changes, ["unauthorized", undefined, "unauthorized", undefined]);
  });

  it("checks a publications path like any other request", async () => {
    await storeKey("sk_1");
    const check = () => client.checkPublications("v2/publications", new AbortController().signal);
    service.answer(status(401), silence());
    await assert.rejects(check(), { kind: "unauthorized" });
    assert.deepEqual(changes, ["unauthorized"]);
    const checking = check();
    await service.received(2);
    client.revoke("edited");
    await assert.rejects(checking, { kind: "connectionChanged" });
    assert.match(service.requests.at(-1)?.target ?? "", /^\/v2\/publications\?/);
  });

  describe("when sending a change", () => {
    const change: ChangeRequest = { kind: "deleteAllDocuments", collection: "papers" };
    /** Does not await the request. */
    const sendChange = (options?: Pick<RequestOptions, "signal">): Promise<ChangeResponse | ApiError> =>
      client.change(change, options).catch((error: unknown) => {
        assert.ok(error instanceof ApiError, String(error));
        return error;
      });
    const failChange = async (kind: FailureKind) => failsWith(await sendChange(), kind, false);
    function failsWith(outcome: unknown, kind: FailureKind, mayHaveBeenApplied: boolean): ApiError {
      assert.ok(outcome instanceof ApiError, "did not fail");
      assert.equal(outcome.kind, kind);
      assert.equal(outcome.mayHaveBeenApplied, mayHaveBeenApplied);
      return outcome;
    }
    const allow = (allowChanges: boolean): void => {
      client.connection = { ...client.connection, allowChanges };
    };

    beforeEach(async () => {
      await storeKey("sk_1");
      allow(true);
    });

    it("includes the stored key and the organization", async () => {
      service.answer(status(204));
      assert.deepEqual(await sendChange(), { status: 204 });
      const { method, headers } = service.last;
      assert.deepEqual(
        [method, headers.authorization, headers["x-organization-id"]],
        ["DELETE", "Bearer sk_1", "org-1"],
      );
    });

    it("sends nothing unless the connection allows it", async () => {
      allow(false);
      const { message } = await failChange("changesNotAllowed");
      assert.match(message, /"Acme"/);
      client = createClient(sampleConnection);
      await failChange("changesNotAllowed");
      assert.deepEqual(service.requests, []);
    });

    it("sends nothing if the key was replaced since the list was loaded", async () => {
      await client.requireKey();
      await keys.store(client.connection, "sk_2");
      await failChange("connectionChanged");
      assert.deepEqual(sentKeys(), []);
    });

    it("reports that it may have been applied if the connection is edited before the response", async () => {
      service.answer(silence());
      const outcome = sendChange();
      await service.received(1);
      client.revoke("edited");
      const error = failsWith(await outcome, "connectionChanged", true);
      assert.equal(error.message, 'The connection "Acme" was changed.');
      assert.equal(client.blockingError?.mayHaveBeenApplied, false);
      await failChange("connectionChanged");
      assert.equal(service.requests.length, 1);
    });
  });

  for (const stored of [["sk_1"], []]) {
    it(`sends nothing if it is revoked while ${stored.length > 0 ? "the" : "a missing"} key is looked up`, async () => {
      await Promise.all(stored.map(storeKey));
      const request = sendAndFail();
      client.revoke("edited");
      assert.equal((await request).message, 'The connection "Acme" was changed.');
      assert.deepEqual(service.requests, []);
    });
  }

  it("aborts its requests when it is disposed, and sends no more", async () => {
    await storeKey("sk_1");
    service.answer(silence());
    const request = sendAndFail();
    await service.received(1);
    client.dispose();
    assert.equal((await request).kind, "aborted");
    assert.equal((await sendAndFail()).kind, "aborted");
    assert.equal(service.requests.length, 1);
    assert.deepEqual(changes, []);
  });

  it("reports an internal error, and rejects with an ApiError", async () => {
    await storeKey("sk_1");
    const bug = new Error("A module is missing.");
    client = new ConnectionClient(client.connection, keys, {
      ...testClientProvider(),
      createClient: () => Promise.reject(bug),
    });
    const reported = await unhandledRejectionOf(async () => {
      assert.equal((await sendAndFail()).kind, "internal");
    });
    assert.equal(reported, bug);
  });

  it("starts the sample service without reading the secret storage", async () => {
    service.answer(emptyPage);
    secrets.behavior = "fails";
    await createClient(sampleConnection).listCollections({ limit: 1, offset: 0 });
    assert.equal(service.requests[0]?.headers["authorization"], "Bearer sample_key");
  });

  it("resolves its address without reading a key, unless the connection was removed", async () => {
    secrets.behavior = "fails";
    assert.deepEqual(await client.resolveAddress(), { baseUrl: service.origin });
    const address = { baseUrl: service.origin, key: "sample_key" };
    assert.deepEqual(await createClient(sampleConnection).resolveAddress(), address);
    client.revoke("removed");
    await assert.rejects(client.resolveAddress(), { message: 'The connection "Acme" was removed.' });
  });
});
