import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";
import { cached, progress } from "../runner/cache";
import { onShutdown } from "../runner/cli";
import { run } from "../runner/managedProcess";
import { root, scriptPath } from "../runner/paths";
import manifest from "../../../package.json";

const names =
  "google-chrome google-chrome-stable chromium chromium-browser microsoft-edge microsoft-edge-stable".split(
    " ",
  );

const defaultPaths = [
  "/opt/google/chrome/chrome",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** No sandbox, no GPU, no requests to the vendor. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface BrowserProgram {
  executablePath: string;
  env: NodeJS.ProcessEnv;
}

/** Path of COMPANY_FEED_BROWSER, else of the first browser found. */
export function installedBrowser(): string | undefined {
  const configured = process.env["COMPANY_FEED_BROWSER"];
  if (configured) {
    return configured;
  }
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...defaultPaths].find((candidate) => existsSync(candidate));
}

/**
 * Launches a headless browser: an installed Chrome, Chromium or Edge, else the one in the package @sparticuz/chromium,
 * which needs nothing installed but the C library. It is closed when this process exits, at the latest.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const installed = installedBrowser();
  const program = installed ? { executablePath: installed, env: {} } : await unpackedBrowser();
  const env = Object.entries({ ...process.env, ...program.env, ...options.env });
  const browser = await chromium.launch({
    headless: true,
    ...options,
    executablePath: program.executablePath,
    args: [...flags, ...(options.args ?? [])],
    env: Object.fromEntries(env.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    // Signals are handled in runner/cli.ts.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const close = onShutdown(() => browser.close());
  browser.on("disconnected", () => void close());
  return browser;
}

let shared: Promise<Browser> | undefined;

/** One browser for all tests of this process, each with a context of its own. To be closed by `closeSharedBrowser` in the end. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  // It has crashed.
  if (!browser.isConnected()) {
    shared = launchBrowser();
  }
  return shared;
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
}

/** The browser of the package, unpacked once into the cache. */
async function unpackedBrowser(): Promise<BrowserProgram> {
  const version = manifest.devDependencies["@sparticuz/chromium"];
  const folder = await cached(`chromium-${version}`, async (staging) => {
    progress(`Unpacking Chromium ${version} …`);
    // The package unpacks into TMPDIR, and its libraries only if it seems to run on AWS Lambda.
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: "20.x" };
    await run(process.execPath, [scriptPath("page/unpackBrowser")], { cwd: root, env });
    await writeFile(path.join(staging, "fonts.conf"), fontConfiguration);
  });
  const libraries = [path.join(folder, "al2023/lib"), process.env["LD_LIBRARY_PATH"]];
  return {
    executablePath: path.join(folder, "chromium"),
    env: {
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(":"),
    },
  };
}

/** The fonts of the machine, and those of the package if it has none. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
