import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cutRelease, releasedChangelog, runGit } from "../support/release/release";

const now = new Date("2026-03-01T23:59:00Z");

const manifest = {
  name: "x",
  version: "0.9.0",
  repository: "https://example.com/owner/x",
  engines: { node: ">=20" },
};

const lock = {
  name: "x",
  version: "0.9.0",
  lockfileVersion: 3,
  packages: { "": { name: "x", version: "0.9.0" }, "node_modules/y": { version: "0.9.0" } },
};

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const changelog =
  "# Changelog\n\n## Unreleased\n\n### Added\n\n- $& and more.\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n";

describe("npm run release", () => {
  let folder = "";

  const git = (...args: string[]): string => runGit(folder, args);
  const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  const commitAll = (): void => {
    git("add", "--all");
    git("commit", "--message", "Change");
  };
  const state = (): unknown => [
    git("rev-parse", "HEAD"),
    git("status", "--porcelain", "--branch"),
    git("tag", "--list"),
    ["package.json", "package-lock.json", "CHANGELOG.md"].map(read),
  ];
  const refuses = (version: string, reason: RegExp): void => {
    const before = state();
    assert.throws(() => cutRelease(folder, version, now), reason);
    assert.deepEqual(state(), before);
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "company-feed-release-"));
    git("init", "--quiet", "--template=");
    git("symbolic-ref", "HEAD", "refs/heads/main");
    mkdirSync(path.join(folder, ".git", "hooks"), { recursive: true });
    const settings = {
      "user.name": "Test",
      "user.email": "test@example.com",
      "commit.gpgSign": "false",
      "tag.gpgSign": "false",
      "core.autocrlf": "false",
      "core.hooksPath": ".git/hooks",
      "gc.auto": "0",
    };
    for (const [name, value] of Object.entries(settings)) {
      git("config", name, value);
    }
    write("package.json", json(manifest));
    write("package-lock.json", json(lock));
    write("CHANGELOG.md", changelog);
    commitAll();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  it("cuts the changelog, sets the version, commits and tags", () => {
    assert.equal(cutRelease(folder, "0.10.0", now), "v0.10.0");

    assert.equal(read("package.json"), json({ ...manifest, version: "0.10.0" }));
    assert.equal(
      read("package-lock.json"),
      json(lock).replace("0.9.0", "0.10.0").replace('"0.9.0"', '"0.10.0"'),
    );
    assert.equal(
      read("CHANGELOG.md"),
      changelog.replace("## Unreleased\n", "## Unreleased\n\n## 0.10.0 - 2026-03-01\n"),
    );
    assert.equal(git("log", "--format=%s"), "Release 0.10.0\nChange");
    assert.equal(git("rev-parse", "v0.10.0^{commit}"), git("rev-parse", "HEAD"));
    assert.equal(git("status", "--porcelain"), "");
  });

  it("rejects an invalid version", () => {
    for (const version of ["", "1", "1.0", "v1.0.0", "1.0.0-beta", "01.0.0", "1.0.0\n", "latest", "-1.0.0"]) {
      refuses(version, /is not a version such as/);
    }
  });

  it("rejects a version that isn't higher", () => {
    for (const version of ["0.9.0", "0.8.99", "0.0.1"]) {
      refuses(version, /is not higher than 0\.9\.0/);
    }
  });

  it("rejects uncommitted changes and untracked files", () => {
    write("untracked.txt", "");
    refuses("1.0.0", /uncommitted/);
    rmSync(path.join(folder, "untracked.txt"));
    write("CHANGELOG.md", `${changelog}\n- Not committed.\n`);
    refuses("1.0.0", /uncommitted/);
  });

  it("rejects another branch, and a detached HEAD", () => {
    git("checkout", "--quiet", "-b", "other");
    refuses("1.0.0", /not on other/);
    git("checkout", "--quiet", "--detach");
    refuses("1.0.0", /detached/);
  });

  it("rejects an existing tag", () => {
    git("tag", "v1.0.0");
    refuses("1.0.0", /The tag v1\.0\.0 exists/);
  });

  it("rejects a changelog without new entries", () => {
    write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n### Added\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n");
    commitAll();
    refuses("1.0.0", /lists nothing/);
  });

  it("restores everything if the commit fails", () => {
    writeFileSync(path.join(folder, ".git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    refuses("1.0.0", /git commit/);
  });

  it("restores everything if tagging fails", () => {
    git("tag", "v1.0.0/taken");
    refuses("1.0.0", /git tag/);
  });

  it("handles a changelog with only one section", () => {
    const text = "# Changelog\n\n## Unreleased\n\n- First.\n";
    assert.equal(
      releasedChangelog(text, "1.0.0", now),
      "# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-03-01\n\n- First.\n",
    );
    assert.throws(() => releasedChangelog("# Changelog\n", "1.0.0", now), /no heading/);
  });
});
