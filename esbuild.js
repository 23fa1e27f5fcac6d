// Bundles the extension, its page and the tests.
//   node esbuild.js               development build of host and page, with source maps
//   node esbuild.js --production  the build that goes into the VSIX: minified, no maps
//     --readable                  with names and lines as in the source, for profilers
//   node esbuild.js --watch       development build, kept up to date, with the type-checks beside it
//   node esbuild.js --tests       the tests, their tools and the bench, into out/
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** @type {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  minify: production && !flags.has("--readable"),
  sourcemap: production ? false : "linked",
  // Licences are gathered in THIRD-PARTY-NOTICES.md.
  legalComments: "none",
  logLevel: "warning",
};

const activation = "src/extension.ts";

/**
 * The extension host's side: what activation needs is in extension.js and one chunk, the rest in chunks loaded on
 * first use.
 * @type {import("esbuild").BuildOptions}
 */
const host = {
  ...common,
  entryPoints: [activation],
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "node",
  target: "node20",
  external: ["vscode"],
  alias: {
    // fetch-blob asks for this polyfill where Node has no ReadableStream of its own: no Node that VS Code runs on lacks it.
    "web-streams-polyfill/dist/ponyfill.es2018.js": "node:stream/web",
    // The build for Node calls require(), which an ES module does not have.
    "@vscode/l10n": "@vscode/l10n/dist/browser.js",
    // The MCP SDK's choice of a JSON schema validator, which our tools do not need.
    "@modelcontextprotocol/server/_shims": "./src/agent/mcp/noSchemaValidator.ts",
  },
  metafile: true,
  plugins: [{ name: "activation-in-one-chunk", setup: activationInOneChunk }],
};

/** @type {import("esbuild").BuildOptions} */
const entry = {
  ...common,
  entryPoints: ["src/entry.ts"],
  outExtension: { ".js": ".cjs" },
  outdir: "dist",
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["./extension.js"],
};

/**
 * esbuild cuts what activation needs by who else needs it, a dozen small files that are slow to load one by one. Where
 * every part that is loaded later needs all of activation, which is there by then, it stays in one piece.
 * @param {import("esbuild").PluginBuild} build
 */
function activationInOneChunk(build) {
  /** @type {ReadonlySet<string>} */
  let loadedLater = new Set();
  build.onStart(async () => {
    const { metafile } = await esbuild.build({
      ...build.initialOptions,
      plugins: [],
      write: false,
      metafile: true,
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    loadedLater = new Set(
      imports.filter(({ kind }) => kind === "dynamic-import").map((to) => path.resolve(to.path)),
    );
  });
  build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
    if (!loadedLater.has(file)) {
      return undefined;
    }
    const activationPath = JSON.stringify(path.resolve(activation));
    return { contents: `${await readFile(file, "utf8")}\nimport ${activationPath};\n`, loader: "ts" };
  });
}

/**
 * What the page of the feed panel loads, for the Chromium of the oldest VS Code that is supported.
 * @type {import("esbuild").BuildOptions}
 */
const webview = {
  ...common,
  outdir: "dist/webview",
  assetNames: "[name]",
  format: "esm",
  platform: "browser",
  target: "chrome132",
  tsconfig: "src/webview/tsconfig.json",
  metafile: true,
};

/** @type {import("esbuild").BuildOptions} */
const page = {
  ...webview,
  entryPoints: { feed: "src/webview/main.ts" },
  loader: { ".ttf": "file" },
};

/** Every file below `folder` whose name ends in one of `endings`. */
function filesBelow(folder, ...endings) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .sort();
}

/**
 * Tests (`*.test.ts`) and tools (`*.main.ts`) that run on plain Node.
 * @returns {import("esbuild").BuildOptions}
 */
function nodeTests() {
  return {
    ...common,
    entryPoints: filesBelow("test", ".test.ts", ".main.ts").filter((f) => !f.startsWith("test/host/")),
    outdir: "out",
    outbase: "test",
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    splitting: true,
    platform: "node",
    target: "node20",
    packages: "external",
    tsconfig: "test/tsconfig.json",
  };
}

/**
 * Tests that run inside the extension host: all they need in one file each, but for what the host brings.
 * @returns {import("esbuild").BuildOptions}
 */
function hostTests() {
  return {
    ...common,
    entryPoints: ["test/host/index.ts", ...filesBelow("test/host", ".test.ts")],
    outdir: "out/host",
    outbase: "test/host",
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    platform: "node",
    target: "node20",
    external: ["vscode", "mocha", "playwright-core"],
    tsconfig: "test/tsconfig.json",
  };
}

if (flags.has("--tests")) {
  process.on("exit", (code) => {
    // No test runs then. The last line of `npm test` is always the total.
    if (code !== 0 && process.env["npm_lifecycle_event"] === "test") {
      console.log("\n0 passed, 1 failed");
    }
  });
  await rm("out", { recursive: true, force: true });
  await Promise.all([nodeTests(), hostTests()].map((options) => esbuild.build(options)));
} else if (flags.has("--watch")) {
  const contexts = await Promise.all(
    [entry, host, page].map((o) => esbuild.context({ ...o, logLevel: "info" })),
  );
  await Promise.all(contexts.map((context) => context.watch()));
  for (const project of [".", "src/shared", "src/webview", "test"]) {
    const tsc = ["node_modules/typescript/bin/tsc", "-p", project, "--watch", "--preserveWatchOutput"];
    spawn(process.execPath, tsc, { stdio: "inherit" });
  }
} else {
  await rm("dist", { recursive: true, force: true });
  const [, { metafile: ofHost }, ...ofPage] = await Promise.all([
    esbuild.build(entry),
    esbuild.build(host),
    esbuild.build(page),
  ]);
  // Which module went into which bundle: read by the tests of the notices and by the bench.
  const [inputs, outputs] = /** @type {const} */ (["inputs", "outputs"]).map((part) =>
    Object.assign({}, ...ofPage.map(({ metafile }) => metafile[part])),
  );
  await writeFile("dist/meta.json", JSON.stringify({ host: ofHost, page: { inputs, outputs } }));
}
