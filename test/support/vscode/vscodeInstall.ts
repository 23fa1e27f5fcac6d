import { existsSync } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { cached, progress } from "../runner/cache";
import { run } from "../runner/managedProcess";
import { root } from "../runner/paths";

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

/** code-server is the only package in the npm registry that contains VS Code's server. */
const vscodeFolder = "node_modules/code-server/lib/vscode";

/** Part of the folder's name in the cache. Increment it when the installed files change. */
const installationRevision = 3;

export interface VscodeInstallation {
  /** Path of the Node binary it runs on. */
  node: string;
  /** Path of VS Code's server. */
  server: string;
  /** Path of code-server, which contains VS Code's server. */
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
    node,
    server: path.join(folder, vscodeFolder, "out/server-main.js"),
    codeServer: path.join(folder, "node_modules/code-server/out/node/entry.js"),
  };
}

/** @returns the path of this machine's Node, or of one from npm if the major version differs */
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
  return path.join(folder, "node_modules", packageName, "bin/node");
}

async function installCodeServer(staging: string, { vscode, codeServer }: PackageVersions): Promise<void> {
  progress(`Installing VS Code ${vscode} (1/2): code-server ${codeServer} …`);
  // A version with binaries, which doesn't have to be compiled.
  const manifest = { private: true, overrides: { argon2: "0.44.0" } };
  await writeFile(path.join(staging, "package.json"), JSON.stringify(manifest));
  await npmInstall(staging, `code-server@${codeServer}`);
  progress(`Installing VS Code ${vscode} (2/2): its dependencies …`);
  await npmInstall(path.join(staging, vscodeFolder), "--omit=dev");
  await replaceSpdlog(path.join(staging, vscodeFolder, "node_modules/@vscode/spdlog"));
}

/** Replaces the native module `@vscode/spdlog`, which would have to be compiled. */
async function replaceSpdlog(folder: string): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await copyFile(path.join(root, "test/support/vscode/spdlogShim.cjs"), path.join(folder, "index.js"));
  await writeFile(path.join(folder, "package.json"), '{ "name": "@vscode/spdlog", "version": "0.0.0" }\n');
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
