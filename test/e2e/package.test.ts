import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import { packageLog } from "../support/runner/build";
import { readBundleGraph } from "../support/release/bundleGraph";
import { root, vsixPath } from "../support/runner/paths";
import { readZip } from "../support/release/reproducibleZip";

/** All files except the bundles. */
const expectedFiles = [
  "[Content_Types].xml",
  "extension.vsixmanifest",
  ...[
    "LICENSE.txt",
    "SECURITY.md",
    "THIRD-PARTY-NOTICES.md",
    "changelog.md",
    "dist/entry.cjs",
    "l10n/bundle.l10n.de.json",
    "media/activity.svg",
    "media/feed-dark.svg",
    "media/feed-light.svg",
    "media/icon.png",
    ...["ask", "connect", "export", "filter", "sample", "save", "search"].map(
      (step) => `media/walkthrough/${step}.svg`,
    ),
    "package.json",
    "package.nls.de.json",
    "package.nls.json",
    "readme.md",
    "skills/company-events/SKILL.md",
  ].map((name) => `extension/${name}`),
];

/** Bundles have fixed names, and chunks contain a hash. */
const bundle =
  /^extension\/dist\/(?:extension\.js|chunks\/[\w-]+-[A-Z0-9]{8}\.js|webview\/(?:feed\.js|feed\.css|codicon\.ttf))$/;

/** Patterns of tokens and keys that must never be published. */
const secrets = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:ghp|gho|ghs|ghu)_[A-Za-z0-9]{36}\b/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
];

/** Hosts that occur in messages, licenses and schemas, but never get a request. */
const namedHosts = [
  // The start of a URL in a sentence.
  ".",
  "127.0.0.1",
  "github.com",
  "json-schema.org",
];

describe("The VSIX", () => {
  let files: Map<string, Buffer>;

  before(async () => {
    files = await readZip(await readFile(vsixPath));
  });

  const textsMatching = (pattern: RegExp): string[] =>
    [...files].filter(([, contents]) => pattern.test(contents.toString("latin1"))).map(([name]) => name);

  it("contains exactly the expected files", () => {
    const names = [...files.keys()];
    assert.deepEqual(
      names.filter((name) => !bundle.test(name)),
      expectedFiles.sort(),
    );
  });

  it("contains exactly the bundles of the build", async () => {
    const { host, page } = await readBundleGraph();
    const built = [host, page].flatMap(({ outputs }) =>
      Object.keys(outputs).map((name) => `extension/${name}`),
    );
    assert.deepEqual(
      [...files.keys()].filter((name) => bundle.test(name)),
      built.sort(),
    );
  });

  it("contains no sources, source maps or tests", async () => {
    assert.deepEqual(textsMatching(/[#@] ?sourceMappingURL=/), []);
    const { host, page } = await readBundleGraph();
    const inputs = [host, page].flatMap((metafile) => Object.keys(metafile.inputs));
    assert.deepEqual(
      // package.json is bundled for its version only.
      inputs.filter((name) => !/^(?:src|node_modules)\/|^package\.json$/.test(name)),
      [],
    );
  });

  it("contains no secrets", () => {
    assert.deepEqual(secrets.flatMap(textsMatching), []);
  });

  it("contains no unknown addresses, so that it has no telemetry", () => {
    const hosts = [...files].flatMap(([name, contents]) =>
      name.endsWith(".js")
        ? [...contents.toString("utf8").matchAll(/\b(?:https?|wss?):\/\/([\w.-]+)/gi)].map(([, host]) => host)
        : [],
    );
    const named = [...new Set(hosts)].filter((host) => !host?.match(/(^|\.)example\.(com|net|org)$/));
    assert.deepEqual(named.sort(), namedHosts);
    assert.deepEqual(
      textsMatching(/applicationinsights|telemetry-?reporter|sendTelemetry|createTelemetryLogger/i),
      [],
    );
  });

  it("contains no path of the build machine", () => {
    const folders = [root, os.homedir(), os.tmpdir()].filter((folder) => folder.split(/[\\/]/).length > 2);
    assert.deepEqual(
      [...files]
        .filter(([, contents]) => folders.some((folder) => contents.includes(folder)))
        .map(([name]) => name),
      [],
    );
  });

  // The MCP SDK, which is loaded only if the server is enabled, takes 82 KB.
  it("is at most 640 KB", () => {
    assert.ok(statSync(vsixPath).size <= 640_000, `${statSync(vsixPath).size} bytes`);
  });

  it("is packaged without warnings", () => {
    assert.doesNotMatch(readFileSync(packageLog, "utf8"), /WARN/);
  });
});
