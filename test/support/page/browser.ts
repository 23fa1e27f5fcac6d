import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";
import { cached, progress } from "../runner/cache";
import { onShutdown } from "../runner/cli";
import { run } from "../runner/managedProcess";
import { root, scriptPath } from "../runner/paths";
import manifest from "../../../package.json";

/** Turn off the sandbox, the GPU, and requests to the vendor. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Launches a headless browser: COMPANY_FEED_BROWSER if set, an installed Chrome on macOS and Windows, or
 * Chromium from the package @sparticuz/chromium on Linux, which needs nothing but the C library. Closes it
 * when this process exits, at the latest.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({
    ...(await program()),
    ...options,
    args: [...flags, ...(options.args ?? [])],
    // Signals are handled in runner/cli.ts.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const close = onShutdown(() => browser.close());
  browser.on("disconnected", () => void close());
  return browser;
}

async function program(): Promise<LaunchOptions> {
  const given = process.env["COMPANY_FEED_BROWSER"];
  if (given) {
    return { executablePath: given };
  }
  return process.platform === "linux" ? unpackedBrowser() : { channel: "chrome" };
}

let shared: Promise<Browser> | undefined;

/** One browser for all tests of this process, each with its own context. `closeSharedBrowser` closes it. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  // The browser has crashed.
  if (!browser.isConnected()) {
    shared = launchBrowser();
  }
  return shared;
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
}

/** Unpacks the package's browser into the cache, once. */
async function unpackedBrowser(): Promise<LaunchOptions> {
  const version = manifest.devDependencies["@sparticuz/chromium"];
  const folder = await cached(`chromium-${version}`, async (staging) => {
    progress(`Unpacking Chromium ${version} …`);
    // The package unpacks into TMPDIR, and includes libraries only if it seems to run on AWS Lambda.
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: "20.x" };
    await run(process.execPath, [scriptPath("page/unpackBrowser")], { cwd: root, env });
    await writeFile(path.join(staging, "fonts.conf"), fontConfiguration);
  });
  const libraries = [path.join(folder, "al2023/lib"), process.env["LD_LIBRARY_PATH"]];
  return {
    executablePath: path.join(folder, "chromium"),
    env: {
      ...process.env,
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(":"),
    },
  };
}

/** Uses the package's fonts if the machine has none. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
