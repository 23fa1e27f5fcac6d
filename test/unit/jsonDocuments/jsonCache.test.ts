import assert from "node:assert/strict";
import path from "node:path";
import { JsonCache } from "../../../src/jsonDocuments/jsonCache";
import type { FileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { InterceptingFileSystem, systemError, WindowsFileSystem } from "../../support/fakes/fakeFileSystem";
import { MemoryFileSystem } from "../../support/fakes/memoryFileSystem";

const folder = path.resolve("/documents");
const cached = (json: string) => ({ id: "col_1", json, readAt: 0 });

describe("JsonCache", () => {
  const clock = new FakeClock();
  let disk: MemoryFileSystem;
  let warnings: string[];

  beforeEach(() => {
    disk = new MemoryFileSystem(() => clock.now());
    warnings = [];
  });

  function cacheIn(files: FileSystem): JsonCache {
    const warn = (message: string): void => void warnings.push(message);
    return new JsonCache(folder, { files, clock }, { debug: warn, info: warn, warn, error: warn });
  }

  it("reads what was written last, also on Windows", async () => {
    const cache = cacheIn(new WindowsFileSystem(disk));
    await clock.passUntil(cache.write("a", cached("1")));
    await clock.passUntil(cache.write("a", cached("2")));
    assert.equal((await cache.read("a"))?.json, "2");
    assert.equal(await cache.read("b"), undefined);
    assert.deepEqual(warnings, []);
  });

  it("has the old or the new content, regardless of which operation fails or is the last before a crash", async () => {
    for (const dies of [false, true]) {
      let wasReached = true;
      for (let nth = 1; wasReached; nth++) {
        wasReached = false;
        await cacheIn(disk).write("a", cached("1"));
        let operations = 0;
        const failing = new InterceptingFileSystem(
          disk,
          () => {
            operations++;
            if (dies ? operations >= nth : operations === nth) {
              wasReached = true;
              throw systemError("EIO");
            }
          },
          () => operations + 1 === nth,
        );
        await cacheIn(failing).write("a", cached("2"));
        const json = (await cacheIn(disk).read("a"))?.json;
        assert.ok(json === "1" || json === "2", `operation ${nth}: ${json ?? "lost"}`);
      }
    }
  });

  it("deletes the oldest files beyond a number, also while another window deletes some", async () => {
    const cache = cacheIn(disk);
    for (let n = 0; n < 210; n++) {
      clock.advance(1);
      await cache.write(String(n), cached("1"));
    }
    assert.equal(disk.files.size, 200);
    assert.ok(await cache.read("209"));
    assert.equal(await cache.read("0"), undefined);
    const stat = disk.stat.bind(disk);
    disk.stat = (file) => (file.endsWith("42.json") ? Promise.reject(systemError("ENOENT")) : stat(file));
    await cache.write("210", cached("1"));
    assert.equal(disk.files.size, 200);
    assert.deepEqual(warnings, []);
  });
});
