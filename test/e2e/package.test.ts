import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { packageLog } from "../support/runner/build";
import { root, vsixPath } from "../support/runner/paths";
import { installVsix } from "../support/vscode/vscodeServer";

const documents = [
  "LICENSE.txt",
  "SECURITY.md",
  "THIRD-PARTY-NOTICES.md",
  "changelog.md",
  "package.json",
  "package.nls.json",
  "readme.md",
];

/** All files below `folder`, with forward slashes. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}

/** The files of the production build. */
function bundles(): string[] {
  type Meta = Record<"host" | "page", { outputs: Record<string, unknown> }>;
  const meta = JSON.parse(readFileSync(path.join(root, "dist/meta.json"), "utf8")) as Meta;
  return [...Object.keys(meta.host.outputs), ...Object.keys(meta.page.outputs)];
}

describe("VSIX", () => {
  let extensions: string;

  before(async () => {
    extensions = await mkdtemp(path.join(os.tmpdir(), "extensions-"));
    await installVsix("newest", extensions, vsixPath);
  });

  after(() => rm(extensions, { recursive: true, force: true }));

  it("contains bundles, media, skills, manifest, documents and notices, and nothing else", () => {
    const [folder, ...others] = readdirSync(extensions).filter((name) => name.startsWith("company-feed."));
    assert.ok(folder && others.length === 0, "one extension is installed");
    const assets = ["media", "skills"].flatMap((name) =>
      filesOf(path.join(root, name)).map((file) => `${name}/${file}`),
    );
    // VS Code writes .vsixmanifest itself.
    const contents = filesOf(path.join(extensions, folder)).filter((name) => name !== ".vsixmanifest");
    const translations = [
      ...filesOf(path.join(root, "l10n")).map((name) => `l10n/${name}`),
      ...readdirSync(root),
    ].filter((name) => /^(l10n\/bundle\.l10n|package\.nls)\.[^.]+\.json$/.test(name));
    const expected = [...documents, ...assets, ...translations, ...bundles()];
    assert.deepEqual(
      {
        missing: expected.filter((name) => !contents.includes(name)),
        superfluous: contents.filter((name) => !expected.includes(name)),
      },
      { missing: [], superfluous: [] },
    );
  });

  it("contains no sources, source maps or tests", () => {
    const unwanted = filesOf(extensions).filter((name) =>
      /\.(ts|map)$|\/(src|test|out)\/|meta\.json$/.test(name),
    );
    assert.deepEqual(unwanted, []);
  });

  // The MCP SDK, which is loaded only where the server is enabled, is 82 KB of it.
  it("is at most 640 KB", () => {
    assert.ok(statSync(vsixPath).size <= 640_000, `${statSync(vsixPath).size} bytes`);
  });

  it("is packaged without a warning", () => {
    assert.doesNotMatch(readFileSync(packageLog, "utf8"), /WARN/);
  });
});
