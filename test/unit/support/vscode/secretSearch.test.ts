import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { encodingsOf, findSecret, readFilesBelow } from "../../../e2e/secretSearch";

const secret = "sk_live+7f3a/9Zq=XYZ~42";

describe("The search for a secret", () => {
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

  it("searches all files of a folder", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "secrets-"));
    await mkdir(path.join(folder, "deep", "down"), { recursive: true });
    await writeFile(path.join(folder, "deep", "down", "file"), `\u0000${secret}`);
    await writeFile(path.join(folder, "clean"), "nothing");
    const files = await readFilesBelow(folder);
    assert.equal(files.size, 2);
    assert.deepEqual(findSecret(secret, files), [path.join(folder, "deep", "down", "file")]);
    await rm(folder, { recursive: true });
  });
});
