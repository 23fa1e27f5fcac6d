/**
 * `npm run soak [-- --minutes N] [-- --rounds N]`: plays the same day again and again in a real VS Code, and fails if memory,
 * timers, sockets, requests or storage do not end as they began. `--only text` plays only some activities, `--snapshots folder`
 * writes a heap snapshot after each round.
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
import { measure, type State, timersLeft } from "./measure";
import { complaints, growth, type Round } from "./verdict";

const idleMs = 15_000;
const mebibyte = 1024 * 1024;

const columns = [
  "heap",
  "timers",
  "sockets",
  "handles",
  "requests",
  "hosts",
  "files",
  "stored",
  "window",
  "nodes",
];

function line(name: string, { state, panelNodes }: Round): string {
  const cells = [
    `${(state.heapBytes / mebibyte).toFixed(2)} MiB`,
    state.timers.length,
    state.sockets,
    state.handles.length,
    state.requests,
    state.hosts,
    `${state.files.length}: ${state.fileBytes} B`,
    `${state.storedBytes} B`,
    `${(state.windowHeapBytes / mebibyte).toFixed(1)} MiB, ${state.windowNodes} nodes`,
    panelNodes.join(" → "),
  ];
  return `| ${[name, ...cells].join(" | ")} |`;
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
  await buildProduction();
  await packageVsix();
  const hosts = await ExtensionHosts.start();
  const service = await DayService.start(() => Date.now() + hosts.clockOffsetMs);
  const workbench = await Workbench.open({
    additionalVsix: [await packageHelper("test/soak/probe")],
    env: { DAY_PROBE_URL: hosts.url },
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
  const snapshot = (round: number): Promise<void> | undefined =>
    values.snapshots === undefined
      ? undefined
      : day.host.snapshot(path.resolve(values.snapshots, `round-${round}.heapsnapshot`));
  console.log(`| ${["round", ...columns].join(" | ")} |`);
  const begin: State = await measure(day, idleMs);
  console.log(line("begin", { state: begin, panelNodes: [0, 0] }));
  const rounds: Round[] = [];
  const until = Date.now() + Number(values.minutes) * 60_000;
  const isOver = (): boolean =>
    values.rounds === undefined
      ? Date.now() > until && rounds.length >= 2
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
    const state = await measure(day, idleMs);
    rounds.push({ state, panelNodes: [...day.panelNodes] });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(line(`${rounds.length} (${seconds} s)`, { state, panelNodes: [...day.panelNodes] }));
    await snapshot(rounds.length);
  }
  const perRound = growth(rounds, ({ heapBytes }) => heapBytes);
  console.log(`Heap per round from the second one on: ${(perRound / 1024).toFixed(0)} KiB`);
  const found = complaints(begin, rounds, await timersLeft(day.host));
  console.log(found.length === 0 ? "Everything returned." : `Did not return:\n- ${found.join("\n- ")}`);
  await close();
  return found.length === 0 ? 0 : 1;
});
