import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { cached, progress } from "./cache";
import { run } from "./guarded";

/** The two ends of what the extension supports. */
export type HostName = "newest" | "oldest";

interface HostVersion {
  vscode: string;
  codeServer: string;
  /** Its place in the cache: another name whenever what is installed there changes. */
  folder: string;
  /** The exact Node that is installed where the machine's own has another major version. */
  node: string;
  /** Native parts the server does not start well without; no prebuilt ones are published. */
  natives: string[];
  /** The same for code-server's own front. */
  frontNatives: string[];
}

export const hostVersions: Record<HostName, HostVersion> = {
  newest: {
    vscode: "1.139.1",
    codeServer: "4.139.1",
    folder: "code-server-4.139.1",
    node: "24.21.0",
    natives: ["@vscode/native-watchdog", "@vscode/spdlog"],
    frontNatives: [],
  },
  oldest: {
    vscode: "1.100.3",
    codeServer: "4.100.3",
    folder: "code-server-4.100.3-with-front",
    node: "20.19.5",
    natives: ["native-watchdog", "@vscode/spdlog"],
    frontNatives: ["argon2"],
  },
};

/** An installed VS Code. */
export interface Host {
  name: HostName;
  version: string;
  /** The Node binary it runs on. */
  node: string;
  /** The folder of code-server: `out/node/entry.js` and `lib/vscode/out/server-main.js` are below it. */
  codeServer: string;
}

/** The VS Code of that name, installed into the cache on first use (a minute; it needs python3, make and g++). */
export async function ensureHost(name: HostName): Promise<Host> {
  const version = hostVersions[name];
  const node = await ensureNode(version.node);
  const folder = await cached(version.folder, (staging) => installCodeServer(staging, version, node));
  return {
    name,
    version: version.vscode,
    node: node.binary,
    codeServer: path.join(folder, "node_modules", "code-server"),
  };
}

interface NodeInstall {
  binary: string;
  /** Holds include/node: what native parts are compiled against. */
  prefix: string;
}

/** The machine's own Node where its major version fits and its headers are there, else one from the registry. */
async function ensureNode(version: string): Promise<NodeInstall> {
  const own = path.resolve(path.dirname(process.execPath), "..");
  const major = version.split(".")[0] ?? "";
  if (process.version.startsWith(`v${major}.`) && existsSync(path.join(own, "include/node/node.h"))) {
    return { binary: process.execPath, prefix: own };
  }
  // The package "node" would do no more than choose among these.
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const packageName = `${prefix}-${process.platform}-${process.arch}`;
  const folder = await cached(`node-${version}`, async (staging) => {
    progress(`Installing Node ${version} …`);
    await npm(staging, ["install", `${packageName}@${version}`]);
  });
  const home = path.join(folder, "node_modules", packageName);
  return { binary: path.join(home, "bin/node"), prefix: home };
}

async function installCodeServer(staging: string, version: HostVersion, node: NodeInstall): Promise<void> {
  const step = (n: number, text: string) =>
    progress(`Installing VS Code ${version.vscode} (${n}/3): ${text} …`);
  step(1, `code-server ${version.codeServer}`);
  await npm(staging, ["install", `code-server@${version.codeServer}`]);
  const vscode = path.join(staging, "node_modules/code-server/lib/vscode");
  step(2, "its dependencies");
  await npm(vscode, ["install", "--omit=dev"]);
  step(3, "compiling native parts");
  const env = {
    PATH: `${path.dirname(node.binary)}${path.delimiter}${process.env["PATH"] ?? ""}`,
    npm_config_nodedir: node.prefix,
    npm_config_ignore_scripts: "false",
    // Prebuilt ones would be downloaded from where many machines cannot go.
    npm_config_build_from_source: "true",
  };
  await npm(vscode, ["rebuild", ...version.natives], env);
  if (version.frontNatives.length > 0) {
    await npm(staging, ["rebuild", ...version.frontNatives], env);
  }
  // What the compiler left is a good part of the size, and nothing reads it.
  for (const native of version.natives) {
    await rm(path.join(vscode, "node_modules", native, "build/Release/obj.target"), {
      recursive: true,
      force: true,
    });
  }
}

/** Runs npm in `folder`, without scripts but for `rebuild`, without a word but for errors. */
async function npm(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  if (args[0] === "install" && !existsSync(path.join(folder, "package.json"))) {
    await writeFile(path.join(folder, "package.json"), '{ "private": true }\n');
  }
  // `npm test` tells its children which project it runs in: not this one.
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^npm_(package|lifecycle|command|config_(local_)?prefix)/i.test(key),
  );
  const scripts = args[0] === "install" ? ["--ignore-scripts"] : [];
  await run(
    "npm",
    [...args, ...scripts, "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"],
    {
      cwd: folder,
      env: { ...Object.fromEntries(inherited), ...env },
    },
  );
}
