// `npm run bench [-- [--full] text…]`: measures the rows whose names contain one of the texts, or all rows. `--full` uses the
// sizes of the goals instead of smaller ones (scale.ts). A missed goal is only reported; a benchmark that fails ends the run
// with code 1. Each benchmark runs in a separate process, with its own memory and compiler state.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onShutdown } from "../support/runner/cli";
import { root } from "../support/runner/paths";
import { runInSeparateProcess } from "./separateProcess";
import type { Benchmark } from "./benchmark";
import { benchmarks } from "./benchmarks";
import { machineText, thisMachine } from "./machine";
import { type Result, resultOf } from "./result";
import { full } from "./scale";
import { tableOf } from "./table";

const resultsFile = path.join(root, "bench-results.json");

/** Benchmarks with a selected row. */
function chosen(texts: readonly string[]): readonly Benchmark[] {
  const wanted = (name: string): boolean => texts.length === 0 || texts.some((text) => name.includes(text));
  const found = benchmarks.filter(({ rows }) => Object.keys(rows).some(wanted));
  if (found.length === 0) {
    const names = benchmarks.flatMap(({ rows }) => Object.keys(rows));
    throw new Error(`No row has such a name. Rows:\n  ${names.join("\n  ")}`);
  }
  return found;
}

async function resultsOf(benchmark: Benchmark): Promise<{ results: Result[]; broken: boolean }> {
  const rows = Object.entries(benchmark.rows);
  console.error(`Measuring ${rows.map(([name]) => name).join(", ")} …`);
  try {
    const figures = await runInSeparateProcess<Awaited<ReturnType<Benchmark["run"]>>>(
      "one",
      String(benchmarks.indexOf(benchmark)),
      ...(full ? ["--full"] : []),
    );
    const results = rows.map(([name, spec]): Result => {
      const figure = figures[name];
      return figure ? resultOf(name, spec, figure) : { name, ...spec, missing: "not measured" };
    });
    return { results, broken: false };
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    const missing = `failed: ${reason ?? ""}`;
    return { results: rows.map(([name, spec]) => ({ name, ...spec, missing })), broken: true };
  }
}

async function main(): Promise<void> {
  const selected = chosen(process.argv.slice(2).filter((argument) => !argument.startsWith("--")));
  const machine = thisMachine();
  const results: Result[] = [];
  const removeTemporary = await temporaryFolder();
  for (const benchmark of selected) {
    const outcome = await resultsOf(benchmark);
    results.push(...outcome.results);
    process.exitCode = outcome.broken ? 1 : process.exitCode;
  }
  await removeTemporary();
  console.log(`\n${machineText(machine)}\n\n${tableOf(results)}\n`);
  const file = { madeAt: new Date().toISOString(), machine, rows: results };
  await writeFile(resultsFile, `${JSON.stringify(file, sixDigits, 2)}\n`);
  console.log(`Every sample: ${path.relative(process.cwd(), resultsFile)}`);
}

/** Puts all temporary files into one folder. @returns a function that removes it, as signals do */
async function temporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cf-"));
  process.env["TMPDIR"] = folder;
  return onShutdown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function sixDigits(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(6)) : value;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
