import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Connection, toConnection } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
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
    assert.deepEqual(await keys.findKey(acme), { kind: "found", key: "sk_1" });
    assert.deepEqual(await keys.findKey(connection("Acme", "https://api.example.com/v9")), {
      kind: "found",
      key: "sk_1",
    });
    for (const elsewhere of ["https://api.example.com:8443", "https://evil.example"]) {
      const reason = 'The API key for "Acme" was entered for a different URL and is not sent to this one.';
      assert.deepEqual(await keys.findKey(connection("Acme", elsewhere)), { kind: "missing", reason });
    }
    assert.equal((await keys.findKey(connection("Other", "https://api.example.com"))).kind, "missing");
  });

  it("reports that secret storage fails or hangs, without repeating its message", async () => {
    secrets.behavior = "fails";
    const thrown = await keys.findKey(acme);
    assert.ok(thrown.kind === "unreadable" && !thrown.reason.includes("sk_secret"));
    const isWithoutKey = (error: unknown) =>
      error instanceof Error &&
      /secret storage failed/.test(error.message) &&
      !inspect(error).includes("sk_secret");
    await assert.rejects(keys.store(acme, "sk_1"), isWithoutKey);
    await assert.rejects(keys.delete("Acme"), isWithoutKey);

    secrets.behavior = "hangs";
    const hanging = keys.findKey(acme);
    assert.deepEqual(clock.pending, [20_000], "the user may have to unlock the keyring");
    clock.advance(20_000);
    assert.equal((await hanging).kind, "unreadable");
    const storing = keys.store(acme, "sk_1");
    clock.advance(60_000);
    await assert.rejects(storing, /secret storage isn't responding/);
    assert.deepEqual(clock.pending, []);
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
      const reason = 'Couldn\'t read the API key for "Acme". The stored key is invalid.';
      assert.deepEqual(await keys.findKey(acme), { kind: "unreadable", reason });
    }
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        secrets.values.set("companyFeed.key.Acme", text);
        assert.ok(["unreadable", "missing"].includes((await keys.findKey(acme)).kind));
      }),
    );
  });

  it("reports changes to its own secrets only, including those by other windows", async () => {
    const seen: string[] = [];
    keys.onDidChange((name) => seen.push(name));
    secrets.changes.fire({ key: "companyFeed.key.Acme" });
    secrets.changes.fire({ key: "somebody.else" });
    await keys.store({ ...acme, name: "Other" }, "sk_1");
    await keys.delete("Acme");
    assert.deepEqual(seen, ["Acme", "Other", "Acme"]);
  });
});
