import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { FileLease, type HeldLease, LeaseLostError } from "../../../src/util/fileLease";
import type { FileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { systemError } from "../../support/fakes/fakeFileSystem";
import { MemoryFileSystem } from "../../support/fakes/memoryFileSystem";

const heartbeatIntervalMs = 2_000;
const missedHeartbeats = 5;
const expiryMs = heartbeatIntervalMs * missedHeartbeats;
const folder = path.resolve("/leases");
const leasePath = path.join(folder, "lease");

/** A process with its own clock, which stops while it is suspended. */
class Contender {
  readonly lease: FileLease;

  constructor(
    readonly files: FileSystem,
    readonly clock = new FakeClock(),
  ) {
    this.lease = new FileLease(leasePath, { files, clock }, { heartbeatIntervalMs, missedHeartbeats });
  }

  async claimed(): Promise<HeldLease> {
    const held = await this.lease.claim();
    assert.ok(held);
    return held;
  }
}

/** Lets pending promises settle; everything else waits for timers. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Advances the clocks of some processes, one heartbeat at a time. */
async function pass(ms: number, ...processes: Contender[]): Promise<void> {
  await settled();
  for (let passed = 0; passed < ms; passed += heartbeatIntervalMs / 2) {
    for (const { clock } of processes) {
      clock.advance(heartbeatIntervalMs / 2);
      await settled();
    }
  }
}

describe("FileLease", () => {
  let files: MemoryFileSystem;
  let one: Contender;
  let two: Contender;
  let three: Contender;

  beforeEach(() => {
    files = new MemoryFileSystem(() => one.clock.now());
    [one, two, three] = [new Contender(files), new Contender(files), new Contender(files)];
  });

  const isLost = async (held: HeldLease): Promise<void> => assert.rejects(held.check(), LeaseLostError);

  it("is held by one process at a time and free as soon as it is released", async () => {
    const held = await one.claimed();
    const claim = two.lease.claim();
    await pass(2 * heartbeatIntervalMs, one, two);
    assert.equal(await claim, undefined);
    assert.equal(await two.lease.seemsHeld(), true);
    held.dispose();
    assert.equal(await two.lease.seemsHeld(), false);
    await (await two.claimed()).check();
    await isLost(held);
  });

  it("is kept by heartbeats while its holder lives, and leaves no timer behind", async () => {
    const held = await one.claimed();
    for (let claims = 0; claims < 10; claims++) {
      const claim = two.lease.claim();
      await pass(expiryMs, one, two);
      assert.equal(await claim, undefined);
    }
    await held.check();
    held.dispose();
    await settled();
    assert.deepEqual([one.clock.pending, two.clock.pending], [[], []]);
  });

  it("passes from a dead process to exactly one of its contenders", async () => {
    await one.claimed();
    const claims = [two.lease.claim(), three.lease.claim()];
    await pass(expiryMs + heartbeatIntervalMs, two, three);
    const held = (await Promise.all(claims)).filter((lease) => lease !== undefined);
    assert.equal(held.length, 1);
    await held[0]?.check();
  });

  it("is not taken over before its holder missed all heartbeats", async () => {
    await one.claimed();
    let isClaimed = false;
    const claim = two.lease.claim().then((held) => (isClaimed = held !== undefined));
    await pass(expiryMs - heartbeatIntervalMs, two);
    assert.equal(isClaimed, false);
    await pass(heartbeatIntervalMs, two);
    assert.equal(await claim, true);
  });

  it("is reported lost to a process that was suspended, by a check and by the next heartbeat", async () => {
    const held = await one.claimed();
    const claim = two.lease.claim();
    await pass(expiryMs, two);
    const taken = await claim;
    assert.ok(taken);
    await isLost(held);
    assert.equal(held.signal.aborted, true);
    held.dispose();
    await pass(heartbeatIntervalMs, one, two);
    await taken.check();

    const next = three.lease.claim();
    await pass(expiryMs, three);
    assert.ok(await next);
    assert.equal(taken.signal.aborted, false);
    two.clock.advance(heartbeatIntervalMs);
    await settled();
    assert.equal(taken.signal.aborted, true, "the heartbeat noticed");
    assert.deepEqual(two.clock.pending, []);
  });

  it("stays with a suspended process without contenders", async () => {
    const held = await one.claimed();
    one.clock.set(one.clock.now() + 8 * 3_600_000);
    await held.check();
    await pass(heartbeatIntervalMs, one);
    await held.check();
  });

  it("stays with its holder when the machine slept while a contender waited", async () => {
    const night = 8 * 3_600_000;
    const held = await one.claimed();
    const claim = two.lease.claim();
    // One more read without a heartbeat would be enough, and its timer is the first to run after the sleep.
    await pass(expiryMs - heartbeatIntervalMs, two);
    [one, two].forEach(({ clock }) => clock.set(clock.now() + night));
    two.clock.advance(heartbeatIntervalMs);
    await settled();
    await pass(2 * heartbeatIntervalMs, one, two);
    assert.equal(await claim, undefined);
    await held.check();
  });

  for (const hours of [-12, 12]) {
    it(`survives clocks that jump by ${hours} hours`, async () => {
      const held = await one.claimed();
      const jump = hours * 3_600_000;
      const claim = two.lease.claim();
      [one, two].forEach(({ clock }) => clock.set(clock.now() + jump));
      await pass(2 * heartbeatIntervalMs, one, two);
      assert.equal(await claim, undefined);
      await held.check();
      // Only the holder runs, then it dies.
      one.clock.set(one.clock.now() - jump);
      await pass(heartbeatIntervalMs, one);
      const second = two.lease.claim();
      await pass(expiryMs, two);
      assert.ok(await second);
    });
  }

  it("has distinct heartbeats although the clock is set back each time", async () => {
    const held = await one.claimed();
    const claim = two.lease.claim();
    for (let beats = 0; beats < 2 * missedHeartbeats; beats++) {
      one.clock.advance(heartbeatIntervalMs);
      await settled();
      one.clock.set(one.clock.now() - heartbeatIntervalMs);
      two.clock.advance(heartbeatIntervalMs);
      await settled();
    }
    assert.equal(await claim, undefined);
    await held.check();
  });

  for (const [what, put] of Object.entries<(file: string) => void>({
    "an empty file": (file) => files.writeFileSync(file, ""),
    "any text": (file) => files.writeFileSync(file, "\0 nonsense"),
    "a folder": (file) => void files.folders.add(file),
  })) {
    it(`expires when ${what} is in its place`, async () => {
      files.folders.add(folder);
      put(`${leasePath}.7`);
      [
        "lease",
        "lease.",
        "lease.0",
        "lease.08",
        "lease.x",
        "lease.1e3",
        "lease.9999999999",
        "other.9",
      ].forEach((name) => files.writeFileSync(path.join(folder, name), "?"));
      const claim = one.lease.claim();
      await pass(expiryMs, one);
      const held = await claim;
      await held?.check();
      assert.ok(held);
      assert.ok(files.files.has(`${leasePath}.8`));
      assert.equal(files.files.has(`${leasePath}.7`), false);
    });
  }

  it("is lost when its file is deleted or overwritten", async () => {
    const held = await one.claimed();
    files.writeFileSync(`${leasePath}.1`, "?");
    await isLost(held);
    const again = await two.lease.claim(AbortSignal.abort());
    assert.equal(again, undefined);
    await files.delete(folder);
    const other = await two.claimed();
    await files.delete(folder);
    await isLost(other);
  });

  it("cannot be claimed in a read-only folder, but stays held when the folder becomes read-only", async () => {
    const readOnly: FileSystem = Object.assign(Object.create(files) as FileSystem, {
      createFolder: () => Promise.reject(systemError("EROFS")),
      createFile: () => Promise.reject(systemError("EROFS")),
      setModifiedMs: () => Promise.reject(systemError("EROFS")),
    });
    await assert.rejects(new Contender(readOnly).lease.claim(), { code: "EROFS" });
    const becomes = Object.assign(Object.create(files) as FileSystem, {
      setModifiedMs: () => Promise.reject(systemError("EROFS")),
    });
    const holder = new Contender(becomes);
    const held = await holder.claimed();
    await pass(expiryMs, holder);
    await held.check();
    assert.equal(held.signal.aborted, false);
  });

  it("is not reported as held when that cannot be read", async () => {
    const held = await one.claimed();
    files.readFolder = () => Promise.reject(systemError("EIO"));
    await assert.rejects(held.check(), { code: "EIO" });
    await pass(heartbeatIntervalMs, one);
    assert.equal(held.signal.aborted, false, "it may still be");
  });

  it("stops waiting when the signal is aborted", async () => {
    await one.claimed();
    const ending = new AbortController();
    const claim = two.lease.claim(ending.signal);
    await settled();
    ending.abort();
    assert.equal(await claim, undefined);
    assert.deepEqual(two.clock.pending, []);
  });

  it("is free for a contender who waited while another process held and released it", async () => {
    const held = await one.claimed();
    const claim = two.lease.claim();
    await settled();
    held.dispose();
    (await three.claimed()).dispose();
    await pass(heartbeatIntervalMs, two);
    const taken = await claim;
    assert.ok(taken);
    await taken.check();
    assert.deepEqual([...files.files.keys()], [`${leasePath}.3`]);
  });

  it("stays with its holder while another program has its file open", async () => {
    const held = await one.claimed();
    const readFile = files.readFile.bind(files);
    let refusals = 3;
    files.readFile = (file) => (refusals-- > 0 ? Promise.reject(systemError("EBUSY")) : readFile(file));
    await one.clock.passUntil(held.check(), 10);
    assert.equal(refusals, -1);
    assert.equal(held.signal.aborted, false);
  });

  it("is held by the process whose file was created although the system reported it as busy", async () => {
    const createFile = files.createFile.bind(files);
    let creations = 0;
    files.createFile = async (file, text) => {
      await createFile(file, text);
      if (++creations === 1) {
        throw systemError("EBUSY");
      }
    };
    const held = await one.clock.passUntil(one.lease.claim(), 10);
    assert.ok(held);
    await held.check();
  });

  it("is left to its holder by a contender with outdated information", async () => {
    // Reads, and is suspended before it creates its file.
    const gate = new Gate();
    const late = new Contender(
      Object.assign(Object.create(files) as FileSystem, {
        createFile: async (file: string, text: string) => {
          await gate.opened;
          return files.createFile(file, text);
        },
      }),
    );
    const claim = late.lease.claim();
    await settled();
    (await one.claimed()).dispose();
    const held = await two.claimed();
    gate.open();
    assert.equal(await claim, undefined);
    await held.check();
    assert.deepEqual([...files.files.keys()], [`${leasePath}.2`]);
  });

  it("is never held by two processes, however their operations interleave", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 5 }),
        async (scheduler, releases) => {
          const shared = new MemoryFileSystem(() => 0);
          const holding = new Set<HeldLease>();
          const step = scheduler.scheduleFunction.bind(scheduler);
          const contenders = releases.map(async (release) => {
            const scheduled = new Proxy(shared, {
              get: (target, name) => {
                const value: unknown = Reflect.get(target, name);
                return typeof value === "function" && !String(name).endsWith("Sync")
                  ? step(value.bind(target) as (...args: unknown[]) => Promise<unknown>)
                  : value;
              },
            });
            const { lease, clock } = new Contender(scheduled);
            const ending = new AbortController();
            const claim = lease.claim(ending.signal);
            // No process dies here, so a contender that would have to wait gives up.
            void clock.timerOf(heartbeatIntervalMs).then(() => ending.abort());
            const held = await claim;
            if (held) {
              await held.check();
              holding.add(held);
              assert.equal(holding.size, 1);
              await step(() => Promise.resolve())();
              await held.check();
              if (release) {
                holding.delete(held);
                held.dispose();
              }
            }
          });
          await scheduler.waitFor(Promise.all(contenders));
        },
      ),
      { numRuns: 300 },
    );
  });
});

class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}
