import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readZip } from "../support/release/reproducibleZip";
import { packageExtension } from "../support/runner/build";

const text = "![Picture](docs/feed.gif) [Guide](docs/feed.md#keyboard) [Site](https://example.com/)\n";

describe("Packaging", () => {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "company-feed-packaging-"));
    writeFileSync(path.join(folder, ".vscodeignore"), "**\n!*.md\n");
    writeFileSync(path.join(folder, "README.md"), text);
    writeFileSync(path.join(folder, "CHANGELOG.md"), text);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  async function documentsWith(fields: object): Promise<(string | undefined)[]> {
    const manifest = { name: "x", version: "1.0.0", publisher: "x", engines: { vscode: "^1.100.0" }, ...fields };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
    const file = path.join(folder, "x.vsix");
    await packageExtension(folder, file, ["--skip-license"]);
    const files = await readZip(readFileSync(file));
    return ["readme.md", "changelog.md"].map((name) => files.get(`extension/${name}`)?.toString("utf8"));
  }

  it("leaves relative links as they are while the repository is not known", async () => {
    assert.deepEqual(await documentsWith({}), [text, text]);
  });

  it("completes relative links with the repository in package.json", async () => {
    const repository = { type: "git", url: "https://github.com/owner/name.git" };
    const completed =
      "![Picture](https://github.com/owner/name/raw/HEAD/docs/feed.gif) " +
      "[Guide](https://github.com/owner/name/blob/HEAD/docs/feed.md#keyboard) [Site](https://example.com/)\n";
    assert.deepEqual(await documentsWith({ repository }), [completed, completed]);
  });

  it("fails where it cannot complete relative links", async () => {
    const repository = { type: "git", url: "https://git.example.com/owner/name.git" };
    await assert.rejects(documentsWith({ repository }), /Couldn't detect the repository/);
  });
});
