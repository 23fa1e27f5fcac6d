/**
 * `npm run soak [-- --minutes N] [-- --rounds N]`: plays the same day again and again in a real VS Code, and fails if memory,
 * timers, sockets, requests or storage do not end as they began. `--only text` plays only some activities, `--snapshots folder`
 * keeps the heap snapshot of each round. See docs/soak.md.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildProduction, packageHelper, packageVsix } from "../support/runner/build";
import { onShutdown, runMain } from "../support/runner/cli";
import { Workbench } from "../support/vscode/workbench";
import { activities } from "./activities";
import { savedFeeds } from "./activities/savedFeeds";
import type { Day } from "./day";
import { DayService } from "./dayService";
import { ExtensionHosts } from "./extensionHost";
import type { Counts } from "./heapSnapshot";
import { measure, type State, timersLeft } from "./measure";
import { fillDocuments, userDataOf } from "./storage";
import { complaints, type Round, savedFeedTimers } from "./verdict";

const mebibyte = 1024 * 1024;

/** The first one loads code and fills caches; the others show what grows. */
const minRounds = 3;

const columns = [
  "round",
  "heap",
  "data",
  "objects",
  "timers",
  "sockets",
  "handles",
  "requests",
  "processes",
  "files",
  "stored",
  "window",
  "nodes",
  "nodes of a feed",
];

function row(name: string, { state, panelNodes }: Round): string {
  const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0);
  const cells = [
    name,
    inMebibytes(state.heapBytes),
    inMebibytes(state.heap.dataBytes),
    sum(state.heap.objects),
    state.timers.length,
    state.sockets,
    state.handles.length,
    state.requests.length,
    state.processes.length,
    `${Object.keys(state.files).length}, ${sum(state.files)} B`,
    `${sum(state.stored)} B`,
    inMebibytes(state.window.heapBytes),
    state.window.nodes,
    panelNodes.join(" → "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function inMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(2)} MiB`;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "20" },
      rounds: { type: "string" },
      only: { type: "string", multiple: true },
      snapshots: { type: "string" },
    },
  });
  const temporary = await mkdtemp(path.join(os.tmpdir(), "cf-"));
  process.env["TMPDIR"] = temporary;
  const removeTemporary = onShutdown(() => rm(temporary, { recursive: true, force: true, maxRetries: 5 }));
  await buildProduction("--readable");
  await packageVsix();
  const hosts = await ExtensionHosts.start();
  const service = await DayService.start(() => Date.now() + hosts.clockOffsetMs);
  const workbench = await Workbench.open({
    additionalVsix: [await packageHelper("out/soak/probe")],
    env: { SOAK_URL: hosts.url },
    viewport: { width: 1600, height: 900 },
    settings: {
      "companyFeed.savedFeeds": savedFeeds,
      "companyFeed.feed.pollInterval": 5,
      "companyFeed.feed.preloadEvents": 500,
      "companyFeed.feed.windowDays": 14,
      "companyFeed.requestTimeout": 3,
    },
  });
  const close = onShutdown(async () => {
    hosts.stop();
    await Promise.allSettled([workbench.close(), service.stop()]);
    await removeTemporary();
  });
  await fillDocuments(userDataOf({ workbench }));
  await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const day: Day = {
    workbench,
    service,
    hosts,
    host: await hosts.started(0),
    folder: workbench.folder ?? "",
    panelNodes: [0, 0],
  };
  const chosen = activities.filter(({ name }) => values.only?.some((text) => name.includes(text)) ?? true);
  const snapshotFile = (round: number): string | undefined =>
    values.snapshots && path.resolve(values.snapshots, `round-${round}.heapsnapshot`);
  console.log(`| ${columns.join(" | ")} |\n|${columns.map(() => " - |").join("")}`);
  const begin: State = await measure(day, snapshotFile(0));
  console.log(row("begin", { state: begin, panelNodes: [0, 0] }));
  const rounds: Round[] = [];
  const until = Date.now() + Number(values.minutes) * 60_000;
  const isOver = (): boolean =>
    values.rounds === undefined
      ? Date.now() > until && rounds.length >= minRounds
      : rounds.length >= Number(values.rounds);
  while (!isOver()) {
    const started = performance.now();
    for (const { name, run } of chosen) {
      const before = performance.now();
      try {
        await run(day);
      } catch (error) {
        await Workbench.reportFailure(`soak ${name}`);
        await close();
        throw new Error(`${name}: ${error instanceof Error ? error.stack : String(error)}`, { cause: error });
      }
      console.error(`  ${name}: ${((performance.now() - before) / 1000).toFixed(1)} s`);
    }
    const round = { state: await measure(day, snapshotFile(rounds.length + 1)), panelNodes: day.panelNodes };
    rounds.push({ ...round, panelNodes: [...day.panelNodes] });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(row(`${rounds.length} (${seconds} s)`, round));
  }
  const left = await timersLeft(day.host, begin.timers.length + savedFeedTimers);
  const found = complaints(begin, rounds, left);
  console.log(found.length === 0 ? "Everything returned." : `Did not return:\n- ${found.join("\n- ")}`);
  await close();
  return found.length === 0 ? 0 : 1;
});
