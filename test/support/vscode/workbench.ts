import assert from "node:assert/strict";
import { mkdir, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, Frame, Locator, Page } from "playwright-core";
import { extensionId } from "../../../src/ids";
import { launchBrowser } from "../page/browser";
import { listenInFrames } from "../page/frames";
import type { HostName } from "./vscodeInstall";
import { Notifications } from "./notifications";
import { out, vsixPath } from "../runner/paths";
import { clean, escaped, QuickInput } from "./quickInput";
import { installVsix, VscodeServer } from "./vscodeServer";

export interface WorkbenchOptions {
  /** Default: newest. */
  host?: HostName;
  /** The folder or .code-workspace to open; default: an empty folder of its own; `null`: none. */
  folder?: string | null;
  /** The user's settings at the start. Later changes go through VS Code: it does not see the file change. */
  settings?: Record<string, unknown>;
  /** One of VS Code's own themes: "Default Light Modern", "Default Dark Modern", "Default High Contrast", … */
  colorTheme?: string;
  viewport?: { width: number; height: number };
  /** Called before anything is loaded into the page. */
  prepare?: (page: Page) => Promise<void>;
  /** Whether folders are asked about before they are trusted; default false. */
  workspaceTrust?: boolean;
  /** VSIX files to install beside the extension's. */
  furtherVsix?: readonly string[];
  /** Of the extension host. */
  env?: NodeJS.ProcessEnv;
}

/** A row of a tree view, as it is on screen. */
export interface TreeRow {
  label: string;
  description: string;
  level: number;
  /** Undefined for a row without children. */
  expanded: boolean | undefined;
}

/** An error on the console, of the workbench or of a frame in it. */
export interface ConsoleError {
  text: string;
  /** Address of the script or document at fault. */
  url: string;
}

const ownSettings = {
  // A view or panel that takes the focus when it is shown would close the palette of someone who is quicker than any person:
  // a test goes on as soon as it sees what it waits for.
  "workbench.quickOpen.closeOnFocusLost": false,
  // code-server alone hides it.
  "window.commandCenter": true,
};

const uncaughtMark = "Uncaught in a webview:";

/** Runs in every frame: logs what nobody catches in a webview's frames, outer and inner. */
function logUncaught(mark: string): void {
  if (!location.pathname.includes("/webview/browser/pre/")) {
    return;
  }
  const log = (error: unknown): void =>
    console.error(`${mark} ${error instanceof Error ? error.stack : String(error)}`);
  window.addEventListener("error", ({ error, message }) => log(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => log(reason));
}

/** VS Code with the packaged extension in a browser window of its own, driven as a person would. */
export class Workbench {
  private static readonly openOnes = new Set<Workbench>();
  private static readonly installed = new Map<HostName, Promise<string>>();

  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  /** All that was logged as an error so far, violations of a content security policy among it. */
  readonly consoleErrors: ConsoleError[] = [];

  private constructor(
    readonly server: VscodeServer,
    readonly browser: Browser,
    readonly page: Page,
    /** The folder that is open. */
    readonly folder: string | undefined,
  ) {
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    page.on("console", (message) => {
      if (message.type() === "error") {
        this.consoleErrors.push({ text: message.text(), url: message.location().url });
      }
    });
    // Of the workbench and of every frame alike: it does not say which. Those of panels come by the console as well.
    page.on("pageerror", (error) => this.consoleErrors.push({ text: error.message, url: page.url() }));
    Workbench.openOnes.add(this);
  }

  /** Starts VS Code with the VSIX installed; `close` ends it. */
  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const host = options.host ?? "newest";
    const folder =
      options.folder === undefined ? await mkdtemp(path.join(os.tmpdir(), "folder-")) : options.folder;
    const theme = options.colorTheme === undefined ? {} : { "workbench.colorTheme": options.colorTheme };
    const server = await VscodeServer.start({
      host,
      flavour: "front",
      extensionsDir: await (options.furtherVsix
        ? installed(host, [vsixPath, ...options.furtherVsix])
        : Workbench.extensionsOf(host)),
      settings: { ...ownSettings, ...theme, ...options.settings },
      workspaceTrust: options.workspaceTrust ?? false,
      env: options.env ?? {},
    });
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: options.viewport ?? { width: 1280, height: 800 } });
    const workbench = new Workbench(server, browser, page, folder ?? undefined);
    try {
      await listenInFrames(page, logUncaught, uncaughtMark);
      await options.prepare?.(page);
      await page.goto(server.address(folder ?? undefined));
      await workbench.ready();
    } catch (error) {
      await workbench.screenshot("failed-to-open");
      await workbench.close();
      throw error;
    }
    return workbench;
  }

  /** Pictures of all that is open, for a test that failed. */
  static async saveEvidence(title: string): Promise<void> {
    const name = title.replace(/[^a-z0-9]+/gi, "-").slice(0, 100);
    await Promise.allSettled(
      [...Workbench.openOnes].map((workbench, index) => workbench.screenshot(`failed-${name}-${index}`)),
    );
  }

  /**
   * Opens VS Code's quick access, the palette once `>` is typed, by a click on the command center. Not by F1: VS Code takes a
   * key out of a panel's page a moment later, by message, and drops it when the keyboard is elsewhere by then.
   */
  async openQuickAccess(): Promise<void> {
    await this.page.locator(".part.titlebar .command-center-quick-pick").click();
    await this.quickInput.shown();
  }

  /** Runs a command by the title the palette shows: `Company Feed: Open Event Feed`. */
  async runCommand(title: string): Promise<void> {
    await this.openQuickAccess();
    await this.quickInput.type(`>${title}`);
    await this.quickInput.pick(title);
    await this.quickInput.left(`>${title}`);
  }

  /** Makes a connection to a service by Connect…, under that name, and waits until its collections are shown. */
  async connect(
    { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
    name: string,
  ): Promise<void> {
    await this.runCommand("Company Feed: Connect…");
    await this.quickInput.answer("Base URL", baseUrl);
    await this.quickInput.answer("API key", key);
    await this.quickInput.answer("Organization ID", "");
    await this.quickInput.answer("Connection name", name);
    await this.statusBarItem(name).waitFor();
    // The last thing that the command does.
    await this.tree("Collections").waitFor();
  }

  /**
   * Shows a container of the activity bar, unless it is shown already. Not after a reload: VS Code shows again what was shown,
   * and a click that comes after it hides it.
   */
  async openContainer(title: string): Promise<void> {
    const tab = this.page.locator(".part.activitybar").getByRole("tab", { name: title });
    if ((await tab.getAttribute("aria-selected")) !== "true") {
      await tab.click();
    }
  }

  /** The tree of the view with that title; its container has to be shown. */
  tree(view: string): Locator {
    return this.page.getByRole("tree", { name: view });
  }

  /** The rows of a tree that are on screen, from top to bottom. */
  async treeRows(view: string): Promise<TreeRow[]> {
    return this.tree(view)
      .getByRole("treeitem")
      .evaluateAll((rows) =>
        rows
          .map((row) => {
            const text = (part: string) =>
              (row.querySelector(part)?.textContent ?? "").replace(/\s+/g, " ").trim();
            const expanded = row.getAttribute("aria-expanded");
            return {
              top: row.getBoundingClientRect().top,
              label: text(".label-name"),
              description: text(".label-description"),
              level: Number(row.getAttribute("aria-level")),
              expanded: expanded === null ? undefined : expanded === "true",
            };
          })
          .sort((a, b) => a.top - b.top)
          .map(({ label, description, level, expanded }) => ({ label, description, level, expanded })),
      );
  }

  /** The row of a tree with exactly that label. */
  treeRow(view: string, label: string): Locator {
    const name = this.page.locator(".label-name").filter({ hasText: new RegExp(`^${escaped(label)}$`) });
    return this.tree(view).getByRole("treeitem").filter({ has: name });
  }

  /** The entries of the status bar that hold `text`. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator(".part.statusbar .statusbar-item").filter({ hasText: text });
  }

  /** What stands in the status bar, from left to right. */
  async statusBarTexts(): Promise<string[]> {
    const texts = await this.page.locator(".part.statusbar .statusbar-item").allInnerTexts();
    return texts.map(clean).filter(Boolean);
  }

  /** The titles of the open editors. */
  async editorTabs(): Promise<string[]> {
    return (await this.page.locator(".tabs-container .tab .label-name").allInnerTexts()).map(clean);
  }

  /** The document of a feed panel that is on screen, once it is there; several are counted from the left. */
  async feedFrame(index = 0): Promise<Frame> {
    const outer = this.page
      .locator(`iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`)
      .nth(index);
    const inner = outer.contentFrame().locator("#active-frame");
    // A frame of the panel's script, not the blank one that is there before.
    await inner.contentFrame().locator("body > *").first().waitFor();
    const frame = await (await inner.elementHandle()).contentFrame();
    if (!frame) {
      throw new Error("The panel was closed while it was waited for.");
    }
    return frame;
  }

  /** What the pages of the extension's panels logged as errors, and what they threw and nobody caught. */
  panelErrors(): ConsoleError[] {
    return this.consoleErrors.filter(
      ({ text, url }) =>
        /Content Security Policy/i.test(text) ||
        text.startsWith(uncaughtMark) ||
        /vscode-(resource|cdn)|webview/.test(url),
    );
  }

  /** Saves a picture to out/screenshots. @returns its path */
  async screenshot(name: string): Promise<string> {
    const file = path.join(out, "screenshots", `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }

  /** Reloads the window, as a person does: the extension host's memory is gone. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** @throws when a panel's page broke a rule of its content security policy, logged or failed to catch an error meanwhile. */
  async close(): Promise<void> {
    Workbench.openOnes.delete(this);
    const errors = this.panelErrors();
    await Promise.all([this.browser.close(), this.server.stop()]);
    assert.deepEqual(errors, []);
  }

  /** Resolves when the extension's contributions are there. */
  private async ready(): Promise<void> {
    await this.page.locator(".part.activitybar").getByRole("tab", { name: "Company Feed" }).waitFor();
  }

  /** The folder with the installed VSIX: one for all that are open. */
  private static extensionsOf(host: HostName): Promise<string> {
    const known = Workbench.installed.get(host);
    if (known) {
      return known;
    }
    const installing = installed(host, [vsixPath]);
    Workbench.installed.set(host, installing);
    return installing;
  }
}

/** @returns a folder with these extensions */
async function installed(host: HostName, files: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "extensions-"));
  await installVsix(host, folder, ...files);
  return folder;
}
