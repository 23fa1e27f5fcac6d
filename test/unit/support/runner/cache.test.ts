import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { cached } from "../../../support/runner/cache";

describe("The test cache", () => {
  let cache: string;
  let before: string | undefined;
  let made: number;

  const make = async (staging: string) => {
    made++;
    await writeFile(path.join(staging, "tool"), "works");
  };

  beforeEach(async () => {
    cache = await mkdtemp(path.join(os.tmpdir(), "cache-"));
    before = process.env["COMPANY_FEED_TEST_CACHE"];
    process.env["COMPANY_FEED_TEST_CACHE"] = cache;
    made = 0;
  });

  afterEach(async () => {
    if (before === undefined) {
      delete process.env["COMPANY_FEED_TEST_CACHE"];
    } else {
      process.env["COMPANY_FEED_TEST_CACHE"] = before;
    }
    await rm(cache, { recursive: true, force: true });
  });

  it("creates a folder once", async () => {
    const first = await cached("tool-1", make);
    assert.equal(await cached("tool-1", make), first);
    assert.equal(made, 1);
    assert.equal(await readFile(path.join(first, "tool"), "utf8"), "works");
  });

  it("creates a folder once for concurrent calls", async () => {
    await Promise.all([cached("tool-1", make), cached("tool-1", make), cached("tool-1", make)]);
    assert.equal(made, 1);
  });

  it("replaces an incomplete folder", async () => {
    await mkdir(path.join(cache, "tool-1"));
    await writeFile(path.join(cache, "tool-1", "half"), "");
    await mkdir(path.join(cache, ".staging-tool-1-abcdef"));
    const folder = await cached("tool-1", make);
    assert.deepEqual((await readdir(folder)).sort(), [".complete", "tool"]);
    assert.equal(existsSync(path.join(cache, ".staging-tool-1-abcdef")), false);
  });

  it("removes the folder if creating it fails, and tries again next time", async () => {
    const failing = async (staging: string) => {
      await make(staging);
      throw new Error("no network");
    };
    await assert.rejects(cached("tool-1", failing), /no network/);
    assert.deepEqual(await readdir(cache), ["tool-1.lock"]);
    await cached("tool-1", make);
    assert.equal(made, 2);
  });
});
