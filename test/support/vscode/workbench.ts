import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Frame, Locator, Page } from "playwright-core";
import { extensionId } from "../../../src/ids";
import { listenInFrames } from "../page/frames";
import { becomes, patienceMs, readWhen } from "../page/waiting";
import { Installation, type InstallationOptions } from "./installation";
import { Notifications } from "./notifications";
import { out } from "../runner/paths";
import { clean, escaped, QuickInput } from "./quickInput";
import type { VscodeServer } from "./vscodeServer";

export interface WorkbenchOptions {
  /** Starts a separate VS Code. */
  vscode?: InstallationOptions;
  /** Folder to open. Default: an empty one. */
  folder?: string;
  /** Initial user settings. VS Code doesn't notice later changes to the file. */
  settings?: Record<string, unknown>;
  viewport?: { width: number; height: number };
  /** Called before the page is loaded. */
  prepare?: (page: Page) => Promise<void>;
}

/** A visible tree item. */
export interface TreeRow {
  label: string;
  description: string;
  level: number;
  /** Undefined for an item without children. */
  expanded: boolean | undefined;
}

/** An error on the console of the workbench or one of its frames. */
export interface ConsoleError {
  text: string;
  /** URL of the script or document. */
  url: string;
}

const defaultSettings = {
  // Keep the palette open when views and panels take the focus, because tests are faster than users.
  "workbench.quickOpen.closeOnFocusLost": false,
  "window.commandCenter": true,
  // Most tests count rows and requests.
  "companyFeed.feed.preloadEvents": 0,
};

const feedSelector = `iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`;

const uncaughtPrefix = "Uncaught in a webview:";

/** Runs in every frame: logs uncaught errors in webviews. */
function logUncaught(prefix: string): void {
  if (!location.pathname.includes("/webview/browser/pre/")) {
    return;
  }
  const log = (error: unknown): void =>
    console.error(`${prefix} ${error instanceof Error ? error.stack : String(error)}`);
  window.addEventListener("error", ({ error, message }) => log(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => log(reason));
}

/** Controls VS Code with the packaged extension in a browser window. */
export class Workbench {
  private static readonly instances = new Set<Workbench>();

  readonly server: VscodeServer;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  /** All errors so far, including violations of a content security policy. */
  readonly consoleErrors: ConsoleError[] = [];

  private constructor(
    private readonly installation: Installation,
    readonly page: Page,
    /** The open folder. */
    readonly folder: string | undefined,
  ) {
    this.server = installation.server;
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    page.on("console", (message) => {
      if (message.type() === "error") {
        this.consoleErrors.push({ text: message.text(), url: message.location().url });
      }
    });
    // These errors don't identify the frame, but those of webviews are also on the console.
    page.on("pageerror", (error) => this.consoleErrors.push({ text: error.message, url: page.url() }));
    Workbench.instances.add(this);
  }

  /** Opens VS Code with the VSIX installed and nothing left from earlier windows. */
  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const folder = options.folder ?? (await mkdtemp(path.join(os.tmpdir(), "folder-")));
    const settings = { ...defaultSettings, ...options.settings };
    const installation = await Installation.prepare(options.vscode, settings);
    const page = await installation.newPage();
    await page.setViewportSize(options.viewport ?? { width: 1280, height: 800 });
    page.setDefaultTimeout(patienceMs);
    const workbench = new Workbench(installation, page, folder);
    try {
      await listenInFrames(page, logUncaught, uncaughtPrefix);
      await options.prepare?.(page);
      await page.goto(installation.server.address(folder));
      await workbench.ready();
    } catch (error) {
      await workbench.screenshot("failed-to-open").catch(() => undefined);
      await workbench.close();
      throw error;
    }
    return workbench;
  }

  /** Opens VS Code with an active connection to a service, and shows the sidebar. */
  static async openConnected(
    { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
    { settings, ...options }: WorkbenchOptions = {},
    name = "Acme",
  ): Promise<Workbench> {
    const connections = { "companyFeed.connections": [{ name, baseUrl }] };
    const workbench = await Workbench.open({ ...options, settings: { ...connections, ...settings } });
    const button = (label: string): Locator =>
      workbench.page.locator(".part.sidebar").getByRole("button", { name: label });
    await workbench.openContainer("Company Feed");
    await button("Set API Key…").click();
    await workbench.quickInput.answer("API key", key);
    await button("Set API Key…").waitFor({ state: "hidden" });
    return workbench;
  }

  /** Opens another window of the same VS Code, without a folder. It closes together with this one. */
  async openWindow(): Promise<Workbench> {
    const opened = this.page.waitForEvent("popup");
    await this.page.evaluate((url) => void window.open(url), this.server.address(undefined));
    const other = new Workbench(this.installation, await opened, undefined);
    await other.ready();
    return other;
  }

  /**
   * Call it after a failed test: saves screenshots, prints the text of all open windows, and closes the quick
   * input, so that the next tests don't fail, too.
   */
  static async reportFailure(title: string): Promise<void> {
    const name = title.replace(/[^a-z0-9]+/gi, "-").slice(0, 100);
    const open = [...Workbench.instances].filter(({ page }) => !page.isClosed());
    for (const [index, workbench] of open.entries()) {
      await workbench.screenshot(`failed-${name}-${index}`).catch(() => undefined);
      console.log(await workbench.describe().catch(String));
      if (await workbench.quickInput.widget.isVisible()) {
        await workbench.quickInput.cancel().catch(console.log);
      }
    }
  }

  /**
   * Opens quick access with the command center. F1 would be unreliable: VS Code receives keys from webviews
   * in messages, and drops them if the focus has moved meanwhile.
   */
  async openQuickAccess(): Promise<void> {
    await this.page.locator(".part.titlebar .command-center-quick-pick").click();
    await this.quickInput.shown();
  }

  /** Runs a command from the palette, such as `Company Feed: Open Event Feed`. */
  async runCommand(title: string): Promise<void> {
    await this.pickCommand(title);
    await this.quickInput.left(`>${title}`);
  }

  private async pickCommand(title: string): Promise<void> {
    await this.openQuickAccess();
    await this.quickInput.type(`>${title}`);
    await this.quickInput.pick(title);
  }

  /** Adds a connection with Connect…, waits for its collections and feed, and closes all editors. */
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
    await this.tree("Collections").waitFor();
    await this.feedFrame();
    // Don't use the palette, which may close when the feed takes the focus while loading.
    const tabs = this.page.locator(".tabs-container .tab");
    for (let count = await tabs.count(); count > 0; count--) {
      await tabs.first().click({ button: "middle" });
      await tabs.nth(count - 1).waitFor({ state: "detached" });
    }
    await this.page.locator("iframe.webview").first().waitFor({ state: "detached" });
  }

  /** Shows a view container. Don't call it after a reload: VS Code restores it, and a click could hide it. */
  async openContainer(title: string): Promise<void> {
    const tab = this.page.locator(".part.activitybar").getByRole("tab", { name: title });
    if ((await tab.getAttribute("aria-selected")) !== "true") {
      await tab.click();
    }
  }

  /** The tree of a visible view. @param view its title */
  tree(view: string): Locator {
    return this.page.getByRole("tree", { name: view });
  }

  /** The visible collections: items that can be expanded. */
  collections(): Locator {
    return this.tree("Collections").locator("[role=treeitem][aria-expanded]");
  }

  /** The visible items of a tree, from top to bottom. */
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

  /** Waits until a tree starts with these rows. */
  async rowsShown(view: string, expected: readonly TreeRow[]): Promise<void> {
    await becomes(async () => (await this.treeRows(view)).slice(0, expected.length), [...expected]);
  }

  /** The tree item with this exact label. */
  treeRow(view: string, label: string): Locator {
    const name = this.page.locator(".label-name").filter({ hasText: new RegExp(`^${escaped(label)}$`) });
    return this.tree(view).getByRole("treeitem").filter({ has: name });
  }

  /** The status bar items that contain `text`. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator(".part.statusbar .statusbar-item").filter({ hasText: text });
  }

  /** Performs an action, and waits for a message in the status bar, which stays for a few seconds. */
  async announced(text: string | RegExp, action: () => Promise<unknown>): Promise<void> {
    await Promise.all([this.statusBarItem(text).waitFor(), action()]);
  }

  /** Picks an item of the context menu of an element. */
  async pickFromMenu(element: Locator, item: string): Promise<void> {
    await element.click({ button: "right" });
    await this.page.getByRole("menu").getByRole("menuitem").filter({ hasText: item }).hover();
    // Press a key, because VS Code ignores clicks in the first 100 ms.
    await this.page.keyboard.press("Enter");
  }

  /** Copies, and reads the clipboard. */
  async copied(copy: () => Promise<unknown>): Promise<string> {
    const before = "nothing yet";
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), before);
    await copy();
    return readWhen(
      () => this.page.evaluate(() => navigator.clipboard.readText()),
      (text) => text !== before,
    );
  }

  /** Waits for the frame of a visible feed panel. @param index in the order of opening */
  feedFrame(index = 0): Promise<Frame> {
    return this.frameOf(this.page.locator(feedSelector).nth(index));
  }

  /** Waits for the panel that an action opens or reveals. Another may stay visible for a moment. */
  async newFeedFrame(action: () => Promise<unknown>): Promise<Frame> {
    await this.page.locator("iframe.webview").evaluateAll((frames) => {
      frames.forEach((frame) => frame.setAttribute("data-earlier", ""));
    });
    await action();
    return this.frameOf(this.page.locator(`${feedSelector}:not([data-earlier])`).first());
  }

  private async frameOf(outer: Locator): Promise<Frame> {
    const inner = outer.contentFrame().locator("#active-frame");
    // The frame is initially blank.
    await inner.contentFrame().locator("body > *").first().waitFor();
    const frame = await (await inner.elementHandle()).contentFrame();
    if (!frame) {
      throw new Error("The panel was closed.");
    }
    return frame;
  }

  /** Errors and uncaught exceptions of webviews. */
  panelErrors(): ConsoleError[] {
    return this.consoleErrors.filter(
      ({ text, url }) =>
        /Content Security Policy/i.test(text) ||
        text.startsWith(uncaughtPrefix) ||
        // Logged by the workbench. The page also gets a 404 if it is closed while loading.
        text.includes("Webview.loadLocalResource") ||
        (/vscode-(resource|cdn)|webview/.test(url) && !text.includes("status of 404")),
    );
  }

  /** Saves a screenshot to out/screenshots. @returns its path */
  async screenshot(name: string): Promise<string> {
    const file = path.join(out, "screenshots", `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }

  /** Notifications, text of feeds, and the end of the extension's log. */
  private async describe(): Promise<string> {
    const lines = (await this.notifications.texts()).map((text) => `[notification] ${text}`);
    const quickInput = await this.quickInput.describe();
    if (quickInput !== undefined) {
      lines.push(`[quick input] ${quickInput}`);
    }
    for (const frame of this.page.frames().filter((one) => one.url().includes("/webview/"))) {
      const text = frame.evaluate(() => (document.body as HTMLElement | null)?.innerText ?? "");
      const shown = await Promise.race([text.catch(String), delay(5000, "no answer", { ref: false })]);
      lines.push(`[webview] ${clean(shown).slice(0, 600)}`);
    }
    lines.push(...(await this.log()).trimEnd().split("\n").slice(-10));
    lines.push(...new Set(this.panelErrors().map(({ text }) => `[console] ${text}`)));
    return lines.map((line) => `        ${line}`).join("\n");
  }

  /** The extension's log of the latest extension host. */
  async log(): Promise<string> {
    const file = (await readdir(this.server.home, { recursive: true }))
      .filter((name) => name.endsWith("Company Feed.log"))
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
      .at(-1);
    return file === undefined ? "" : readFile(path.join(this.server.home, file), "utf8");
  }

  /** Reloads the window, which also starts a new extension host. */
  async reloadWindow(): Promise<void> {
    await this.page.evaluate(() => document.documentElement.setAttribute("data-before-reload", ""));
    // Don't wait for the palette to close, because it disappears with the window.
    await this.pickCommand("Developer: Reload Window");
    await this.page.waitForFunction(() => !document.documentElement.hasAttribute("data-before-reload"));
    await this.ready();
  }

  /** Closes all windows. @throws if a webview logged an error, threw one, or violated its security policy */
  async close(): Promise<void> {
    Workbench.instances.delete(this);
    const errors = this.panelErrors();
    await this.installation.release();
    assert.deepEqual(errors, []);
  }

  /** Waits for the extension's contributions. */
  private async ready(): Promise<void> {
    await this.page.locator(".part.activitybar").getByRole("tab", { name: "Company Feed" }).waitFor();
  }
}
