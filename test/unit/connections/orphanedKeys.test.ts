import assert from "node:assert/strict";
import { type Connection, decodeConnections } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { OrphanedKeys } from "../../../src/connections/orphanedKeys";
import { Emitter } from "../../../src/util/event";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

interface Entry {
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId?: string;
}

/** Stands in for `ConnectionList`. */
class FakeConnectionList {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  all: readonly Connection[] = [];
  names: ReadonlySet<string> = new Set();
  hasAllNames = true;

  constructor(entries: readonly Entry[]) {
    this.set(entries);
  }

  set(entries: readonly Entry[]): void {
    this.update(entries, true);
  }

  /** The setting is missing, not a list, or half-typed: these are the entries that can be read. */
  setIncomplete(entries: readonly Entry[] = []): void {
    this.update(entries, false);
  }

  private update(entries: readonly Entry[], hasAllNames: boolean): void {
    this.all = decodeConnections(entries).connections;
    this.names = new Set(entries.map((entry) => entry.name));
    this.hasAllNames = hasAllNames;
    this.changed.fire();
  }
}

describe("OrphanedKeys", () => {
  const acme = { name: "Acme", baseUrl: "https://api.example.com" };
  const other = { name: "Other", baseUrl: "https://other.example.com" };
  const silent = {
    debug: () => undefined,
    info: () => undefined,
    warn: (): void => undefined,
    error: () => undefined,
  };
  let secrets: MemorySecrets;
  let clock: FakeClock;
  let keys: KeyStore;
  let list: FakeConnectionList;
  let memory: Map<string, unknown>;
  let memoryFails: boolean;
  let orphans: OrphanedKeys;
  /** What the person was asked, and what they say. */
  let asked: (readonly string[])[];
  let answer: () => Promise<"delete" | "keep" | undefined>;

  const watch = () =>
    new OrphanedKeys(
      list,
      keys,
      {
        get: (key) => memory.get(key),
        update: (key, value) => {
          if (memoryFails) {
            throw new Error("storage is full");
          }
          return Promise.resolve(void memory.set(key, value));
        },
      },
      (names) => {
        asked.push(names);
        return answer();
      },
      clock,
      silent,
    );

  beforeEach(async () => {
    secrets = new MemorySecrets();
    clock = new FakeClock();
    keys = new KeyStore(secrets, clock);
    list = new FakeConnectionList([acme, other]);
    for (const connection of list.all) {
      await keys.store(connection, "sk_1");
    }
    memory = new Map();
    memoryFails = false;
    asked = [];
    answer = () => Promise.resolve(undefined);
    orphans = watch();
  });

  afterEach(() => {
    assert.deepEqual(clock.pending, []);
    orphans.dispose();
    keys.dispose();
  });

  /** Lets the grace pass, and waits for what the sweep does. */
  async function settle(deletions: number): Promise<void> {
    const done = secrets.deleted(deletions);
    clock.advance(60_000);
    await done;
  }

  /** Lets the grace pass and whatever can then be done without waiting. */
  async function pass(): Promise<void> {
    clock.advance(60_000);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  const names = () => [...secrets.held.keys()].map((name) => name.replace("companyFeed.key.", "")).sort();

  it("spares every key while the setting is absent, no list or half-typed, however long that lasts", async () => {
    for (const readable of [[], [other]]) {
      list.setIncomplete(readable);
      await pass();
      orphans.dispose();
      orphans = watch();
      await pass();
    }
    assert.deepEqual(names(), ["Acme", "Other"]);
    assert.deepEqual(asked, []);
    list.set([other]);
    await settle(1);
    assert.deepEqual(names(), ["Other"]);
  });

  it("asks before it deletes the last keys, and deletes them when the person says so", async () => {
    answer = () => Promise.resolve("delete");
    list.set([]);
    await settle(2);
    assert.deepEqual(asked, [["Acme", "Other"]]);
    assert.deepEqual(names(), []);
  });

  it("asks also where a list of others, none of which has a key here, took its place", async () => {
    list.set([{ name: "Synced", baseUrl: "https://api.example.net" }]);
    await pass();
    assert.deepEqual(asked, [["Acme", "Other"]]);
    assert.deepEqual(names(), ["Acme", "Other"]);
  });

  it("asks also where the only key left cannot be read", async () => {
    secrets.held.set("companyFeed.key.Other", "not a key");
    list.set([other]);
    await pass();
    assert.deepEqual(asked, [["Acme"]]);
    assert.deepEqual(names(), ["Acme", "Other"]);
  });

  it("keeps the last keys for good when the person wants that, also in the next window", async () => {
    answer = () => Promise.resolve("keep");
    list.set([]);
    await pass();
    orphans.dispose();
    orphans = watch();
    list.set([]);
    await pass();
    assert.deepEqual(asked, [["Acme", "Other"]]);
    assert.deepEqual(names(), ["Acme", "Other"]);
  });

  it("asks once in each window where there is no answer", async () => {
    list.set([]);
    await pass();
    list.set([]);
    await pass();
    assert.equal(asked.length, 1);
    orphans.dispose();
    orphans = watch();
    await pass();
    assert.equal(asked.length, 2);
    assert.deepEqual(names(), ["Acme", "Other"]);
  });

  it("deletes other keys while a question is open, and acts on its answer afterwards", async () => {
    let say: (answer: "delete") => void = () => assert.fail("not asked");
    answer = () => new Promise((resolve) => (say = resolve));
    const added = { name: "Added", baseUrl: "https://added.example.com" };
    const last = { name: "Last", baseUrl: "https://last.example.com" };
    list.set([]);
    await pass();
    list.set([added, last]);
    for (const connection of list.all) {
      await keys.store(connection, "sk_2");
    }
    list.set([last]);
    await settle(1);
    assert.deepEqual(names(), ["Acme", "Last", "Other"]);
    const done = secrets.deleted(2);
    say("delete");
    await done;
    assert.deepEqual(names(), ["Last"]);
    assert.deepEqual(asked, [["Acme", "Other"]]);
  });

  it("goes on after its memory could not be written", async () => {
    memoryFails = true;
    list.set([acme]);
    await settle(1);
    await pass();
    memoryFails = false;
    list.set([acme, { ...acme, name: "Acme dev" }]);
    await pass();
    const dev = list.all[1];
    assert.ok(dev);
    await keys.store(dev, "sk_2");
    list.set([acme]);
    await settle(1);
    assert.deepEqual(names(), ["Acme"]);
  });

  for (const [what, back] of [
    ["are there again", () => list.set([acme, other])],
    ["cannot be read any more", () => list.setIncomplete()],
  ] as const) {
    it(`deletes nothing when the connections ${what} before the person answers`, async () => {
      let say: (answer: "delete") => void = () => assert.fail("not asked");
      answer = () => new Promise((resolve) => (say = resolve));
      list.set([]);
      await pass();
      back();
      say("delete");
      await pass();
      assert.deepEqual(names(), ["Acme", "Other"]);
    });
  }

  it("does not ask about a connection that never had a key", async () => {
    await keys.delete("Acme");
    await keys.delete("Other");
    list.set([]);
    await pass();
    assert.deepEqual(asked, []);
  });

  it("leaves a connection that was renamed by hand its key, also when it is saved while it is typed", async () => {
    for (const name of ["Acme ", "Acme p", "Acme pr", "Acme prod"]) {
      list.set([{ ...acme, name: name.trim() }, other]);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await settle(3);
    assert.deepEqual(names(), ["Acme prod", "Other"]);
    assert.deepEqual(asked, []);
  });

  it("leaves a connection its key that is gone for a moment while it is renamed", async () => {
    list.set([other]);
    list.set([{ ...acme, name: "Acme prod" }, other]);
    await settle(1);
    assert.deepEqual(names(), ["Acme prod", "Other"]);
  });

  it("mixes no keys up where two connections of one service are renamed at once", async () => {
    list.set([acme, { ...acme, name: "Acme dev" }, other]);
    const dev = list.all.find(({ name }) => name === "Acme dev");
    assert.ok(dev);
    await keys.store(dev, "sk_2");
    list.set([{ ...acme, name: "A" }, { ...acme, name: "B" }, other]);
    await settle(2);
    assert.deepEqual(names(), ["Other"]);
  });

  it("gives the key to no connection that is another one: of another organization, address or with a key of its own", async () => {
    const strangers = [
      { ...acme, name: "Org", organizationId: "org-2" },
      { name: "Elsewhere", baseUrl: "https://api.example.net" },
    ];
    list.set([other, ...strangers]);
    await settle(1);
    assert.deepEqual(names(), ["Other"]);
  });

  it("reads nonsense in its memory as nothing", async () => {
    orphans.dispose();
    for (const nonsense of ["Acme", { length: 9 }, [7, null, "x".repeat(5 << 20), "Gone"]]) {
      memory.set("connectionNames", nonsense);
      orphans = watch();
      await pass();
      assert.deepEqual(memory.get("connectionNames"), ["Acme", "Other"]);
      orphans.dispose();
    }
    orphans = watch();
  });

  it("deletes the key of an entry that was removed by hand, and no other", async () => {
    list.set([other]);
    await settle(1);
    assert.deepEqual([...secrets.held.keys()], ["companyFeed.key.Other"]);
  });

  it("deletes the key of an entry that points to another origin now", async () => {
    list.set([{ ...acme, baseUrl: "https://elsewhere.example" }, other]);
    await settle(1);
    assert.deepEqual([...secrets.held.keys()], ["companyFeed.key.Other"]);
  });

  it("spares what is gone for a moment, and entries that cannot be used just now", async () => {
    list.set([]);
    clock.advance(1000);
    list.set([acme, { ...other, baseUrl: "half-typed" }]);
    clock.advance(60_000);
    list.set([acme, other]);
    list.set([acme]);
    await settle(1);
    assert.deepEqual([...secrets.held.keys()], ["companyFeed.key.Acme"]);
  });

  it("deletes the key of an entry that was removed while no window was open", async () => {
    orphans.dispose();
    list.set([other]);
    orphans = watch();
    await settle(1);
    assert.deepEqual([...secrets.held.keys()], ["companyFeed.key.Other"]);
  });

  it("tries again what the secret storage refused", async () => {
    secrets.mood = "throws";
    answer = () => Promise.resolve("delete");
    const refused = new Promise<void>((resolve) => (silent.warn = () => resolve()));
    list.set([other]);
    clock.advance(60_000);
    await refused;
    secrets.mood = "fine";
    list.set([other]);
    await settle(1);
    assert.deepEqual([...secrets.held.keys()], ["companyFeed.key.Other"]);
  });
});
