import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { heldBytes } from "../../support/fakes/memory";
import type { Watched } from "./inPage";

/**
 * Memory that only the processes of a browser use, and what this process holds apart from compiled code, in MiB, after collecting garbage; undefined
 * where the system does not tell (only Linux does).
 */
export async function memoryMiB(browser: Browser, page: Page): Promise<number | undefined> {
  // What a collection frees is given back to the system a moment later.
  for (let round = 0; round < 3; round++) {
    const collect = (): void => (globalThis as unknown as Watched).gc?.();
    await Promise.all([page.evaluate(collect), ...page.workers().map((worker) => worker.evaluate(collect))]);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  let bytes = await heldBytes();
  for (const { id } of processInfo) {
    const kibibytes = await privateKiB(id);
    if (kibibytes === undefined) {
      return undefined;
    }
    bytes += kibibytes * 1024;
  }
  return bytes / 2 ** 20;
}

async function privateKiB(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => undefined);
  return text === undefined
    ? undefined
    : [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB), 0);
}
