import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Connection, toConnection } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { SecretStorageError } from "../../../src/connections/secretStorage";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

function connection(name: string, baseUrl: string): Connection {
  const result = toConnection({ name, baseUrl });
  assert.ok(typeof result !== "string");
  return result;
}

describe("KeyStore", () => {
  const acme = connection("Acme", "https://api.example.com");
  let secrets: MemorySecrets;
  let clock: FakeClock;
  let keys: KeyStore;

  beforeEach(() => {
    secrets = new MemorySecrets();
    clock = new FakeClock();
    keys = new KeyStore(secrets, clock);
  });

  afterEach(() => keys.dispose());

  it("returns a key only for the origin that it was entered for", async () => {
    await keys.store(acme, "sk_1");
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_1" });
    assert.deepEqual(await keys.lookUp(connection("Acme", "https://api.example.com/v9")), {
      kind: "found",
      key: "sk_1",
    });
    for (const elsewhere of ["https://api.example.com:8443", "https://evil.example"]) {
      assert.deepEqual(await keys.lookUp(connection("Acme", elsewhere)), {
        kind: "otherOrigin",
        origin: "https://api.example.com",
      });
    }
    assert.deepEqual(await keys.lookUp(connection("Other", "https://api.example.com")), { kind: "missing" });
  });

  it("no longer listens to the secret storage once it is disposed", () => {
    let listeners = 0;
    const counted = Object.assign(Object.create(secrets) as MemorySecrets, {
      onDidChange: (listener: (event: { key: string }) => void) => {
        const subscription = secrets.onDidChange(listener);
        listeners++;
        return {
          dispose: () => {
            listeners--;
            subscription.dispose();
          },
        };
      },
    });
    const other = new KeyStore(counted, clock);
    assert.equal(listeners, 1);
    other.dispose();
    assert.equal(listeners, 0);
  });

  it("replaces a session key with one that another window stored", async () => {
    secrets.behavior = "fails";
    await assert.rejects(keys.store(acme, "sk_1"), SecretStorageError);
    keys.storeForSession(acme, "sk_1");
    const changeSecret = () => {
      const changed = new Promise<void>((resolve) => keys.onDidChange(() => resolve()));
      secrets.changes.fire({ key: "companyFeed.key.Acme" });
      return changed;
    };
    await changeSecret();
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_1" }, "the secret is unreadable");
    secrets.behavior = "works";
    secrets.values.set("companyFeed.key.Acme", "sk_2");
    await changeSecret();
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_1" }, "the secret is invalid");
    secrets.values.set("companyFeed.key.Acme", JSON.stringify({ origin: acme.origin, key: "sk_2" }));
    await changeSecret();
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_2" });
  });

  it("keeps a session key that is entered while the one of another window is read", async () => {
    keys.storeForSession(acme, "sk_1");
    await secrets.store("companyFeed.key.Acme", JSON.stringify({ origin: acme.origin, key: "sk_2" }));
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    keys.storeForSession(acme, "sk_3");
    await new Promise<void>((resolve) => keys.onDidChange(() => resolve()));
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_3" });
  });

  it("returns a session key only for its connection and the origin that it was entered for", async () => {
    keys.storeForSession(acme, "sk_session");
    assert.deepEqual(await keys.lookUp(connection("Acme", "https://evil.example")), {
      kind: "otherOrigin",
      origin: "https://api.example.com",
    });
    assert.deepEqual(await keys.lookUp(connection("Other", "https://api.example.com")), { kind: "missing" });
  });

  it("does not return a deleted session key, also if the secret storage fails", async () => {
    for (const behavior of ["works", "fails"] as const) {
      keys.storeForSession(acme, "sk_session");
      secrets.behavior = behavior;
      await keys.delete("Acme").catch((error: unknown) => assert.ok(error instanceof SecretStorageError));
      secrets.behavior = "works";
      assert.deepEqual(await keys.lookUp(acme), { kind: "missing" }, behavior);
    }
  });

  it("does not return a deleted key", async () => {
    await keys.store(acme, "sk_1");
    await keys.delete("Acme");
    assert.deepEqual(await keys.lookUp(acme), { kind: "missing" });
    assert.equal(secrets.values.size, 0);
  });

  it("reports a secret storage that fails or hangs, without repeating its message", async () => {
    secrets.behavior = "fails";
    const thrown = await keys.lookUp(acme);
    assert.ok(thrown.kind === "unreadable" && !thrown.reason.includes("sk_secret"));
    const isWithoutKey = (error: unknown) =>
      error instanceof SecretStorageError && !inspect(error).includes("sk_secret");
    await assert.rejects(keys.store(acme, "sk_1"), isWithoutKey);
    await assert.rejects(keys.delete("Acme"), isWithoutKey);

    secrets.behavior = "hangs";
    const hanging = keys.lookUp(acme);
    assert.deepEqual(clock.pending, [20_000], "the user may have to unlock the keyring");
    clock.advance(20_000);
    assert.equal((await hanging).kind, "unreadable");
    const storing = keys.store(acme, "sk_1");
    clock.advance(60_000);
    await assert.rejects(storing, SecretStorageError);
    assert.deepEqual(clock.pending, []);
  });

  it("keeps a session key in memory only, until a key is stored", async () => {
    secrets.behavior = "fails";
    keys.storeForSession(acme, "sk_session");
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_session" });
    secrets.behavior = "works";
    assert.equal(secrets.values.size, 0);
    await keys.store(acme, "sk_stored");
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_stored" });
  });

  it("treats arbitrary secrets as unreadable", async () => {
    const { origin } = acme;
    for (const text of [
      "sk_1",
      "null",
      JSON.stringify({ origin, key: "" }),
      JSON.stringify({ key: "sk_1" }),
    ]) {
      secrets.values.set("companyFeed.key.Acme", text);
      assert.deepEqual(await keys.lookUp(acme), { kind: "unreadable", reason: "The stored key is invalid." });
    }
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        secrets.values.set("companyFeed.key.Acme", text);
        assert.ok(["unreadable", "otherOrigin"].includes((await keys.lookUp(acme)).kind));
      }),
    );
  });

  it("reports changes of its own secrets only, also those of other windows", () => {
    const seen: string[] = [];
    keys.onDidChange((name) => seen.push(name));
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    secrets.changes.fire({ key: "somebody.else" });
    assert.deepEqual(seen, ["Acme", "Acme"]);
  });

  it("reports a key that is kept for the session, stored or deleted, also if the secret storage fails to", async () => {
    const seen: string[] = [];
    keys.onDidChange((name) => seen.push(name));
    keys.storeForSession(acme, "sk_session");
    assert.deepEqual(seen, ["Acme"]);
    await keys.store(acme, "sk_1");
    assert.deepEqual(seen, ["Acme", "Acme"]);
    await keys.delete("Acme");
    assert.deepEqual(seen, ["Acme", "Acme", "Acme"]);
    secrets.behavior = "fails";
    keys.storeForSession(acme, "sk_session");
    await assert.rejects(keys.delete("Acme"), SecretStorageError);
    assert.equal(seen.length, 5, "the key of the session is gone");
  });
});
