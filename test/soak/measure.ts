import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Day } from "./day";
import type { ExtensionHost } from "./extensionHost";
import { extensionScripts } from "./extensionScripts";
import { type Counts, type HeapContents, readHeapSnapshot } from "./heapSnapshot";
import { extensionFiles, storedEntries } from "./storage";

/** Connections of the extension's HTTP client are closed a few seconds after their last request. */
const patienceMs = 30_000;

/** The longest timers that are left to end by themselves take a minute. */
const timerPatienceMs = 150_000;

/** Without requests for so long, none is expected. */
const idleMs = 15_000;

/** What there is at a time when nothing is connected, open or followed. */
export interface State {
  /** Heap and external memory of the extension host after a garbage collection, VS Code's own and compiled code included. */
  readonly heapBytes: number;
  readonly heap: HeapContents;
  /** The extension's pending timers: where they were set. */
  readonly timers: readonly string[];
  /** At the service. */
  readonly sockets: number;
  /** Servers, sockets and file watchers of the extension host, VS Code's included. */
  readonly handles: readonly string[];
  /** That arrive within the idle time: method and path. */
  readonly requests: readonly string[];
  /** Of VS Code and the browser that shows it. */
  readonly processes: readonly string[];
  /** The extension's files, and their bytes. */
  readonly files: Counts;
  /** Lengths of the extension's entries in the storage of VS Code: state and secrets, encrypted. */
  readonly stored: Counts;
  readonly window: WindowState;
}

/** Of the whole window, with the webviews in it. */
export interface WindowState {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly documents: number;
  readonly listeners: number;
}

/** @param snapshot where to keep a heap snapshot of the extension host */
export async function measure(day: Day, snapshot: string | undefined): Promise<State> {
  await Promise.race([day.service.quiet(), delay(patienceMs, undefined, { ref: false })]);
  const before = day.service.requestCount;
  await delay(idleMs);
  const requests = day.service.requestsSince(before);
  const sockets = day.service.openConnections;
  const { heapBytes, timers, resources } = await day.host.measure();
  return {
    heapBytes,
    heap: await heapContents(day.host, snapshot),
    timers,
    sockets,
    handles: resources.filter((name) => /^(TCP|FSEvent|StatWatcher)/.test(name)).sort(),
    requests,
    processes: await processesBelow(process.pid),
    files: await extensionFiles(day),
    stored: await storedEntries(day),
    window: await windowState(day),
  };
}

/** Waits for the end of timers that nothing sets again. @param allowed so many may be left */
export async function timersLeft(host: ExtensionHost, allowed: number): Promise<readonly string[]> {
  const end = Date.now() + timerPatienceMs;
  for (;;) {
    const left = await host.timers();
    if (left.length <= allowed || Date.now() > end) {
      return left;
    }
    await delay(1_000);
  }
}

async function heapContents(host: ExtensionHost, kept: string | undefined): Promise<HeapContents> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heap-"));
  const file = kept ?? path.join(folder, "host.heapsnapshot");
  await host.snapshot(file);
  const contents = await readHeapSnapshot(file, extensionScripts);
  await rm(folder, { recursive: true });
  return contents;
}

/** The kinds of processes below one, such as "extensionHost". */
async function processesBelow(pid: number): Promise<string[]> {
  const columns = ["-o", "pid=", "-o", "ppid=", "-o", "args="];
  const { stdout } = await promisify(execFile)("ps", ["-ax", "-ww", ...columns], { maxBuffer: 1 << 26 });
  const all = stdout.split("\n").flatMap((line) => {
    const [, id, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return args === undefined ? [] : [{ id: Number(id), parent: Number(parent), args }];
  });
  const below = new Set([pid]);
  // Parents may be listed after their children.
  for (let known = 0; known < below.size;) {
    known = below.size;
    all.filter(({ parent }) => below.has(parent)).forEach(({ id }) => below.add(id));
  }
  return all
    .filter(({ id, args }) => id !== pid && below.has(id) && !args.startsWith("ps "))
    .map(({ args }) => /--type=([\w-]+)/.exec(args)?.[1] ?? path.basename(args.split(" ")[0] ?? ""))
    .sort();
}

/** After a garbage collection. */
async function windowState({ workbench: { page } }: Day): Promise<WindowState> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    heapBytes: of("JSHeapUsedSize"),
    nodes: of("Nodes"),
    documents: of("Documents"),
    listeners: of("JSEventListeners"),
  };
}
