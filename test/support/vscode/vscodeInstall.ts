import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { cached, progress } from "../runner/cache";
import { run } from "../runner/managedProcess";
import { root } from "../runner/paths";
import { missingLibrariesMessage, missingLibraries } from "./systemLibraries";

/** The newest and the oldest supported VS Code. */
export type VscodeVersion = "newest" | "oldest";

interface PackageVersions {
  vscode: string;
  codeServer: string;
  /** Installed if this machine's Node has another major version. */
  node: string;
}

export const vscodeVersions: Record<VscodeVersion, PackageVersions> = {
  newest: { vscode: "1.139.1", codeServer: "4.139.1", node: "24.21.0" },
  oldest: { vscode: "1.100.3", codeServer: "4.100.3", node: "20.19.5" },
};

/** Part of the folder's name in the cache. Increment it when the installed files change. */
const installationRevision = 2;

export interface VscodeInstallation {
  version: string;
  /** Path of the Node binary it runs on. */
  node: string;
  /** The folder of code-server, with `out/node/entry.js` and `lib/vscode/out/server-main.js`. */
  codeServer: string;
}

/** Installs a VS Code into the cache on first use, which takes about a minute. Nothing is compiled. */
export async function ensureVscode(version: VscodeVersion): Promise<VscodeInstallation> {
  const versions = vscodeVersions[version];
  const node = await ensureNode(versions.node);
  const folder = await cached(`code-server-${versions.codeServer}-r${installationRevision}`, (staging) =>
    installCodeServer(staging, versions),
  );
  return {
    version: versions.vscode,
    node,
    codeServer: path.join(folder, "node_modules", "code-server"),
  };
}

/** @returns the path of this machine's Node if its major version matches, else of one from the npm registry */
async function ensureNode(version: string): Promise<string> {
  if (process.version.split(".")[0] === `v${version.split(".")[0] ?? ""}`) {
    return process.execPath;
  }
  // The package "node" only selects one of these packages.
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const packageName = `${prefix}-${process.platform}-${process.arch}`;
  const folder = await cached(`node-${version}`, async (staging) => {
    progress(`Installing Node ${version} …`);
    await npmInstall(staging, `${packageName}@${version}`);
  });
  const binary = path.join(folder, "node_modules", packageName, "bin/node");
  const missing = missingLibraries(binary);
  if (missing.length > 0) {
    throw new Error(missingLibrariesMessage(`Node ${version}, which VS Code runs on,`, missing));
  }
  return binary;
}

async function installCodeServer(staging: string, version: PackageVersions): Promise<void> {
  const reportStep = (n: number, text: string) =>
    progress(`Installing VS Code ${version.vscode} (${n}/2): ${text} …`);
  reportStep(1, `code-server ${version.codeServer}`);
  const manifest = { private: true, overrides: prebuilt };
  await writeFile(path.join(staging, "package.json"), JSON.stringify(manifest));
  await npmInstall(staging, `code-server@${version.codeServer}`);
  const vscode = path.join(staging, "node_modules/code-server/lib/vscode");
  reportStep(2, "its dependencies");
  await npmInstall(vscode, "--omit=dev");
  await replaceSpdlog(path.join(vscode, "node_modules/@vscode/spdlog"));
}

/** Versions that contain binaries, instead of those that have to be compiled. */
const prebuilt = { argon2: "0.44.0" };

/** Replaces the native module `@vscode/spdlog`, which would have to be compiled. */
async function replaceSpdlog(folder: string): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const manifest = { name: "@vscode/spdlog", version: "0.0.0", main: "index.js" };
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

/** Runs `npm install` without install scripts, which compile or download, and prints only errors. */
export async function npmInstall(folder: string, ...args: string[]): Promise<void> {
  if (!existsSync(path.join(folder, "package.json"))) {
    await writeFile(path.join(folder, "package.json"), '{ "private": true }\n');
  }
  // `npm test` sets these for this project.
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^npm_(package|lifecycle|command|config_(local_)?prefix)/i.test(key),
  );
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await run("npm", ["install", ...args, ...quiet], { cwd: folder, env: Object.fromEntries(inherited) });
}
