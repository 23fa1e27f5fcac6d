import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { closeSharedBrowser, sharedBrowser } from "../page/browser";
import { vsixPath } from "../runner/paths";
import type { VscodeVersion } from "./vscodeInstall";
import { installVsix, VscodeServer } from "./vscodeServer";

/** What VS Code needs to look as it does. The others, such as Git, take seconds in each window. */
const builtInExtensions = ["json", "theme-defaults", "theme-seti"];

/** What cannot be changed while VS Code runs. */
export interface InstallationOptions {
  /** Default: newest. */
  readonly version?: VscodeVersion;
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
    { version = "newest", additionalVsix = [], env = {} }: InstallationOptions,
    settings: Record<string, unknown>,
  ): Promise<Installation> {
    // A folder with "%" in its name keeps VS Code from importing ES modules, such as that of the bench.
    const prefix = additionalVsix.length > 0 ? "extensions-" : "100% me-";
    const extensionsDir = await mkdtemp(path.join(os.tmpdir(), prefix));
    await installVsix(version, extensionsDir, vsixPath, ...additionalVsix);
    const server = await VscodeServer.start({ version, extensionsDir, builtInExtensions, settings, env });
    return new Installation(server, await (await sharedBrowser()).newContext());
  }

  /** A page without anything in the browser's storage. */
  async newPage(): Promise<Page> {
    const page = await this.context.newPage();
    // Not the HTTP cache: VS Code's own code need not be loaded and compiled again.
    const session = await this.context.newCDPSession(page);
    const { origin } = new URL(this.server.address());
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await this.context.grantPermissions(["clipboard-read", "clipboard-write"]);
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
    await Promise.all(this.context.pages().map((page) => page.close()));
  }

  /** To be called in the end. */
  static async stop(): Promise<void> {
    await (await Installation.shared)?.server.stop();
    await closeSharedBrowser();
  }
}
