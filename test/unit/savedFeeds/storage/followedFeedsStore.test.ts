import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { markReadAction, undoMarkReadAction } from "../../../../src/savedFeeds/model/actions";
import { FollowedFeedsStore, refreshIntervalMs } from "../../../../src/savedFeeds/storage/followedFeedsStore";
import type { FileSystem } from "../../../../src/util/fileSystem";
import { LeaseLostError } from "../../../../src/util/fileLease";
import { FakeClock } from "../../../support/fakes/fakeClock";
import {
  InterceptingFileSystem,
  systemError,
  WindowsFileSystem,
} from "../../../support/fakes/fakeFileSystem";
import { MemoryFileSystem } from "../../../support/fakes/memoryFileSystem";
import { connection, event, feedId, minuteMs, overlapMs, savedFeed, source, startMs } from "../model/fixture";

const root = path.resolve("/savedFeeds/profile");
const snapshotPath = path.join(root, "followed.json");
const damagedPath = path.join(root, "followed.damaged.json");
const requestsPath = path.join(root, "requests");

/** One computer; its windows take turns in holding the lease. */
class Machine {
  readonly clock = new FakeClock(startMs);
  readonly disk = new MemoryFileSystem(() => this.clock.now());
  private holder: object | undefined;

  async open(files: FileSystem = this.disk): Promise<Window> {
    const window = new Window(files, this);
    await this.pass(window.store.load());
    return window;
  }

  /** The window that had the lease has lost it. */
  async openHolder(files: FileSystem = this.disk): Promise<Window> {
    const window = await this.open(files);
    await window.hold();
    return window;
  }

  newLease(): { check: () => Promise<void> } {
    const lease = {
      check: () => (this.holder === lease ? Promise.resolve() : Promise.reject(new LeaseLostError())),
    };
    this.holder = lease;
    return lease;
  }

  /** Operations on busy files are tried again after a while. */
  pass<T>(work: Promise<T>): Promise<T> {
    return this.clock.passUntil(work, 10);
  }

  /** Files of the profile, without those that are being written. */
  get names(): string[] {
    return [...this.disk.files.keys()].map((file) => path.relative(root, file)).sort();
  }

  write(file: string, text: string): void {
    this.disk.writeFileSync(file, text);
    const { modifiedMs } = this.disk.files.get(file) ?? { modifiedMs: 0 };
    void this.disk.setModifiedMs(file, modifiedMs + 1);
  }
}

class Window {
  readonly warnings: string[] = [];
  readonly store: FollowedFeedsStore;

  constructor(
    files: FileSystem,
    private readonly machine: Machine,
  ) {
    const warn = (message: string): void => void this.warnings.push(message);
    const log = { debug: warn, info: warn, warn, error: warn };
    this.store = new FollowedFeedsStore(root, { files, clock: machine.clock }, log);
  }

  get unread(): readonly string[] {
    return this.store.state.feeds.flatMap(({ unread }) => unread.map(({ id }) => id));
  }

  hold(): Promise<void> {
    return this.machine.pass(this.store.hold(this.machine.newLease()));
  }

  refresh(): Promise<void> {
    return this.machine.pass(this.store.refresh());
  }

  follow(): Promise<unknown> {
    const feed = savedFeed();
    return this.machine.pass(this.store.request({ kind: "follow", source, feed, connection }));
  }

  /** A check that finds these events, all published now. */
  check(...ids: readonly string[]): Promise<boolean> {
    const [before] = this.store.state.feeds;
    assert.ok(before);
    const nowMs = this.machine.clock.now();
    return this.machine.pass(
      this.store.apply({
        kind: "checked",
        before,
        fromMs: (before.baseline?.completeUntilMs ?? nowMs) - overlapMs,
        untilMs: nowMs,
        overlapMs,
        events: [
          ...(before.baseline?.seen ?? []),
          ...ids.map((id) => event(id, (nowMs - startMs) / minuteMs)),
        ],
        atMs: nowMs,
      }),
    );
  }

  markRead(...ids: readonly string[]): Promise<unknown> {
    const action = markReadAction(this.store.state, feedId, ids.length > 0 ? ids : undefined);
    return this.machine.pass(this.store.request(action));
  }

  undo(): Promise<unknown> {
    return this.machine.pass(this.store.request(undoMarkReadAction(this.store.state)));
  }

  rename(name: string): Promise<unknown> {
    const id = this.store.state.feeds[0]?.id ?? feedId;
    return this.machine.pass(this.store.request({ kind: "define", id, feed: savedFeed({ name }) }));
  }

  /** What a person sees of it, and what tells new events from old ones. */
  get summary(): unknown {
    return this.store.state.feeds.map(({ feed, unread, baseline }) => [
      feed.name,
      unread.map(({ id }) => id),
      baseline?.seen.map(({ id }) => id).sort(),
    ]);
  }
}

/** What happens in the tests of failing disks, one after the other: in the window that checks, and in another one. */
const happenings: readonly ((holder: Window, other: Window) => Promise<unknown>)[] = [
  (holder) => holder.follow(),
  (holder) => holder.check(),
  (holder) => holder.check("evt_1", "evt_2", "evt_3"),
  (_, other) => other.refresh(),
  (_, other) => other.markRead("evt_2"),
  (holder) => holder.refresh(),
  (holder) => holder.check("evt_4"),
  (_, other) => other.refresh(),
  (_, other) => other.markRead(),
  (holder) => holder.markRead("evt_4"),
  (_, other) => other.rename("Renamed"),
  (holder) => holder.refresh(),
  (_, other) => other.refresh(),
  (holder) => holder.check("evt_5"),
  (_, other) => other.undo(),
  (holder) => holder.refresh(),
];

describe("FollowedFeedsStore", () => {
  let machine: Machine;

  beforeEach(() => {
    machine = new Machine();
  });

  it("shows the same in all windows, and again after a restart", async () => {
    const [one, two] = [await machine.openHolder(), await machine.open()];
    await one.follow();
    await one.check();
    await one.check("evt_1", "evt_2", "evt_3");
    await two.refresh();
    assert.deepEqual(two.unread, ["evt_1", "evt_2", "evt_3"]);

    const marking = two.markRead("evt_2");
    assert.deepEqual(two.unread, ["evt_1", "evt_3"], "at once");
    await marking;
    await one.refresh();
    assert.deepEqual(one.unread, ["evt_1", "evt_3"]);
    await two.refresh();
    assert.deepEqual(two.unread, ["evt_1", "evt_3"]);

    await two.undo();
    await one.refresh();
    assert.deepEqual(one.unread, ["evt_1", "evt_2", "evt_3"]);
    one.store.dispose();
    two.store.dispose();
    assert.deepEqual((await machine.open()).unread, ["evt_1", "evt_2", "evt_3"]);
    assert.deepEqual([...one.warnings, ...two.warnings], []);
    assert.deepEqual(machine.names, ["followed.json"]);
  });

  it("shows what other windows did without being asked, and fires only if something changed", async () => {
    const [one, two] = [await machine.openHolder(), await machine.open()];
    let changes = 0;
    two.store.onDidChange(() => changes++);
    const pass = async (): Promise<void> => {
      machine.clock.advance(refreshIntervalMs);
      await Promise.all([one.refresh(), two.refresh()]);
    };
    await one.follow();
    await pass();
    assert.deepEqual([two.store.state.feeds.length, changes], [1, 1]);
    for (let times = 0; times < 5; times++) {
      await pass();
    }
    assert.equal(changes, 1);
    const three = await machine.open();
    three.store.dispose();
    one.store.dispose();
    two.store.dispose();
    assert.deepEqual(machine.clock.pending, []);
  });

  it("shows requests of other windows also while no window holds the lease, and applies them later", async () => {
    const [one, two] = [await machine.open(), await machine.open()];
    await one.follow();
    let changes = 0;
    two.store.onDidChange(() => changes++);
    for (let times = 0; times < 3; times++) {
      await two.refresh();
    }
    assert.deepEqual([two.store.state.feeds.length, changes], [1, 1]);
    one.store.dispose();
    await two.hold();
    assert.deepEqual(machine.names, ["followed.json"]);
    assert.equal((await machine.open()).store.state.feeds.length, 1);
  });

  it("leaves what a window was asked when it closed, even if it could not write it yet", async () => {
    const one = await machine.openHolder();
    await one.follow();
    await one.check();
    await one.check("evt_1", "evt_2");
    let isFull = false;
    const two = await machine.open(
      new InterceptingFileSystem(machine.disk, (operation) => {
        if (isFull && operation === "writeFile") {
          throw systemError("ENOSPC");
        }
      }),
    );
    await two.markRead("evt_1");
    isFull = true;
    await two.markRead("evt_2");
    assert.match(two.store.problem ?? "", /ENOSPC/);
    two.store.dispose();
    await one.refresh();
    assert.deepEqual([one.unread, machine.names], [[], ["followed.json"]]);
  });

  it("keeps in the window what cannot be written, says so once, and writes it as soon as it can", async () => {
    let isFull = false;
    const files = new InterceptingFileSystem(machine.disk, (operation) => {
      if (isFull && operation === "writeFile") {
        throw systemError("ENOSPC");
      }
    });
    const [holder, other] = [await machine.openHolder(files), await machine.open(files)];
    await holder.follow();
    await holder.check();
    await holder.check("evt_1", "evt_2", "evt_3");
    await other.refresh();
    isFull = true;
    await holder.markRead("evt_1");
    await other.markRead("evt_2");
    assert.equal(await holder.check("evt_4"), false, "not saved");
    for (let times = 0; times < 5; times++) {
      await Promise.all([holder.refresh(), other.refresh()]);
    }
    assert.deepEqual(holder.unread, ["evt_4", "evt_2", "evt_3"]);
    assert.deepEqual(other.unread, ["evt_1", "evt_3"]);
    assert.deepEqual([holder.warnings.length, other.warnings.length], [1, 1]);
    assert.deepEqual([holder.store.isSaved, other.store.isSaved], [false, false]);

    isFull = false;
    await other.refresh();
    await holder.refresh();
    await other.refresh();
    assert.deepEqual(holder.unread, ["evt_4", "evt_3"]);
    assert.deepEqual(other.unread, ["evt_4", "evt_3"]);
    assert.deepEqual([holder.store.problem, other.store.problem], [undefined, undefined]);
    assert.deepEqual([holder.store.isSaved, other.store.isSaved], [true, true]);
    assert.deepEqual((await machine.open()).unread, ["evt_4", "evt_3"]);
  });

  it("says that a finding is not saved if another window holds the lease, or has taken it meanwhile", async () => {
    const [holder, other] = [await machine.openHolder(), await machine.open()];
    await holder.follow();
    await holder.check();
    await other.refresh();
    assert.equal(await other.check("evt_1"), false);
    const checking = holder.check("evt_2");
    holder.store.release();
    assert.equal(await checking, false);
    await other.refresh();
    assert.deepEqual([holder.unread, other.unread, (await machine.open()).unread], [[], [], []]);
  });

  it("works in memory where the folder cannot be written", async () => {
    const writing = ["createFolder", "writeFile", "createFile", "rename", "delete", "setModifiedMs"];
    const files = new InterceptingFileSystem(machine.disk, (operation) => {
      if (writing.includes(operation)) {
        throw systemError("EROFS");
      }
    });
    const window = await machine.open(files);
    await machine.pass(window.store.hold());
    await window.follow();
    await window.check();
    assert.equal(await window.check("evt_1", "evt_2"), true);
    await window.markRead("evt_1");
    await window.refresh();
    assert.deepEqual([window.unread, machine.names], [["evt_2"], []]);
    await window.undo();
    assert.deepEqual(window.unread, ["evt_1", "evt_2"]);
    assert.equal(window.warnings.length, 1);
  });

  it("applies a request once, also while its file cannot be deleted", async () => {
    let isLocked = true;
    const files = new InterceptingFileSystem(machine.disk, (operation, target) => {
      if (isLocked && operation === "delete" && target.startsWith(requestsPath)) {
        throw systemError("EIO");
      }
    });
    const [holder, other] = [await machine.openHolder(files), await machine.open(files)];
    await holder.follow();
    await holder.check();
    await holder.check("evt_1", "evt_2");
    await other.refresh();
    await other.markRead("evt_1");
    await holder.refresh();
    await holder.undo();
    assert.equal(machine.names.length, 2, "the request is still there");
    for (const window of [holder, await machine.open(files), await machine.openHolder(files)]) {
      await window.refresh();
      assert.deepEqual(window.unread, ["evt_1", "evt_2"]);
    }
    isLocked = false;
    const last = await machine.openHolder(files);
    assert.deepEqual([last.unread, machine.names], [["evt_1", "evt_2"], ["followed.json"]]);
  });

  it("recovers from every single failure of a file operation", async () => {
    const expected = await summaryOf(machine);
    let failed = 0;
    for (let failing = 1; ; failing++) {
      const faulty = new Machine();
      let operations = 0;
      const files = new InterceptingFileSystem(faulty.disk, () => {
        if (++operations === failing) {
          throw systemError("EIO");
        }
      });
      const [holder, other] = [await faulty.open(files), await faulty.open(files)];
      for (let isHolding = false; !isHolding;) {
        isHolding = await holder.hold().then(
          () => true,
          () => false,
        );
      }
      for (const happen of happenings) {
        await happen(holder, other);
        // So that a window that missed something acts on the same as it would have without.
        await other.refresh();
        await holder.refresh();
        await other.refresh();
      }
      assert.deepEqual([holder.summary, other.summary], [expected, expected], `operation ${failing}`);
      assert.deepEqual((await faulty.open()).summary, expected, `operation ${failing}`);
      assert.deepEqual(faulty.names, ["followed.json"]);
      if (operations < failing) {
        break;
      }
      failed++;
    }
    assert.ok(failed > 150, `${failed} operations failed`);
  });

  for (const isHalfWritten of [false, true]) {
    const how = isHalfWritten ? ", with half of a file written" : "";

    it(`loses nothing that was done before, and does nothing twice, wherever the process dies${how}`, async () => {
      const summaries = await summariesOf(new Machine());
      let died = 0;
      for (let dying = 1; ; dying++) {
        const crashed = new Machine();
        let operations = 0;
        const isDead = (): boolean => operations >= dying;
        const files = new InterceptingFileSystem(
          crashed.disk,
          () => {
            if (++operations >= dying) {
              throw systemError("EIO");
            }
          },
          () => isHalfWritten && operations + 1 === dying,
        );
        const [holder, other] = [await crashed.open(files), await crashed.open(files)];
        await holder.hold().catch(() => undefined);
        let done = 0;
        for (; done < happenings.length && !isDead(); done++) {
          await happenings[done]?.(holder, other);
        }
        const next = await crashed.openHolder();
        const last = isDead() ? done - 1 : done;
        // What was being done when it died happened either wholly or not at all.
        const possible = [summaries[last], summaries[last + 1]].map((each) => JSON.stringify(each));
        assert.ok(
          possible.includes(JSON.stringify(next.summary)),
          `operation ${dying}: ${JSON.stringify(next.summary)}`,
        );
        assert.deepEqual(next.warnings, []);
        next.store.dispose();
        assert.deepEqual((await crashed.open()).summary, next.summary);
        if (!isDead()) {
          break;
        }
        died++;
      }
      assert.ok(died > 80, `died ${died} times`);
    });
  }

  it("works where files are busy for a moment and open files cannot be replaced, as on Windows", async () => {
    const expected = await summaryOf(machine);
    const windows = new Machine();
    const files = new WindowsFileSystem(windows.disk);
    const [holder, other] = [await windows.openHolder(files), await windows.open(files)];
    for (const happen of happenings) {
      await happen(holder, other);
    }
    assert.deepEqual(holder.summary, expected);
    assert.deepEqual([...holder.warnings, ...other.warnings], []);
  });

  describe("with files that it did not write", () => {
    const followed = async (): Promise<void> => {
      const window = await machine.openHolder();
      await window.follow();
      await window.check();
      await window.check("evt_1");
      window.store.dispose();
    };

    for (const text of [
      "",
      "{",
      "null",
      "[]",
      "{}",
      '{"version":1}',
      '{"version":"1","feeds":[]}',
      "\u0000\u0000",
    ]) {
      it(`starts over with a damaged snapshot, which it keeps: ${JSON.stringify(text)}`, async () => {
        await followed();
        machine.write(snapshotPath, text);
        const window = await machine.openHolder();
        assert.deepEqual(window.store.state.feeds, []);
        assert.equal(machine.disk.readFileSync(snapshotPath), text, "nothing was done yet");
        await window.follow();
        assert.equal(machine.disk.readFileSync(damagedPath), text);
        assert.equal((await machine.open()).store.state.feeds.length, 1);
        assert.equal(window.warnings.length, 1);
      });
    }

    it("keeps the feeds of a damaged snapshot that are intact, and a copy of the others", async () => {
      await followed();
      const text = machine.disk.readFileSync(snapshotPath);
      const damaged = text.replace('"feeds":[', '"feeds":[{"id":"x"},').replace('"marks":[]', '"marks":[1]');
      machine.write(snapshotPath, damaged);
      const window = await machine.openHolder();
      assert.deepEqual(window.unread, ["evt_1"]);
      await window.markRead();
      assert.equal(machine.disk.readFileSync(damagedPath), damaged);
      assert.deepEqual((await machine.open()).unread, []);
    });

    it("puts a folder aside that is in the place of the snapshot", async () => {
      await machine.disk.createFolder(path.join(snapshotPath, "inside"));
      const files = new InterceptingFileSystem(machine.disk, (operation, target) => {
        if (operation === "rename" && target === snapshotPath) {
          [...machine.disk.folders]
            .filter((each) => each.startsWith(snapshotPath))
            .forEach((each) => machine.disk.folders.delete(each));
          machine.disk.writeFileSync(snapshotPath, "");
        }
      });
      const window = await machine.openHolder(files);
      await window.follow();
      assert.equal((await machine.open()).store.state.feeds.length, 1);
    });

    it("leaves a snapshot of a newer version alone, and says so", async () => {
      await followed();
      const newer = JSON.stringify({ version: 2, feeds: "in another form" });
      const window = await machine.openHolder();
      machine.write(snapshotPath, newer);
      assert.equal(await window.check("evt_2"), false, "not saved");
      await window.markRead();
      assert.match(window.store.problem ?? "", /newer version/);
      assert.equal(machine.disk.readFileSync(snapshotPath), newer);
      const other = await machine.open();
      await assert.rejects(other.hold(), /newer version/);
      await other.refresh();
      assert.equal(machine.disk.readFileSync(snapshotPath), newer);
      assert.deepEqual(other.warnings.length, 1);
    });

    it("deletes a request that cannot be read, and leaves one of a newer version to a window with that version", async () => {
      await followed();
      const window = await machine.openHolder();
      const ids = ["garbage", "newer", "foreign"].map((name) => path.join(requestsPath, `${name}.json`));
      const [garbage = "", newer = "", foreign = ""] = ids;
      await machine.disk.createFolder(requestsPath);
      machine.write(garbage, '{"version":1,"requestId":"gar');
      machine.write(newer, JSON.stringify({ version: 2, requestId: "newer" }));
      const action = { kind: "unfollow", id: feedId };
      machine.write(foreign, JSON.stringify({ version: 1, requestId: "another", atMs: 0, action }));
      await window.refresh();
      assert.ok(machine.disk.files.has(garbage), "it may still be being written");
      await window.refresh();
      assert.deepEqual(machine.names, ["followed.json", path.join("requests", "newer.json")]);
      assert.deepEqual(window.unread, ["evt_1"]);
    });

    it("deletes files of windows that died while they wrote, and not those that are being written", async () => {
      await followed();
      const old = path.join(root, "followed.json.0badcafe.new");
      const recent = path.join(requestsPath, "recent.json.new");
      machine.write(old, "{");
      await machine.disk.createFolder(requestsPath);
      machine.clock.advance(2 * minuteMs);
      machine.write(recent, "{");
      await machine.openHolder();
      assert.deepEqual(machine.names, ["followed.json", path.join("requests", "recent.json.new")]);
    });

    it("writes again if the folder is deleted while it is in use", async () => {
      const window = await machine.openHolder();
      await window.follow();
      await window.check();
      await machine.disk.delete(root);
      await window.refresh();
      assert.equal((await machine.open()).store.state.feeds.length, 1);
    });
  });

  describe("with a window that was suspended while it held the lease", () => {
    it("writes nothing of it once another window has taken over", async () => {
      const [suspended, next] = [await machine.openHolder(), await machine.open()];
      await suspended.follow();
      await suspended.check();
      await next.hold();
      await next.check("evt_1");
      assert.equal(await suspended.check("evt_2"), false);
      await suspended.refresh();
      assert.deepEqual(suspended.unread, ["evt_1"]);
      await suspended.markRead("evt_1");
      await next.refresh();
      assert.deepEqual([next.unread, next.warnings], [[], []]);
    });

    it("replaces what it wrote at the very moment", async () => {
      const [suspended, next] = [await machine.openHolder(), await machine.open()];
      await suspended.follow();
      const stale = machine.disk.readFileSync(snapshotPath);
      await next.hold();
      await next.check();
      await next.check("evt_1");
      machine.write(snapshotPath, stale);
      await next.refresh();
      assert.deepEqual((await machine.open()).unread, ["evt_1"]);
    });
  });

  it("ends in the same state in all windows, whatever they do at the same time", async () => {
    const act = fc.record({ window: fc.nat(2), kind: fc.nat(9), at: fc.nat(20), isAwaited: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 10, maxLength: 40 }),
        fc.scheduler(),
        async (acts, scheduler) => {
          const shared = new Machine();
          const delayed = delayedFiles(shared.disk, scheduler);
          const windows = [0, 1, 2].map(() => new Window(delayed, shared));
          const [first] = windows;
          assert.ok(first);
          const running: Promise<unknown>[] = [];
          const run = async (work: Promise<unknown>, isAwaited: boolean): Promise<void> => {
            running.push(work);
            await (isAwaited ? scheduler.waitFor(work) : undefined);
          };
          await run(first.store.hold(shared.newLease()), true);
          await run(first.store.request({ kind: "follow", source, feed: savedFeed(), connection }), true);
          let [events, requested] = [0, 0];
          for (const { window, kind, at, isAwaited } of acts) {
            const acting = windows[window] ?? first;
            shared.clock.set(shared.clock.now() + (at % 5 === 0 ? -at : at) * 1_000);
            if (kind === 0) {
              await run(acting.store.hold(shared.newLease()), isAwaited);
            } else if (kind < 4) {
              const id = `evt_${events++}`;
              const [before] = acting.store.state.feeds;
              if (before) {
                const check = {
                  kind: "checked" as const,
                  before,
                  fromMs: 0,
                  untilMs: startMs,
                  overlapMs: startMs,
                  atMs: startMs,
                };
                await run(
                  acting.store.apply({ ...check, events: [...(before.baseline?.seen ?? []), event(id, 0)] }),
                  isAwaited,
                );
              }
            } else if (kind < 8) {
              const { unread = [] } = acting.store.state.feeds[0] ?? {};
              const ids = unread.slice(at % (unread.length + 1)).map(({ id }) => id);
              await run(acting.store.request(markReadAction(acting.store.state, feedId, ids)), isAwaited);
              requested++;
            } else if (kind === 8) {
              await run(acting.store.request(undoMarkReadAction(acting.store.state)), isAwaited);
            } else {
              await run(acting.store.refresh(), isAwaited);
            }
          }
          await scheduler.waitFor(Promise.all(running));
          // One window is left with the lease, and then all look once more.
          await scheduler.waitFor(first.store.hold(shared.newLease()));
          for (const { store } of [...windows, ...windows]) {
            await scheduler.waitFor(store.refresh());
          }
          const expected = (await shared.open()).store.state;
          for (const { store, warnings } of windows) {
            assert.deepEqual(store.state, expected);
            assert.deepEqual(warnings, []);
          }
          assert.deepEqual(shared.names, ["followed.json"], `${requested} requests`);
        },
      ),
      // The same acts each time, unless a seed is given to look for others.
      { seed: Number(process.env["COMPANY_FEED_SEED"] ?? 14), numRuns: 200, includeErrorInReport: true },
    );
  });
});

/** Without any failure. */
async function summaryOf(machine: Machine): Promise<unknown> {
  return (await summariesOf(machine)).at(-1);
}

/** After none, one, two, … of the happenings, as a window that is opened then applies and shows it. */
async function summariesOf(machine: Machine): Promise<unknown[]> {
  const summaries: unknown[] = [[]];
  for (let count = 1; count <= happenings.length; count++) {
    const { clock } = machine;
    const each = new Machine();
    clock.set(startMs);
    const [holder, other] = [await each.openHolder(), await each.open()];
    for (const happen of happenings.slice(0, count)) {
      await happen(holder, other);
    }
    summaries.push((await each.openHolder()).summary);
  }
  return summaries;
}

/** Each operation happens when the scheduler says so. */
function delayedFiles(disk: FileSystem, scheduler: fc.Scheduler): FileSystem {
  const delayed = (name: keyof FileSystem) =>
    scheduler.scheduleFunction((disk[name] as (...args: unknown[]) => Promise<unknown>).bind(disk));
  const names = [
    "createFolder",
    "readFolder",
    "readFile",
    "writeFile",
    "rename",
    "delete",
    "stat",
    "setModifiedMs",
  ] as const;
  return { ...disk, ...Object.fromEntries(names.map((name) => [name, delayed(name)])) };
}
