import assert from "node:assert/strict";
import fc from "fast-check";
import { type Connection, decodeConnections } from "../../../src/connections/connection";
import { KeyStore, SecretStorageError } from "../../../src/connections/keyStore";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

function connection(name: string, baseUrl: string): Connection {
  const [decoded] = decodeConnections([{ name, baseUrl }]).connections;
  assert.ok(decoded);
  return decoded;
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

  it("hands a key out for the origin that it was entered for, and for no other", async () => {
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

  it("gives way to a key that another window stored, where one was kept for the session only", async () => {
    secrets.mood = "throws";
    await assert.rejects(keys.store(acme, "sk_1"), SecretStorageError);
    keys.storeForSession(acme, "sk_1");
    const told = () => new Promise<void>((resolve) => keys.onDidChange(() => resolve()));
    const late = told();
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    await late;
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_1" }, "the store tells nothing");
    secrets.mood = "fine";
    secrets.held.set("companyFeed.key.Acme", JSON.stringify({ origin: acme.origin, key: "sk_2" }));
    const changed = told();
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    await changed;
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_2" });
  });

  it("forgets a deleted key", async () => {
    await keys.store(acme, "sk_1");
    await keys.delete("Acme");
    assert.deepEqual(await keys.lookUp(acme), { kind: "missing" });
    assert.equal(secrets.held.size, 0);
  });

  it("tells of a store that throws or hangs, without its words", async () => {
    secrets.mood = "throws";
    const thrown = await keys.lookUp(acme);
    assert.ok(thrown.kind === "unreadable" && !thrown.reason.includes("sk_secret"));
    await assert.rejects(keys.store(acme, "sk_1"), SecretStorageError);
    await assert.rejects(keys.delete("Acme"), SecretStorageError);

    secrets.mood = "hangs";
    const hanging = keys.lookUp(acme);
    clock.advance(60_000);
    assert.equal((await hanging).kind, "unreadable");
    const storing = keys.store(acme, "sk_1");
    clock.advance(60_000);
    await assert.rejects(storing, SecretStorageError);
    assert.deepEqual(clock.pending, []);
  });

  it("keeps a key for the session where the store does not work, and drops it for a stored one", async () => {
    secrets.mood = "throws";
    keys.storeForSession(acme, "sk_session");
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_session" });
    secrets.mood = "fine";
    assert.equal(secrets.held.size, 0);
    await keys.store(acme, "sk_stored");
    assert.deepEqual(await keys.lookUp(acme), { kind: "found", key: "sk_stored" });
  });

  it("survives anything that may stand in the store", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        secrets.held.set("companyFeed.key.Acme", text);
        assert.ok(["unreadable", "otherOrigin"].includes((await keys.lookUp(acme)).kind));
      }),
    );
  });

  it("follows changes of its own keys, also those made elsewhere, and no others", () => {
    const seen: string[] = [];
    keys.onDidChange((name) => seen.push(name));
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    secrets.changes.fire({ key: "somebody.else" });
    assert.deepEqual(seen, ["Acme", "Acme"]);
  });
});
