import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { cached, progress } from "../runner/cache";
import { run } from "../runner/managedProcess";
import { root } from "../runner/paths";
import { librariesSentence, missingLibraries } from "../runner/systemLibraries";

/** The two ends of what the extension supports. */
export type HostName = "newest" | "oldest";

interface HostVersion {
  vscode: string;
  codeServer: string;
  /** The exact Node that is installed where the machine's own has another major version. */
  node: string;
}

export const hostVersions: Record<HostName, HostVersion> = {
  newest: { vscode: "1.139.1", codeServer: "4.139.1", node: "24.21.0" },
  oldest: { vscode: "1.100.3", codeServer: "4.100.3", node: "20.19.5" },
};

/** Part of the name of its folder in the cache: to be raised whenever what is installed there changes. */
const installationRevision = 2;

/** An installed VS Code. */
export interface Host {
  name: HostName;
  version: string;
  /** The Node binary it runs on. */
  node: string;
  /** The folder of code-server: `out/node/entry.js` and `lib/vscode/out/server-main.js` are below it. */
  codeServer: string;
}

/** The VS Code of that name, installed into the cache on first use (about a minute). Nothing is compiled. */
export async function ensureHost(name: HostName): Promise<Host> {
  const version = hostVersions[name];
  const node = await ensureNode(version.node);
  const folder = await cached(`code-server-${version.codeServer}-r${installationRevision}`, (staging) =>
    installCodeServer(staging, version),
  );
  return {
    name,
    version: version.vscode,
    node,
    codeServer: path.join(folder, "node_modules", "code-server"),
  };
}

/** The machine's own Node where its major version fits, else one from the registry. @returns its binary */
async function ensureNode(version: string): Promise<string> {
  if (process.version.split(".")[0] === `v${version.split(".")[0] ?? ""}`) {
    return process.execPath;
  }
  // The package "node" would do no more than choose among these.
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const packageName = `${prefix}-${process.platform}-${process.arch}`;
  const folder = await cached(`node-${version}`, async (staging) => {
    progress(`Installing Node ${version} …`);
    await npmInstall(staging, `${packageName}@${version}`);
  });
  const binary = path.join(folder, "node_modules", packageName, "bin/node");
  const missing = missingLibraries(binary);
  if (missing.length > 0) {
    throw new Error(librariesSentence(`Node ${version}, which VS Code runs on,`, missing));
  }
  return binary;
}

async function installCodeServer(staging: string, version: HostVersion): Promise<void> {
  const step = (n: number, text: string) =>
    progress(`Installing VS Code ${version.vscode} (${n}/2): ${text} …`);
  step(1, `code-server ${version.codeServer}`);
  const manifest = { private: true, overrides: prebuilt };
  await writeFile(path.join(staging, "package.json"), JSON.stringify(manifest));
  await npmInstall(staging, `code-server@${version.codeServer}`);
  const vscode = path.join(staging, "node_modules/code-server/lib/vscode");
  step(2, "its dependencies");
  await npmInstall(vscode, "--omit=dev");
  await replaceSpdlog(path.join(vscode, "node_modules/@vscode/spdlogShim"));
}

/** Versions with binaries in the package, in place of those that have to be compiled. */
const prebuilt = { argon2: "0.44.0" };

/** Puts our own `@vscode/spdlog` in the place of the one that has to be compiled. */
async function replaceSpdlog(folder: string): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const manifest = { name: "@vscode/spdlogShim", version: "0.0.0", main: "index.js" };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  await build({
    entryPoints: [path.join(root, "test/support/vscode/spdlogShim.ts")],
    outfile: path.join(folder, "index.js"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
}

/** `npm install` in a folder, without install scripts (they compile or download) and without a word but for errors. */
export async function npmInstall(folder: string, ...args: string[]): Promise<void> {
  if (!existsSync(path.join(folder, "package.json"))) {
    await writeFile(path.join(folder, "package.json"), '{ "private": true }\n');
  }
  // `npm test` tells its children which project it runs in: not this one.
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^npm_(package|lifecycle|command|config_(local_)?prefix)/i.test(key),
  );
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await run("npm", ["install", ...args, ...quiet], { cwd: folder, env: Object.fromEntries(inherited) });
}
