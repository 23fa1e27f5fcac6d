/**
 * A VS Code executable for @vscode/test-electron (and anything else that starts one with VS Code's flags): hosts the
 * run in a VS Code server and a headless browser.
 *
 * COMPANY_FEED_HOST says which version. All that VS Code has to say goes to COMPANY_FEED_HOST_LOG, the suite's own
 * lines to standard output. Exits with the code of the run.
 */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "./browser";
import { hostVersions, type HostName } from "./hostInstall";
import { outputMark } from "./reporter";
import { VscodeServer } from "./vscodeServer";

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

/** Runs the tests and resolves with their exit code. */
async function runTests(testsPath: string): Promise<number> {
  const log = await openLog();
  const [userDataDir, extensionsDir] = [text(flags["user-data-dir"]), text(flags["extensions-dir"])];
  const server = await VscodeServer.start({
    host: hostName(),
    flavour: "bare",
    ...(userDataDir === undefined ? {} : { userDataDir }),
    ...(extensionsDir === undefined ? {} : { extensionsDir }),
    workspaceTrust: flags["disable-workspace-trust"] !== true,
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const developed = (flags.extensionDevelopmentPath ?? []).filter((value) => typeof value === "string");
    const payload = [
      ["skipWelcome", "true"],
      ...developed.map((folder) => ["extensionDevelopmentPath", server.remoteUri(path.resolve(folder))]),
      ["extensionTestsPath", server.remoteUri(testsPath)],
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
    await page.goto(server.address(text(positionals[0]), { payload: JSON.stringify(payload) }));
    return await finished;
  } finally {
    log(server.output);
    await Promise.all([browser.close(), server.stop()]);
  }
}

function report(type: string, args: unknown[], log: (line: string) => void): void {
  const [first] = args;
  if (typeof first === "string" && first.startsWith(outputMark)) {
    console.log(first.slice(outputMark.length));
  } else {
    log(`[${type}] ${args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join(" ")}`);
  }
}

const testsPath = text(flags.extensionTestsPath);
if (flags.version) {
  console.log(`${hostVersions[hostName()].vscode}\ncode-server\n${process.arch}`);
} else if (testsPath === undefined) {
  console.error("This VS Code runs tests alone: give --extensionTestsPath, or use npm start.");
  process.exitCode = 2;
} else {
  process.exitCode = await runTests(testsPath);
}
