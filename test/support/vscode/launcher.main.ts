/**
 * A VS Code executable for @vscode/test-electron (and anything else that starts one with VS Code's flags): a VS Code
 * server that runs tests in a headless browser, or a window in the person's own, or installs extensions.
 *
 * COMPANY_FEED_HOST says which version. All that VS Code has to say about tests goes to COMPANY_FEED_HOST_LOG, the
 * suite's own lines to standard output. Exits with the code of the run.
 */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../page/browser";
import { hostVersions, type HostName } from "./vscodeInstall";
import { outputPrefix } from "../runner/reporter";
import { runMain } from "../runner/cli";
import { installVsix, VscodeServer } from "./vscodeServer";

const { values: flags, positionals } = parseArgs({
  // Flags that mean nothing here (--no-sandbox, --skip-welcome, …) are let pass, as VS Code does.
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

function text(flag: unknown): string | undefined {
  return typeof flag === "string" ? path.resolve(flag) : undefined;
}

function hostName(): HostName {
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
].map(text);

const serverOptions = {
  host: hostName(),
  ...(userDataDir === undefined ? {} : { userDataDir }),
  ...(extensionsDir === undefined ? {} : { extensionsDir }),
  workspaceTrust: flags["disable-workspace-trust"] !== true,
};

/** Runs the tests and resolves with their exit code. */
async function runTests(tests: string): Promise<number> {
  const log = await openLog();
  const server = await VscodeServer.start({ ...serverOptions, flavour: "bare" });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const developed = (flags.extensionDevelopmentPath ?? []).filter((value) => typeof value === "string");
    const payload = [
      ["skipWelcome", "true"],
      ...developed.map((folder) => ["extensionDevelopmentPath", server.remoteUri(path.resolve(folder))]),
      ["extensionTestsPath", server.remoteUri(tests)],
    ];
    const finished = new Promise<number>((resolve, reject) => {
      page.on("crash", () => reject(new Error("The page of VS Code crashed.")));
      browser.on("disconnected", () => reject(new Error("The browser ended.")));
      void server.died.then((code) => reject(new Error(`VS Code's server ended with code ${code}.`)));
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

/** Opens a window in the person's browser. Resolves with an exit code when the server ends. */
async function openWindow(): Promise<number> {
  // What the browser keeps, secrets among it, belongs to the port: the next start takes the same one.
  const portFile = userDataDir === undefined ? undefined : path.join(userDataDir, "port");
  const lastPort = portFile === undefined ? "" : await readFile(portFile, "utf8").catch(() => "");
  const server = await VscodeServer.start({
    ...serverOptions,
    flavour: "front",
    port: Number.parseInt(lastPort, 10) || 0,
    graceMs: 3000,
  });
  if (portFile !== undefined) {
    await writeFile(portFile, String(server.proxy.port));
  }
  const address = server.address(folder);
  console.log(`Company Feed runs at ${address} (Ctrl+C ends it)`);
  openBrowser(address);
  const code = await server.died;
  console.error(`VS Code ended with code ${code}.\n${server.output}`);
  return 1;
}

function openBrowser(address: string): void {
  const display = process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"];
  const opener = process.platform === "darwin" ? "open" : display ? "xdg-open" : undefined;
  if (opener) {
    // Where there is no such program the address on screen is enough.
    spawn(opener, [address], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
}

await runMain(async () => {
  const extensions = (flags["install-extension"] ?? []).flatMap((file) => text(file) ?? []);
  if (flags.version) {
    console.log(`${hostVersions[hostName()].vscode}\ncode-server\n${process.arch}`);
    return 0;
  }
  if (extensions.length > 0) {
    await installVsix(hostName(), extensionsDir ?? path.resolve("extensions"), ...extensions);
    return 0;
  }
  return testsPath === undefined ? openWindow() : runTests(testsPath);
});
