/**
 * A substitute for VS Code's executable with the same flags, for example for @vscode/test-electron. Starts a VS Code server
 * (COMPANY_FEED_HOST: newest or oldest) and runs tests in a headless browser, opens a window in the user's browser, or
 * installs extensions. The test suite prints to standard output; VS Code's own output goes to COMPANY_FEED_HOST_LOG.
 */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../page/browser";
import { vscodeVersions, type VscodeVersion } from "./vscodeInstall";
import { outputPrefix } from "../runner/mochaRun";
import { runMain } from "../runner/cli";
import { installVsix, VscodeServer } from "./vscodeServer";

const { values: flags, positionals } = parseArgs({
  // Other flags (--no-sandbox, --skip-welcome, …) are ignored.
  strict: false,
  allowPositionals: true,
  options: {
    version: { type: "boolean" },
    extensionDevelopmentPath: { type: "string", multiple: true },
    extensionTestsPath: { type: "string" },
    "user-data-dir": { type: "string" },
    "extensions-dir": { type: "string" },
    "disable-workspace-trust": { type: "boolean" },
    "install-extension": { type: "string", multiple: true },
  },
});

function pathOf(flag: unknown): string | undefined {
  return typeof flag === "string" ? path.resolve(flag) : undefined;
}

function requestedVersion(): VscodeVersion {
  return process.env["COMPANY_FEED_HOST"] === "oldest" ? "oldest" : "newest";
}

async function openLog(): Promise<(line: string) => void> {
  const file = process.env["COMPANY_FEED_HOST_LOG"];
  if (!file) {
    return (line) => console.log(line);
  }
  await mkdir(path.dirname(file), { recursive: true });
  const log = createWriteStream(file);
  return (line) => log.write(`${line}\n`);
}

const [folder, userDataDir, extensionsDir, testsPath] = [
  positionals[0],
  flags["user-data-dir"],
  flags["extensions-dir"],
  flags.extensionTestsPath,
].map(pathOf);

const serverOptions = {
  version: requestedVersion(),
  ...(userDataDir === undefined ? {} : { userDataDir }),
  ...(extensionsDir === undefined ? {} : { extensionsDir }),
  workspaceTrust: flags["disable-workspace-trust"] !== true,
};

/** @returns the exit code of the tests */
async function runTests(tests: string): Promise<number> {
  const log = await openLog();
  const server = await VscodeServer.start({ ...serverOptions, mode: "testDriver" });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    // Only for what never happens: a busy machine may take ten times as long as an idle one.
    page.setDefaultTimeout(150_000);
    const extensionPaths = (flags.extensionDevelopmentPath ?? []).filter(
      (value) => typeof value === "string",
    );
    const payload = [
      ["skipWelcome", "true"],
      ...extensionPaths.map((folder) => ["extensionDevelopmentPath", server.remoteUri(path.resolve(folder))]),
      ["extensionTestsPath", server.remoteUri(tests)],
    ];
    const finished = new Promise<number>((resolve, reject) => {
      page.on("crash", () => reject(new Error("VS Code's page crashed.")));
      browser.on("disconnected", () => reject(new Error("The browser exited.")));
      void server.crashed.then((code) => reject(new Error(`VS Code's server exited with code ${code}.`)));
      void page.exposeFunction("codeAutomationExit", resolve);
    });
    await page.exposeFunction("codeAutomationLog", (type: string, args: unknown[]) =>
      report(type, args, log),
    );
    await page.goto(server.address(folder, { payload: JSON.stringify(payload) }));
    return await finished;
  } finally {
    log(server.output);
    await Promise.all([browser.close(), server.stop()]);
  }
}

function report(type: string, args: unknown[], log: (line: string) => void): void {
  const [first] = args;
  if (typeof first === "string" && first.startsWith(outputPrefix)) {
    console.log(first.slice(outputPrefix.length));
  } else {
    log(`[${type}] ${args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join(" ")}`);
  }
}

/** Opens a window in the user's browser. @returns the exit code once the server has exited */
async function openWindow(): Promise<number> {
  // The browser's storage, with its secrets, depends on the port.
  const portFile = userDataDir === undefined ? undefined : path.join(userDataDir, "port");
  const lastPort = portFile === undefined ? "" : await readFile(portFile, "utf8").catch(() => "");
  const server = await VscodeServer.start({
    ...serverOptions,
    mode: "codeServer",
    port: Number.parseInt(lastPort, 10) || 0,
    graceMs: 3000,
  });
  if (portFile !== undefined) {
    await writeFile(portFile, String(server.proxy.port));
  }
  const address = server.address(folder);
  console.log(`Company Feed runs at ${address} (Ctrl+C ends it)`);
  openBrowser(address);
  const code = await server.crashed;
  console.error(`VS Code exited with code ${code}.\n${server.output}`);
  return 1;
}

function openBrowser(address: string): void {
  const display = process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"];
  const opener = process.platform === "darwin" ? "open" : display ? "xdg-open" : undefined;
  if (opener) {
    // Without such a program, the user opens the printed URL.
    spawn(opener, [address], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
}

await runMain(async () => {
  const extensions = (flags["install-extension"] ?? []).flatMap((file) => pathOf(file) ?? []);
  if (flags.version) {
    console.log(`${vscodeVersions[requestedVersion()].vscode}\ncode-server\n${process.arch}`);
    return 0;
  }
  if (extensions.length > 0) {
    await installVsix(requestedVersion(), extensionsDir ?? path.resolve("extensions"), ...extensions);
    return 0;
  }
  return testsPath === undefined ? openWindow() : runTests(testsPath);
});
