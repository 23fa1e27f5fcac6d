import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const changelogFile = "CHANGELOG.md";

/** The marketplaces accept only three numbers. */
const versionPattern = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}$/;

/** The section "Unreleased" with its heading. */
const unreleasedPattern = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m;

/**
 * Cuts a release of the repository in `folder`: changelog, version, commit and tag. Undone if a step fails.
 * @returns the tag
 * @throws if this release isn't possible
 */
export function cutRelease(folder: string, version: string, now: Date): string {
  const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
  const git = (...args: string[]): string => runGit(folder, args);
  const tag = `v${version}`;
  const manifest = JSON.parse(read("package.json")) as { version: string };
  checkVersion(version, manifest.version);
  checkState(git, tag);
  const changelog = releasedChangelog(read(changelogFile), version, now);
  const before = git("rev-parse", "HEAD");
  try {
    writeFileSync(path.join(folder, changelogFile), changelog);
    const args = ["version", version, "--no-git-tag-version", "--prefix", folder];
    execFileSync("npm", args, { cwd: folder, stdio: "pipe", shell: process.platform === "win32" });
    git("commit", "--all", "--message", `Release ${version}`);
    git("tag", "--annotate", tag, "--message", `Company Feed ${version}`);
  } catch (error) {
    // Loses nothing, because there were no uncommitted changes.
    git("reset", "--hard", before);
    throw error;
  }
  return tag;
}

function checkVersion(version: string, current: string): void {
  if (!versionPattern.test(version)) {
    throw new Error(`"${version}" is not a version such as 1.2.3.`);
  }
  const [wanted, had] = [version, current].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const differing = wanted.findIndex((part, index) => part !== had[index]);
  if (differing === -1 || (wanted[differing] ?? 0) < (had[differing] ?? 0)) {
    throw new Error(`${version} is not higher than ${current}, the version in package.json.`);
  }
}

function checkState(git: (...args: string[]) => string, tag: string): void {
  const branch = git("branch", "--show-current");
  if (branch !== "main") {
    throw new Error(`Releases are cut on main, not on ${branch || "a detached HEAD"}.`);
  }
  if (git("status", "--porcelain", "--untracked-files=normal") !== "") {
    throw new Error("There are uncommitted changes or untracked files.");
  }
  if (git("tag", "--list", tag) !== "") {
    throw new Error(`The tag ${tag} exists.`);
  }
}

/** Moves unreleased entries below a heading for the version. @throws if there are none */
export function releasedChangelog(text: string, version: string, now: Date): string {
  const [section, entries = ""] = unreleasedPattern.exec(text) ?? [];
  if (section === undefined) {
    throw new Error(`${changelogFile} has no heading "## Unreleased".`);
  }
  if (!entries.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#"))) {
    throw new Error(`${changelogFile} lists nothing below "Unreleased".`);
  }
  const date = now.toISOString().slice(0, "2000-01-01".length);
  return text.replace(section, () => `## Unreleased\n\n## ${version} - ${date}\n${entries}`);
}

/** Variables with which Git passes a repository to hooks. */
const ofHooks = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };

/** Runs Git in the repository in `folder`. @returns its output */
export function runGit(folder: string, args: readonly string[]): string {
  const env = { ...process.env, ...ofHooks };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim();
}
