import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Browser, LaunchOptions, Page } from "playwright-core";
import { contentSecurityPolicy, pageHtml } from "../../../src/panel/pageHtml";
import { displayLanguage } from "../../../src/shared/locale";
import { decodePageState, type PageState } from "../../../src/shared/pageState";
import { launchBrowser, sharedBrowser } from "./browser";
import { FakePanelHost } from "./fakePanelHost";
import { boxesSettle, patienceMs, readWhen } from "./waiting";
import { type ThemeName, webviewTheme } from "./webviewThemes";

/** Folder of the page's bundle. */
const bundle = process.env["COMPANY_FEED_PAGE"] ?? "dist/webview";
const nonce = "n0nce";

export interface OpenOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  /** IANA name of the browser's zone. */
  readonly timeZone?: string;
  /** Saved state to restore. */
  readonly state?: unknown;
  readonly reducedMotion?: boolean;
  /** Called before the page is loaded. */
  readonly prepare?: (host: FakePanelHost) => unknown;
}

export interface FeedPage {
  readonly page: Page;
  readonly host: FakePanelHost;
}

/**
 * The feed panel's page alone, in a real browser; each test opens its own. Tests fail on errors and warnings
 * of the browser: on the console, uncaught, or of the content security policy.
 */
export class FeedPages {
  private browser: Browser | undefined;
  private ownBrowser: Browser | undefined;
  private server: Server | undefined;
  private browserErrors: string[] = [];

  /** Call it in a suite: registers hooks. */
  static use(): FeedPages {
    const pages = new FeedPages();
    before(async () => {
      await pages.start();
    });
    afterEach(() => pages.closePages());
    after(() => pages.stop());
    return pages;
  }

  /** Opens a page, and waits for its first rows. A chart may appear later. */
  async open(options: OpenOptions = {}): Promise<FeedPage> {
    let opened: FeedPage | undefined;
    const page = await this.load(options, async (fresh) => {
      const host = await FakePanelHost.attach(fresh);
      await options.prepare?.(host);
      opened = { page: fresh, host };
    });
    // Wait for icons to load and for sizes to be measured after the first layout.
    const feedPage = opened ?? assert.fail(page.url());
    await page
      .locator(feedPage.host.rows.count > 0 ? ".grid-rows .row:not(.waiting)" : ".header")
      .first()
      .waitFor();
    await boxesSettle(page);
    return feedPage;
  }

  /** Opens a page. @param attach sets up its host */
  async load(options: OpenOptions, attach: (page: Page) => Promise<void>): Promise<Page> {
    const { theme = "dark", size = { width: 1200, height: 700 }, timeZone = "Europe/Berlin" } = options;
    if (!this.browser || !this.server) {
      throw new Error("Not started.");
    }
    const context = await this.browser.newContext({
      viewport: size,
      timezoneId: timeZone,
      locale: "en-US",
      reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.browserErrors.push(message.text());
      }
    });
    page.on("pageerror", (error) => this.browserErrors.push(String(error)));
    await attach(page);
    await page.addInitScript(setUpWebview, { ...webviewTheme(theme), state: options.state });
    await page.goto(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`);
    return page;
  }

  /** Call it outside of suites, and `stop` at the end. @param options if given, launches its own browser */
  async start(options?: LaunchOptions): Promise<Browser> {
    this.server = createServer((request, response) => void serve(request.url ?? "/", response));
    this.server.listen(0, "127.0.0.1");
    this.ownBrowser = options && (await launchBrowser(options));
    this.browser = this.ownBrowser ?? (await sharedBrowser());
    return this.browser;
  }

  private async closePages(): Promise<void> {
    for (const context of this.browser?.contexts() ?? []) {
      await context.close();
    }
    const browserErrors = this.browserErrors;
    this.browserErrors = [];
    assert.deepEqual(browserErrors, [], "errors of the browser");
  }

  async stop(): Promise<void> {
    await this.ownBrowser?.close();
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

async function serve(url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  if (pathname === "/") {
    const options = {
      cspSource: "'self'",
      scriptUri: "/feed.js",
      styleUri: "/feed.css",
      nonce,
      title: "Event Feed",
      panelId: "0",
      displayLanguage: displayLanguage(),
    };
    response.setHeader("content-type", "text/html");
    response.setHeader("content-security-policy", contentSecurityPolicy(options));
    response.end(pageHtml(options));
    return;
  }
  const types: Readonly<Record<string, string>> = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".ttf": "font/ttf",
  };
  const file = path.basename(pathname);
  try {
    const content = await readFile(path.join(bundle, file));
    response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream");
    response.end(content);
  } catch {
    response.statusCode = file === "favicon.ico" ? 204 : 404;
    response.end();
  }
}

/** Changes the theme while the page is open, as VS Code does. */
export async function setTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(({ kind, variables }) => {
    const { style } = document.documentElement;
    for (const name of [...style].filter((property) => property.startsWith("--vscode-"))) {
      style.removeProperty(name);
    }
    for (const [name, value] of Object.entries(variables)) {
      style.setProperty(`--vscode-${name}`, value);
    }
    document.body.className = kind;
    document.body.dataset["vscodeThemeKind"] = kind;
  }, webviewTheme(theme));
}

/** Runs in the page before its own script, and sets up the document like VS Code. */
function setUpWebview({
  kind,
  variables,
  state,
}: {
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly state: unknown;
}): void {
  if (state !== undefined && sessionStorage.getItem("state") === null) {
    sessionStorage.setItem("state", typeof state === "string" ? state : JSON.stringify(state));
  }
  const setUp = () => {
    for (const [name, value] of Object.entries(variables)) {
      document.documentElement.style.setProperty(`--vscode-${name}`, value);
    }
    document.body.classList.add(kind);
    document.body.dataset["vscodeThemeKind"] = kind;
    const defaults = new CSSStyleSheet();
    const font = "font-family: var(--vscode-font-family); font-size: var(--vscode-font-size)";
    defaults.replaceSync(`@layer vscode-default { body { margin: 0; padding: 0 20px; ${font}; } }`);
    document.adoptedStyleSheets = [defaults];
  };
  new MutationObserver((_, observer) => {
    if (document.body as HTMLElement | null) {
      observer.disconnect();
      setUp();
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Waits until the page's saved state satisfies `test`. */
export async function stateWhen({ page }: FeedPage, test: (saved: PageState) => boolean): Promise<PageState> {
  return readWhen(
    async () =>
      decodePageState(
        await page.evaluate(() => JSON.parse(sessionStorage.getItem("state") ?? "null") as unknown),
      ),
    test,
  );
}
