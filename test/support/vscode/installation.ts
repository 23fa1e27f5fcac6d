import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { extensionId } from "../../../src/ids";
import { closeSharedBrowser, sharedBrowser } from "../page/browser";
import { vsixPath } from "../runner/paths";
import type { VscodeVersion } from "./vscodeInstall";
import { installVsix, VscodeServer } from "./vscodeServer";

/** What cannot be changed while VS Code runs. */
export interface InstallationOptions {
  /** Default: newest. */
  readonly version?: VscodeVersion;
  /** Whether folders have to be trusted first. Default: false. */
  readonly workspaceTrust?: boolean;
  /** Of extensions; VS Code's own texts are English. */
  readonly language?: string;
  /** Translations to add to the installed extension, by file name relative to it. */
  readonly translations?: Readonly<Record<string, unknown>>;
  /** VSIX files to install in addition. */
  readonly additionalVsix?: readonly string[];
  /** Environment variables of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A running VS Code with the VSIX installed, and a profile of the browser for it. */
export class Installation {
  /** For all windows that need no other: to start VS Code and load it for the first time takes longest. */
  private static shared: Promise<Installation> | undefined;

  private constructor(
    readonly server: VscodeServer,
    private readonly context: BrowserContext,
  ) {}

  /**
   * Has nothing of earlier windows in it.
   * @param options it is of its own if there are any
   */
  static async prepare(
    options: InstallationOptions | undefined,
    settings: Record<string, unknown>,
  ): Promise<Installation> {
    if (options) {
      return Installation.start(options, settings);
    }
    Installation.shared ??= Installation.start({}, settings);
    const shared = await Installation.shared;
    // Also those of a suite that failed before it could close them.
    await shared.closeWindows();
    await shared.server.reset(settings);
    return shared;
  }

  private static async start(
    { version = "newest", language, ...options }: InstallationOptions,
    settings: Record<string, unknown>,
  ): Promise<Installation> {
    const server = await VscodeServer.start({
      version,
      extensionsDir: await installExtensions(version, options),
      settings,
      workspaceTrust: options.workspaceTrust ?? false,
      env: options.env ?? {},
      ...(language !== undefined && { language }),
    });
    return new Installation(server, await (await sharedBrowser()).newContext());
  }

  /** A page without anything in the browser's storage. */
  async newPage(): Promise<Page> {
    const page = await this.context.newPage();
    // Not the HTTP cache: VS Code's own code need not be loaded and compiled again.
    const session = await this.context.newCDPSession(page);
    const { origin } = new URL(this.server.address());
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await this.context.clearPermissions();
    await this.context.addCookies([this.server.cookie]);
    return page;
  }

  /** Closes all windows, and stops unless others use it. */
  async release(): Promise<void> {
    await this.closeWindows();
    if (this !== (await Installation.shared)) {
      await Promise.all([this.context.close(), this.server.stop()]);
    }
  }

  private async closeWindows(): Promise<void> {
    await Promise.all(this.context.pages().map(closeWindow));
  }

  /** To be called in the end. */
  static async stop(): Promise<void> {
    await (await Installation.shared)?.server.stop();
    await closeSharedBrowser();
  }
}

/** Unlike closing the page at once, this ends the extension host. */
export async function closeWindow(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.close();
}

/** @returns the folder of the extensions. One with "%" in its name keeps VS Code from importing ES modules. */
async function installExtensions(
  version: VscodeVersion,
  { additionalVsix = [], translations = {} }: InstallationOptions,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "100% me-"));
  await installVsix(version, folder, vsixPath, ...additionalVsix);
  const installed = (await readdir(folder)).find((name) => name.startsWith(extensionId)) ?? "";
  for (const [name, content] of Object.entries(translations)) {
    await mkdir(path.dirname(path.join(folder, installed, name)), { recursive: true });
    await writeFile(path.join(folder, installed, name), JSON.stringify(content));
  }
  return folder;
}
