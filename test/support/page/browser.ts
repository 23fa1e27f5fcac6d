import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";
import { cached, progress } from "../runner/cache";
import { onShutdown } from "../runner/cli";
import { run } from "../runner/managedProcess";
import { root, scriptPath } from "../runner/paths";
import manifest from "../../../package.json";

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

/**
 * Launches a headless browser: that of COMPANY_FEED_BROWSER, else an installed Chrome on macOS and Windows, and on Linux the
 * Chromium of the package @sparticuz/chromium, which needs nothing installed but the C library. It is closed when this process
 * exits, at the latest.
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
async function unpackedBrowser(): Promise<LaunchOptions> {
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
      ...process.env,
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
