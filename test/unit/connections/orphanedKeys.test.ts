import assert from "node:assert/strict";
import { type Connection, decodeConnections } from "../../../src/connections/connection";
import { KeyStore } from "../../../src/connections/keyStore";
import { OrphanedKeys } from "../../../src/connections/orphanedKeys";
import { Emitter } from "../../../src/shared/event";
import type { Log } from "../../../src/util/log";
import { FakeClock } from "../../support/fakes/fakeClock";
import { memento } from "../../support/fakes/memento";
import { MemorySecrets } from "../../support/fakes/memorySecrets";

interface Entry {
  readonly name: string;
  readonly baseUrl: string;
  readonly dataset?: string;
  readonly organizationId?: string;
}

/** Replaces `ConnectionList`. */
class FakeConnectionList {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  all: readonly Connection[] = [];
  names: ReadonlySet<string> = new Set();
  hasAllNames = true;

  constructor(entries: readonly Entry[]) {
    this.set(entries);
  }

  set(entries: readonly Entry[], hasAllNames = true): void {
    this.all = decodeConnections(entries).connections;
    this.names = new Set(entries.map((entry) => entry.name));
    this.hasAllNames = hasAllNames;
    this.changed.fire();
  }

  /** The setting is missing, not a list, or half-typed: these are the entries that can be read. */
  setIncomplete(entries: readonly Entry[] = []): void {
    this.set(entries, false);
  }
}

describe("OrphanedKeys", () => {
  const acme = { name: "Acme", baseUrl: "https://api.example.com" };
  const other = { name: "Other", baseUrl: "https://other.example.com" };
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  let secrets: MemorySecrets;
  let clock: FakeClock;
  let keys: KeyStore;
  let list: FakeConnectionList;
  let storage: ReturnType<typeof memento>;
  let storageFails: boolean;
  let orphanedKeys: OrphanedKeys;
  let questions: (readonly string[])[];
  let answer: () => Promise<"delete" | "keep" | undefined>;

  function openWindow(): void {
    orphanedKeys = new OrphanedKeys(
      list,
      keys,
      {
        get: (key: string) => storage.get(key),
        update: (key, value) => {
          if (storageFails) {
            throw new Error("storage is full");
          }
          return storage.update(key, value);
        },
      },
      (names) => {
        questions.push(names);
        return answer();
      },
      clock,
      log,
    );
  }

  function reopenWindow(): void {
    orphanedKeys.dispose();
    openWindow();
  }

  beforeEach(async () => {
    secrets = new MemorySecrets();
    clock = new FakeClock();
    keys = new KeyStore(secrets, clock);
    list = new FakeConnectionList([acme, other]);
    await storeKeys();
    storage = memento();
    storageFails = false;
    questions = [];
    answer = () => Promise.resolve(undefined);
    openWindow();
  });

  afterEach(() => {
    assert.deepEqual(clock.pending, []);
    orphanedKeys.dispose();
    keys.dispose();
  });

  async function storeKeys(): Promise<void> {
    for (const connection of list.all) {
      await keys.store(connection, `sk_${connection.name}`);
    }
  }

  /** Lets the grace period pass and waits for deletions. */
  async function afterDeletions(count: number): Promise<void> {
    const deleted = secrets.deleted(count);
    clock.advance(60_000);
    await deleted;
  }

  /** Saves the settings, and lets what follows at once finish. */
  async function save(connections: Parameters<typeof list.set>[0]): Promise<void> {
    list.set(connections);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** Lets the grace period pass, and all pending work finish. */
  async function afterGracePeriod(): Promise<void> {
    clock.advance(60_000);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  function assertKeys(...names: string[]): void {
    const stored = [...secrets.values.keys()].map((name) => name.replace("companyFeed.key.", ""));
    assert.deepEqual(stored.sort(), names);
  }

  /** Answers the question later, through the returned function. */
  function answerLater(): (answer: "delete") => void {
    let resolveAnswer: (answer: "delete") => void = () => assert.fail("There was no question.");
    answer = () => new Promise((resolve) => (resolveAnswer = resolve));
    return (given) => resolveAnswer(given);
  }

  describe("deletes the key", () => {
    it("of a removed entry, and no other", async () => {
      list.set([other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("of an entry with another origin", async () => {
      list.set([{ ...acme, baseUrl: "https://elsewhere.example" }, other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("of an entry that is removed while those of others are looked up", async () => {
      const last = { name: "Last", baseUrl: "https://last.example.com" };
      list.set([acme, other, last]);
      await storeKeys();
      list.set([other, last]);
      await afterDeletions(1);
      const get = secrets.get.bind(secrets);
      const lookedUp = new Promise<void>((resolve) => {
        secrets.get = (name) => {
          secrets.get = get;
          list.set([last]);
          resolve();
          return get(name);
        };
      });
      await lookedUp;
      await new Promise<void>((resolve) => setImmediate(resolve));
      await afterGracePeriod();
      assertKeys("Last");
    });

    it("of an entry that was removed while no window was open", async () => {
      orphanedKeys.dispose();
      list.set([other]);
      openWindow();
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("with the next change if the secret storage failed", async () => {
      secrets.behavior = "fails";
      answer = () => Promise.resolve("delete");
      const failed = new Promise<void>((resolve) => (log.warn = () => resolve()));
      list.set([other]);
      clock.advance(60_000);
      await failed;
      secrets.behavior = "works";
      list.set([other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("even after the names could not be stored", async () => {
      storageFails = true;
      list.set([acme]);
      await afterDeletions(1);
      await afterGracePeriod();
      storageFails = false;
      list.set([acme, { ...acme, name: "Acme dev" }]);
      await afterGracePeriod();
      await storeKeys();
      list.set([acme]);
      await afterDeletions(1);
      assertKeys("Acme");
    });
  });

  describe("keeps the key", () => {
    it("as long as the setting is missing, not a list, or half-typed", async () => {
      for (const readable of [[], [other]]) {
        list.setIncomplete(readable);
        await afterGracePeriod();
        reopenWindow();
        await afterGracePeriod();
      }
      assertKeys("Acme", "Other");
      assert.deepEqual(questions, []);
      list.set([other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("of an entry that is missing for less than the grace period, or invalid", async () => {
      list.set([]);
      clock.advance(1000);
      list.set([acme, { ...other, baseUrl: "half-typed" }]);
      clock.advance(60_000);
      list.set([acme, other]);
      list.set([acme]);
      await afterDeletions(1);
      assertKeys("Acme");
    });
  });

  describe("asks before it deletes the last readable keys", () => {
    it("and deletes them if confirmed", async () => {
      answer = () => Promise.resolve("delete");
      list.set([]);
      await afterDeletions(2);
      assert.deepEqual(questions, [["Acme", "Other"]]);
      assertKeys();
      await new Promise<void>((resolve) => setImmediate(resolve));
      assert.deepEqual(storage.get("connectionNames"), [], "their names are forgotten, too");
    });

    it("when the list was replaced by connections without keys", async () => {
      list.set([{ name: "Synced", baseUrl: "https://api.example.net" }]);
      await afterGracePeriod();
      assert.deepEqual(questions, [["Acme", "Other"]]);
      assertKeys("Acme", "Other");
    });

    it("when the only remaining key is unreadable", async () => {
      secrets.values.set("companyFeed.key.Other", "not a key");
      list.set([other]);
      await afterGracePeriod();
      assert.deepEqual(questions, [["Acme"]]);
      assertKeys("Acme", "Other");
    });

    it("but not about connections that never had a key", async () => {
      await keys.delete("Acme");
      await keys.delete("Other");
      list.set([]);
      await afterGracePeriod();
      assert.deepEqual(questions, []);
    });

    it("and never again if they are to be kept, also in the next window", async () => {
      answer = () => Promise.resolve("keep");
      list.set([]);
      await afterGracePeriod();
      reopenWindow();
      list.set([]);
      await afterGracePeriod();
      assert.deepEqual(questions, [["Acme", "Other"]]);
      assertKeys("Acme", "Other");
    });

    it("once in each window if the question is dismissed", async () => {
      list.set([]);
      await afterGracePeriod();
      list.set([]);
      await afterGracePeriod();
      assert.equal(questions.length, 1);
      reopenWindow();
      await afterGracePeriod();
      assert.equal(questions.length, 2);
      assertKeys("Acme", "Other");
    });

    it("and deletes other keys while the question is open", async () => {
      const resolveAnswer = answerLater();
      const added = { name: "Added", baseUrl: "https://added.example.com" };
      const last = { name: "Last", baseUrl: "https://last.example.com" };
      list.set([]);
      await afterGracePeriod();
      list.set([added, last]);
      await storeKeys();
      list.set([last]);
      await afterDeletions(1);
      assertKeys("Acme", "Last", "Other");
      const deleted = secrets.deleted(2);
      resolveAnswer("delete");
      await deleted;
      assertKeys("Last");
      assert.deepEqual(questions, [["Acme", "Other"]]);
    });

    for (const [title, change] of [
      ["are back", () => list.set([acme, other])],
      ["are unreadable", () => list.setIncomplete()],
    ] as const) {
      it(`and keeps them if the connections ${title} before the answer`, async () => {
        const resolveAnswer = answerLater();
        list.set([]);
        await afterGracePeriod();
        change();
        resolveAnswer("delete");
        await afterGracePeriod();
        assertKeys("Acme", "Other");
      });
    }
  });

  describe("moves the key", () => {
    it("of a renamed connection, also if the settings are saved while the name is typed", async () => {
      for (const name of ["Acme ", "Acme p", "Acme pr", "Acme prod"]) {
        await save([{ ...acme, name: name.trim() }, other]);
      }
      await afterDeletions(3);
      assertKeys("Acme prod", "Other");
      assert.deepEqual(questions, []);
    });

    it("of a connection that is missing for a moment while it is renamed", async () => {
      list.set([other]);
      list.set([{ ...acme, name: "Acme prod" }, other]);
      await afterDeletions(1);
      assertKeys("Acme prod", "Other");
    });

    it("also if the secret storage fails at first, and never deletes the only copy", async () => {
      secrets.behavior = "fails";
      await save([{ ...acme, name: "Acme prod" }, other]);
      secrets.behavior = "works";
      await afterDeletions(1);
      assertKeys("Acme prod", "Other");
    });

    for (const unreadable of ["Acme", "Acme prod"]) {
      it(`also if only the key of ${unreadable} can't be read at first`, async () => {
        const get = secrets.get.bind(secrets);
        secrets.get = (name) =>
          name.endsWith(`.${unreadable}`) ? Promise.reject(new Error("keyring locked")) : get(name);
        await save([{ ...acme, name: "Acme prod" }, other]);
        secrets.get = get;
        await afterDeletions(1);
        assertKeys("Acme prod", "Other");
      });
    }

    it("also if it can't be stored at first, and never deletes the only copy", async () => {
      const store = secrets.store.bind(secrets);
      secrets.store = () => Promise.reject(new Error("keyring is full"));
      const warnings = new Set<string>();
      log.warn = (message) => void warnings.add(message);
      list.set([{ ...acme, name: "Acme prod" }, other]);
      await afterGracePeriod();
      assertKeys("Acme", "Other");
      assert.deepEqual(
        [...warnings],
        ["Couldn't store the key of a renamed connection: VS Code's secret storage failed."],
      );
      secrets.store = store;
      list.set([{ ...acme, name: "Acme prod" }, other]);
      await afterDeletions(1);
      assertKeys("Acme prod", "Other");
      assert.deepEqual(questions, []);
    });

    for (const isBack of [false, true]) {
      it(`also if the secret storage fails while the name is typed${isBack ? ", but for the end of it" : ""}`, async () => {
        secrets.behavior = "fails";
        for (const name of ["Acme p", "Acme pr", "Acme prod"]) {
          secrets.behavior = isBack && name === "Acme prod" ? "works" : "fails";
          await save([other, { ...acme, name }]);
        }
        secrets.behavior = "works";
        await afterDeletions(1);
        assertKeys("Acme prod", "Other");
        assert.match(secrets.values.get("companyFeed.key.Acme prod") ?? "", /"sk_Acme"/);
      });
    }

    it("but not to a connection that is renamed, and then removed, before it can be stored", async () => {
      secrets.behavior = "fails";
      for (const entries of [
        [{ ...acme, name: "Acme p" }, other],
        [{ ...acme, name: "Acme prod" }, other],
        [other],
      ]) {
        await save(entries);
      }
      secrets.behavior = "works";
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("but not to a connection that is renamed back, and then removed, before it can be stored", async () => {
      secrets.behavior = "fails";
      for (const entries of [[{ ...acme, name: "Acme p" }, other], [acme, other], [other]]) {
        await save(entries);
      }
      secrets.behavior = "works";
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("but not to a connection that gets another address before it can be stored", async () => {
      secrets.behavior = "fails";
      await save([{ ...acme, name: "Acme prod" }, other]);
      secrets.behavior = "works";
      list.set([{ name: "Acme prod", baseUrl: "https://api.example.net" }, other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("but not to a connection that is removed before it can be stored", async () => {
      secrets.behavior = "fails";
      await save([{ ...acme, name: "Acme prod" }, other]);
      secrets.behavior = "works";
      list.set([other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("but not if two connections to one service are renamed together", async () => {
      list.set([acme, { ...acme, name: "Acme dev" }, other]);
      await storeKeys();
      list.set([{ ...acme, name: "A" }, { ...acme, name: "B" }, other]);
      await afterDeletions(2);
      assertKeys("Other");
    });

    it("but not if it is unclear which connection was renamed, or what it is named now", async () => {
      const dev = { ...acme, name: "Acme dev" };
      list.set([acme, dev, other]);
      await storeKeys();
      list.set([{ ...acme, name: "A" }, other]);
      await afterDeletions(2);
      assertKeys("Other");
      list.set([acme, other]);
      await storeKeys();
      list.set([{ ...acme, name: "A" }, { ...acme, name: "B" }, other]);
      await afterDeletions(1);
      assertKeys("Other");
    });

    it("but does not replace the key of a connection that is back", async () => {
      const dev = { ...acme, name: "Acme dev" };
      list.set([acme, dev, other]);
      await storeKeys();
      list.set([acme, other]);
      list.set([dev, other]);
      await afterDeletions(1);
      assertKeys("Acme dev", "Other");
      assert.match(secrets.values.get("companyFeed.key.Acme dev") ?? "", /"sk_Acme dev"/);
    });

    it("but stores none for a connection that had none", async () => {
      await keys.delete("Acme");
      list.set([{ ...acme, name: "Acme prod" }, other]);
      await afterGracePeriod();
      assertKeys("Other");
    });

    it("but not to a copy of a connection that was missing for a moment", async () => {
      list.set([other]);
      list.set([acme, other]);
      list.set([acme, { ...acme, name: "Copy" }, other]);
      await afterGracePeriod();
      assertKeys("Acme", "Other");
    });

    it("but not after the grace period", async () => {
      list.set([]);
      await afterGracePeriod();
      list.set([{ ...acme, name: "Acme prod" }]);
      await afterGracePeriod();
      assertKeys("Acme", "Other");
    });

    for (const [part, change] of Object.entries({
      organization: { organizationId: "org-2" },
      dataset: { dataset: "other" },
      address: { baseUrl: "https://api.example.com/other" },
    })) {
      it(`but never to a connection with another ${part}`, async () => {
        list.set([other, { ...acme, name: "Acme prod", ...change }]);
        await afterDeletions(1);
        assertKeys("Other");
      });

      it(`but never to a connection with another ${part} when the former one was missing before`, async () => {
        list.set([other]);
        list.set([other, { ...acme, name: "Acme prod", ...change }]);
        await afterDeletions(1);
        assertKeys("Other");
      });
    }
  });

  it("does not store the same names again when their order changes", async () => {
    const stored: unknown[] = [];
    storage.update = (...[, names]) => Promise.resolve(void stored.push(names));
    list.set([other, acme]);
    await afterGracePeriod();
    assert.deepEqual(stored, []);
  });

  it("ignores arbitrary values in place of the stored names", async () => {
    for (const value of ["Acme", { length: 9 }, [7, null, "x".repeat(5 << 20), "Gone"]]) {
      orphanedKeys.dispose();
      await storage.update("connectionNames", value);
      openWindow();
      await afterGracePeriod();
      assert.deepEqual(storage.get("connectionNames"), ["Acme", "Other"]);
    }
    reopenWindow();
  });
});
