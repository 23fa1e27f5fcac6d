import assert from "node:assert/strict";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { readFilesBelow, encodingsOf, readFileText, findSecret } from "../../../e2e/secretSearch";

const secret = "sk_live+7f3a/9Zq=XYZ~42";

describe("The search for a secret", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "secrets-"));
  });

  it("finds the secret in every encoding, and only there", () => {
    for (const encoding of encodingsOf(secret)) {
      assert.deepEqual(findSecret(secret, new Map([["a", `before${encoding}after`]])), ["a"]);
    }
    for (const before of ["", "a", "ab"]) {
      const base64 = Buffer.from(`${before}${secret}, and more`).toString("base64");
      assert.deepEqual(findSecret(secret, new Map([["a", base64]])), ["a"]);
    }
    assert.deepEqual(findSecret(secret, new Map([["a", secret.slice(0, -1)]])), []);
  });

  it("searches all files of a folder, including gzip", async () => {
    await mkdir(path.join(folder, "deep", "down"), { recursive: true });
    await writeFile(path.join(folder, "plain"), secret);
    await writeFile(path.join(folder, "deep", "down", "packed"), gzipSync(secret));
    await writeFile(path.join(folder, "deep", "clean"), "nothing");
    if (process.platform !== "win32") {
      // On Windows, links need a privilege.
      await symlink(path.join(folder, "nowhere"), path.join(folder, "link"));
    }
    const files = await readFilesBelow(folder);
    assert.deepEqual([...files.keys()].sort(), ["deep/clean", "deep/down/packed", "plain"]);
    assert.deepEqual(findSecret(secret, files).sort(), ["deep/down/packed", "plain"]);
  });

  it("searches incomplete gzip, and files that only start like gzip", async () => {
    const file = path.join(folder, "file");
    const packed = gzipSync(`${secret} ${"and much more ".repeat(1000)}`, { level: 0 });
    await writeFile(file, packed.subarray(0, packed.length / 2));
    assert.match((await readFileText(file)) ?? "", /^sk_live\+7f3a\/9Zq=XYZ~42 and much/);
    await writeFile(file, Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from(secret)]));
    assert.ok((await readFileText(file))?.endsWith(secret));
  });

  it("skips files that were deleted meanwhile", async () => {
    assert.equal(await readFileText(path.join(folder, "gone")), undefined);
    await assert.rejects(readFileText(folder), { code: "EISDIR" });
  });
});
