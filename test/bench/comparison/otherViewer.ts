import { createHash } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { launchBrowser } from "../../support/page/browser";
import { cached, progress } from "../../support/runner/cache";
import { root } from "../../support/runner/paths";
import { npmInstall } from "../../support/vscode/vscodeInstall";
import { type Shape, launchOptions, type Viewer, viewport } from "./viewer";

const pagesFolder = path.join(root, "test/bench/comparison");

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** @param file of a page in this folder, which sets `allLoaded` and `search` */
export async function openOtherViewer(file: string, shape: Shape, baseUrl: string): Promise<Viewer> {
  const server = await serve(await installViewers());
  const browser = await launchBrowser(launchOptions);
  const { port } = server.address() as AddressInfo;
  return {
    browser,
    shape,
    open: async (prepare) => {
      const context = await browser.newContext({ viewport, locale: "en-US", timezoneId: "Europe/Berlin" });
      const page = await context.newPage();
      page.on("pageerror", (error) => console.error(error));
      await prepare(page);
      await page.goto(`http://127.0.0.1:${port}/${file}?service=${baseUrl}`);
      return page;
    },
    idle: () => Promise.resolve(),
    search: (text) => (window as unknown as { search: (text: string) => unknown }).search(text),
    stop: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function serve(installed: string): Promise<Server> {
  const fileOf = (pathname: string): string => {
    if (pathname.startsWith("/packages/")) {
      return path.join(installed, "node_modules", pathname.slice("/packages/".length));
    }
    return path.join(pathname === "/agGrid.js" ? installed : pagesFolder, pathname);
  };
  const server = createServer((request, response) => {
    const file = fileOf(new URL(request.url ?? "/", "http://localhost").pathname);
    readFile(file).then(
      (content) => {
        response.setHeader("content-type", contentTypes[path.extname(file)] ?? "application/octet-stream");
        response.end(content);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const source = path.join(pagesFolder, "packages");
/** The parts of AG Grid that its page uses: all of it is twice as large. */
const agGridParts =
  "createGrid, ModuleRegistry, ClientSideRowModelModule, ClientSideRowModelApiModule, QuickFilterModule";

/**
 * Installs the compared viewers into the cache, as the lock file there has them.
 * @returns the folder with `node_modules`, and `agGrid.js` for browsers
 */
export async function installViewers(): Promise<string> {
  const lock = await readFile(path.join(source, "package-lock.json"));
  const version = createHash("sha256").update(lock).update(agGridParts).digest("hex").slice(0, 12);
  return cached(`viewers-${version}`, async (staging) => {
    progress("Installing the viewers to compare with …");
    for (const file of ["package.json", "package-lock.json"]) {
      await copyFile(path.join(source, file), path.join(staging, file));
    }
    await npmInstall(staging);
    await build({
      stdin: { contents: `export { ${agGridParts} } from "ag-grid-community";`, resolveDir: staging },
      outfile: path.join(staging, "agGrid.js"),
      bundle: true,
      minify: true,
      format: "esm",
      logLevel: "warning",
    });
  });
}
