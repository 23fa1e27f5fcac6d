// `npm run bench [-- [--full] text…]`: measures the rows whose names contain one of the texts, or all rows. `--full` uses the
// sizes of the goals instead of smaller ones. A missed goal is only reported; a benchmark that fails ends the run with code 1.
// Each benchmark runs in a separate process (`--one <index>`), with its own memory and compiler state.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { closeSharedBrowser } from "../support/page/browser";
import { onShutdown, runMain } from "../support/runner/cli";
import { root } from "../support/runner/paths";
import { activationBenchmark } from "./activationBenchmark";
import { agentBenchmark } from "./agentBenchmark";
import { type Benchmark, full } from "./benchmark";
import { comparisonBenchmark } from "./comparison/comparisonBenchmark";
import { drainBenchmark } from "./drainBenchmark";
import { exportBenchmark } from "./exportBenchmark";
import { firstRowBenchmark } from "./firstRowBenchmark";
import { liveBenchmark } from "./liveBenchmark";
import { runInSeparateProcess, sendResult } from "./processes";
import { machineText, type Result, resultOf, tableOf } from "./results";
import { scrollBenchmark } from "./scrollBenchmark";
import { sizeBenchmark } from "./sizeBenchmark";
import { storeBenchmark } from "./storeBenchmark";

/** In the order of the table. */
const benchmarks: readonly Benchmark[] = [
  drainBenchmark,
  storeBenchmark,
  liveBenchmark,
  agentBenchmark,
  exportBenchmark,
  activationBenchmark,
  firstRowBenchmark,
  scrollBenchmark,
  comparisonBenchmark,
  sizeBenchmark,
];

/** Benchmarks with a selected row. */
function chosen(texts: readonly string[]): readonly Benchmark[] {
  const wanted = (name: string): boolean => texts.length === 0 || texts.some((text) => name.includes(text));
  const found = benchmarks.filter(({ rows }) => Object.keys(rows).some(wanted));
  if (found.length === 0) {
    throw new Error("No row has such a name.");
  }
  return found;
}

async function resultsOf(benchmark: Benchmark): Promise<Result[]> {
  const rows = Object.entries(benchmark.rows);
  console.error(`Measuring ${rows.map(([name]) => name).join(", ")} …`);
  let figures: Awaited<ReturnType<Benchmark["run"]>> = {};
  let missing = "not measured";
  try {
    const args = ["--one", String(benchmarks.indexOf(benchmark)), ...(full ? ["--full"] : [])];
    figures = await runInSeparateProcess("run", ...args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    missing = "failed";
    process.exitCode = 1;
  }
  return rows.map(([name, spec]) => {
    const figure = figures[name];
    return figure ? resultOf(name, spec, figure) : { name, ...spec, missing };
  });
}

async function measure(texts: readonly string[]): Promise<void> {
  const selected = chosen(texts);
  const machine = machineText();
  // For all temporary files.
  const folder = await mkdtemp(path.join(os.tmpdir(), "cf-"));
  process.env["TMPDIR"] = folder;
  const removeFolder = onShutdown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const results: Result[] = [];
  for (const benchmark of selected) {
    results.push(...(await resultsOf(benchmark)));
  }
  await removeFolder();
  console.log(`\n${machine}\n\n${tableOf(results)}\n`);
  const file = path.join(root, "bench-results.json");
  const contents = { madeAt: new Date().toISOString(), machine, rows: results };
  await writeFile(file, `${JSON.stringify(contents, null, 2)}\n`);
  console.log(`Every sample: ${path.relative(process.cwd(), file)}`);
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { full: { type: "boolean" }, one: { type: "string" } },
  });
  if (values.one === undefined) {
    await measure(positionals);
  } else {
    sendResult(await benchmarks[Number(values.one)]?.run());
    await closeSharedBrowser();
  }
  return Number(process.exitCode ?? 0);
});
