import assert from "node:assert/strict";
import { type Connection, decodeConnections } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { OrphanedKeys, type WatchedList } from "../../../src/connections/orphanedKeys";
import { Emitter } from "../../../src/util/event";
import { FakeClock } from "../../support/fakeClock";
import { MemorySecrets } from "../../support/memorySecrets";

/** A list that a test edits as a person edits settings.json. */
class EditedList implements WatchedList {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  all: readonly Connection[] = [];
  names: ReadonlySet<string> = new Set();

  constructor(entries: readonly { name: string; baseUrl: string }[]) {
    this.set(entries);
  }

  set(entries: readonly { name: string; baseUrl: string }[]): void {
    this.all = decodeConnections(entries).connections;
    this.names = new Set(entries.map((entry) => entry.name));
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
  let list: EditedList;
  let memory: Map<string, readonly string[]>;
  let orphans: OrphanedKeys;

  const watch = () =>
    new OrphanedKeys(
      list,
      keys,
      {
        get: (key, otherwise) => memory.get(key) ?? otherwise,
        update: (key, value) => Promise.resolve(void memory.set(key, value)),
      },
      clock,
      silent,
    );

  beforeEach(async () => {
    secrets = new MemorySecrets();
    clock = new FakeClock();
    keys = new KeyStore(secrets, clock);
    list = new EditedList([acme, other]);
    for (const connection of list.all) {
      await keys.store(connection, "sk_1");
    }
    memory = new Map();
    orphans = watch();
  });

  afterEach(() => {
    orphans.dispose();
    keys.dispose();
  });

  /** Lets the grace pass, and waits for what the sweep does. */
  async function settle(deletions: number): Promise<void> {
    const done = secrets.deleted(deletions);
    clock.advance(60_000);
    await done;
  }

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
