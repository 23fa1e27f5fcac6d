import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { extensionId } from "../../src/ids";
import type { Day } from "./day";
import type { ExtensionHost } from "./extensionHost";

/** Connections of the extension's HTTP client are closed a few seconds after their last request. */
const patienceMs = 30_000;

/** The longest timers that are left to end by themselves take a minute. */
const timerPatienceMs = 150_000;

/** What there is at a time when nothing is connected, open or followed. */
export interface State {
  /** Heap and external memory of the extension host after a garbage collection. */
  readonly heapBytes: number;
  /** The extension's pending timers: where they were set. */
  readonly timers: readonly string[];
  /** At the service. */
  readonly sockets: number;
  /** Servers, sockets and file watchers of the extension host, VS Code's included. */
  readonly handles: readonly string[];
  /** That arrive within the idle time. */
  readonly requests: number;
  /** Extension hosts that run. */
  readonly hosts: number;
  /** The extension's files. */
  readonly files: readonly string[];
  readonly fileBytes: number;
  /** The extension's entries in the storage of VS Code: state and secrets, encrypted. */
  readonly storedBytes: number;
  /** Of the whole window. */
  readonly windowHeapBytes: number;
  readonly windowNodes: number;
}

/** @param idleMs how long to watch for requests */
export async function measure(day: Day, idleMs: number): Promise<State> {
  await Promise.race([day.service.quiet(), delay(patienceMs, undefined, { ref: false })]);
  const before = day.service.requestCount;
  await delay(idleMs);
  const requests = day.service.requestCount - before;
  const sockets = day.service.openConnections;
  const { heapBytes, timers, resources } = await day.host.measure();
  const home = path.join(day.workbench.server.home, "data", "User");
  const files = await filesBelow(home);
  return {
    heapBytes,
    timers,
    sockets,
    handles: resources.filter((name) => /^(TCP|FSEvent|StatWatcher|FSReqPromise)/.test(name)).sort(),
    requests,
    hosts: day.hosts.alive.length,
    files: files.map(({ name }) => name).sort(),
    fileBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    storedBytes: await storedBytes(day),
    ...(await windowState(day)),
  };
}

/** Waits for the end of timers that nothing sets again. */
export async function timersLeft(host: ExtensionHost): Promise<readonly string[]> {
  const end = Date.now() + timerPatienceMs;
  for (;;) {
    const left = await host.timers();
    if (left.length === 0 || Date.now() > end) {
      return left;
    }
    await delay(1_000);
  }
}

/** The extension's files in the storage folders of VS Code. */
async function filesBelow(home: string): Promise<{ name: string; bytes: number }[]> {
  const names = (await readdir(home, { recursive: true })).filter((name) => name.includes(extensionId));
  const found = await Promise.all(
    names.map(async (name) => {
      const status = await stat(path.join(home, name)).catch(() => undefined);
      return status?.isFile() ? [{ name, bytes: status.size }] : [];
    }),
  );
  return found.flat();
}

/** The code-server host keeps state and secrets in the browser. */
function storedBytes({ workbench }: Day): Promise<number> {
  return workbench.page.evaluate(async (id) => {
    let bytes = 0;
    const finished = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
      });
    for (const { name = "" } of await indexedDB.databases()) {
      if (name.startsWith("vscode-web-state-db")) {
        const database = await finished(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          const entries = database.transaction(store).objectStore(store);
          const key = await finished(entries.getAllKeys());
          const value = await finished(entries.getAll());
          key.forEach((one, n) => {
            if ((one as string).includes(id)) {
              bytes += String(value[n]).length;
            }
          });
        }
        database.close();
      }
    }
    for (const [key, value] of Object.entries(localStorage) as [string, string][]) {
      bytes += key.includes("secret") ? value.length : 0;
    }
    return bytes;
  }, extensionId);
}

/** After a garbage collection. */
async function windowState({
  workbench: { page },
}: Day): Promise<Pick<State, "windowHeapBytes" | "windowNodes">> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { windowHeapBytes: of("JSHeapUsedSize"), windowNodes: of("Nodes") };
}
