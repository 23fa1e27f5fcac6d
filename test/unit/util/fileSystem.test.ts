import assert from "node:assert/strict";
import path from "node:path";
import { replaceFile, retryWhileBusy } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { InterceptingFileSystem, systemError } from "../../support/fakes/fakeFileSystem";
import { MemoryFileSystem } from "../../support/fakes/memoryFileSystem";

describe("Files that another program has open", () => {
  const file = path.resolve("/folder/file");
  let clock: FakeClock;
  let disk: MemoryFileSystem;

  beforeEach(() => {
    clock = new FakeClock();
    disk = new MemoryFileSystem();
  });

  it("are replaced once the other program has closed them", async () => {
    let busy = 3;
    const files = new InterceptingFileSystem(disk, (operation) => {
      if (operation === "rename" && busy-- > 0) {
        throw systemError("EPERM");
      }
    });
    await clock.passUntil(replaceFile(files, clock, file, "one"), 10);
    busy = 3;
    await clock.passUntil(replaceFile(files, clock, file, "two"), 10);
    assert.equal(disk.files.get(file), "two");
    assert.deepEqual([...disk.files.keys()], [file]);
  });

  it("are replaced as a whole by two simultaneous writers", async () => {
    await Promise.all(["one", "two"].map((text) => replaceFile(disk, clock, file, text)));
    assert.match(disk.files.get(file) ?? "", /^(one|two)$/);
    assert.deepEqual([...disk.files.keys()], [file]);
  });

  it("cause an error after a little more than a second", async () => {
    const begun = clock.now();
    let attempts = 0;
    const refuse = (): Promise<never> => {
      attempts++;
      return Promise.reject(systemError("EBUSY"));
    };
    await assert.rejects(clock.passUntil(retryWhileBusy(clock, refuse), 10), { code: "EBUSY" });
    assert.equal(attempts, 8);
    assert.ok(clock.now() - begun < 2_000);
    assert.deepEqual(clock.pending, []);
  });

  it("don't delay any other error", async () => {
    for (const code of ["ENOSPC", "EROFS", "ENOENT", "EEXIST"]) {
      await assert.rejects(
        retryWhileBusy(clock, () => Promise.reject(systemError(code))),
        { code },
      );
    }
    assert.deepEqual(clock.pending, []);
  });

  it("keep their old content until the new one is complete", async () => {
    await replaceFile(disk, clock, file, "old");
    disk.rename = () => Promise.reject(systemError("ENOSPC"));
    await assert.rejects(replaceFile(disk, clock, file, "new"), { code: "ENOSPC" });
    assert.equal(disk.files.get(file), "old");
    assert.deepEqual([...disk.files.keys()], [file]);
  });
});
