import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { run } from "../support/runner/managedProcess";
import { vsixPath } from "../support/runner/paths";
import { copyRepository } from "./repositoryCopy";
import { readZip } from "../support/release/reproducibleZip";

/** Where everything differs that a build may depend on by mistake. */
const elsewhere = {
  ...process.env,
  TZ: "Pacific/Chatham",
  LC_ALL: "tr_TR.UTF-8",
  SOURCE_DATE_EPOCH: "1000000000",
};

describe("Reproducible build", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "reproducible-"));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it("makes the same VSIX in another folder, at another time, with other permissions, time zone and language", async function () {
    this.timeout(20 * 60_000);
    const copy = path.join(folder, "a folder", "deeper");
    await copyRepository(copy);
    await chmod(path.join(copy, "README.md"), 0o600);
    await chmod(path.join(copy, "media/icon.png"), 0o755);
    await run("sh", ["-c", "umask 077 && exec npm run package"], { cwd: copy, env: elsewhere });
    const [file, ...others] = (await readdir(copy)).filter((name) => name.endsWith(".vsix"));
    assert.ok(file !== undefined && others.length === 0, "one VSIX is built");
    const [first, second] = await Promise.all(
      [vsixPath, path.join(copy, file)].map((name) => readFile(name)),
    );
    assert.ok(first && second);
    const [ofFirst, ofSecond] = await Promise.all([readZip(first), readZip(second)]);
    const names = [...new Set([...ofFirst.keys(), ...ofSecond.keys()])];
    const different = names.filter((name) => !isEqual(ofFirst.get(name), ofSecond.get(name)));
    assert.deepEqual(different, [], "the same files");
    assert.ok(first.equals(second), "the same bytes");
  });
});

function isEqual(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a !== undefined && b !== undefined && a.equals(b);
}
