import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { closeSharedBrowser, sharedBrowser } from "../page/browser";
import { vsixPath } from "../runner/paths";
import type { VscodeVersion } from "./vscodeInstall";
import { installVsix, VscodeServer } from "./vscodeServer";

/** Only those that affect the appearance. Others, such as Git, take seconds in each window. */
const builtInExtensions = ["json", "theme-defaults", "theme-seti"];

/** Options that can't change while VS Code runs. */
export interface InstallationOptions {
  /** Default: newest. */
  readonly version?: VscodeVersion;
  /** VSIX files to install in addition. */
  readonly additionalVsix?: readonly string[];
  /** Environment variables of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A running VS Code with the VSIX installed, and a browser profile for it. */
export class Installation {
  /** Shared by most windows, because starting VS Code and loading it for the first time is slow. */
  private static shared: Promise<Installation> | undefined;

  private constructor(
    readonly server: VscodeServer,
    private readonly context: BrowserContext,
  ) {}

  /** Removes everything left by earlier windows. @param options if given, starts a separate VS Code */
  static async prepare(
    options: InstallationOptions | undefined,
    settings: Record<string, unknown>,
  ): Promise<Installation> {
    if (options) {
      return Installation.start(options, settings);
    }
    Installation.shared ??= Installation.start({}, settings);
    const shared = await Installation.shared;
    // Windows may still be open after a failed suite.
    await shared.closeWindows();
    await shared.server.reset(settings);
    return shared;
  }

  private static async start(
    { version = "newest", additionalVsix = [], env = {} }: InstallationOptions,
    settings: Record<string, unknown>,
  ): Promise<Installation> {
    // Use "%" to test such paths, but not for the bench, whose ES module VS Code couldn't import then.
    const prefix = additionalVsix.length > 0 ? "extensions-" : "100% me-";
    const extensionsDir = await mkdtemp(path.join(os.tmpdir(), prefix));
    await installVsix(version, extensionsDir, vsixPath, ...additionalVsix);
    const server = await VscodeServer.start({ version, extensionsDir, builtInExtensions, settings, env });
    return new Installation(server, await (await sharedBrowser()).newContext());
  }

  /** Opens a page with empty storage. */
  async newPage(): Promise<Page> {
    const page = await this.context.newPage();
    // Keep the HTTP cache, so that VS Code's code isn't loaded and compiled again.
    const session = await this.context.newCDPSession(page);
    const { origin } = new URL(this.server.address());
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await this.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.context.addCookies([this.server.cookie]);
    return page;
  }

  /** Closes all windows, and stops VS Code unless it is the shared one. */
  async release(): Promise<void> {
    await this.closeWindows();
    if (this !== (await Installation.shared)) {
      await Promise.all([this.context.close(), this.server.stop()]);
    }
  }

  private async closeWindows(): Promise<void> {
    await Promise.all(this.context.pages().map((page) => page.close()));
  }

  /** Call it at the end. */
  static async stop(): Promise<void> {
    await (await Installation.shared)?.server.stop();
    await closeSharedBrowser();
  }
}
