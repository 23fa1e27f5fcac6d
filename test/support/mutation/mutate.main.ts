/**
 * `npm run mutate [-- folder-or-file… --sample N --seed S]`: changes the code under src/ in one place at a time, and tells which
 * changes no test of the suites `unit` and `robustness` notices. Without a folder or file it takes a sample of all.
 */
import { parseArgs } from "node:util";
import { recordCoverage, type CoveringTest } from "./coverage";
import type { RequestedTest } from "./messages";
import { folderOf, folders, readCache, readMutants, sample, writeCache, type Mutant } from "./mutants";
import { allPassed, table, type Outcome } from "./outcomes";
import { Worker } from "./worker";

interface Result {
  outcome: Outcome;
  /** The title of the test that noticed the mutant. */
  by?: string;
}

/** By key of a mutant. */
type Results = Record<string, Result & { hash: string }>;

const resultsFile = "results.json";
const batchSizes = [10, 50];
const lastBatches = 200;
const minTests = 20;
const minTimeout = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    concurrency: { type: "string", default: "2" },
    seconds: { type: "string", default: "30" },
  },
});

function selected(mutants: readonly Mutant[]): Mutant[] {
  const paths = positionals.map((name) => (folders.includes(name) ? `src/${name}/` : name));
  const inPaths = mutants.filter(
    ({ file }) => paths.length === 0 || paths.some((name) => file.startsWith(name)),
  );
  if (inPaths.length === 0) {
    throw new Error(`No mutants in ${positionals.join(", ")}. Folders: ${folders.join(", ")}.`);
  }
  const count = values.sample ?? (paths.length === 0 ? "240" : undefined);
  return count === undefined ? inPaths : sample(inPaths, Number(count), Number(values.seed));
}

/** As many tests as took `--seconds` when they were recorded, but at least 20. */
function nearest(covering: readonly CoveringTest[]): readonly CoveringTest[] {
  let milliseconds = 0;
  return covering.filter((test, index) => {
    milliseconds += test.milliseconds;
    return index < minTests || milliseconds <= Number(values.seconds) * 1000;
  });
}

async function outcomeOf(mutant: Mutant, covering: readonly CoveringTest[], worker: Worker): Promise<Result> {
  const left: RequestedTest[] = nearest(covering).map(({ file, title, milliseconds }) => ({
    file,
    title,
    timeout: minTimeout + 3 * milliseconds,
  }));
  const sizes = [...batchSizes];
  while (left.length > 0) {
    const batch = left.splice(0, sizes.shift() ?? lastBatches);
    while (batch.length > 0) {
      const answer = await runMutant(mutant, batch, worker);
      if (answer === undefined) {
        return { outcome: "timeout" };
      }
      const failure = answer.runs.find(({ failed }) => failed);
      if (failure === undefined) {
        break;
      }
      // Without the mutant it must pass: an earlier mutant may have left something behind, or the machine be too busy.
      const failed = batch.findIndex(({ title }) => title === failure.title);
      const tests = failed === -1 ? batch : batch.slice(failed, failed + 1);
      const withoutMutant = { kind: "run", mutant: undefined, isActiveOnLoad: false, tests } as const;
      // If they hang, the second time is in a fresh process.
      const check = (await worker.send(withoutMutant)) ?? (await worker.send(withoutMutant));
      const titles = tests.map(({ title }) => title);
      if (allPassed(titles, check?.runs)) {
        return { outcome: "killed", by: failure.title };
      }
      worker.stop();
      batch.splice(Math.max(failed, 0), 1);
    }
  }
  return { outcome: "survived" };
}

async function runMutant(mutant: Mutant, tests: RequestedTest[], worker: Worker): ReturnType<Worker["send"]> {
  const isActiveOnLoad = coverage.runsOnLoad(mutant);
  if (isActiveOnLoad) {
    worker.stop();
  }
  const answer = await worker.send({ kind: "run", mutant: mutant.id, isActiveOnLoad, tests });
  if (isActiveOnLoad) {
    worker.stop();
  }
  return answer;
}

const { mutants, hostOnly } = readMutants();
const chosen = selected(mutants);
const workers = Array.from({ length: Number(values.concurrency) }, () => new Worker());
const coverage = await recordCoverage(mutants, workers, (line) => console.log(line));
coverage.failing.forEach((title) => console.log(`counts for nothing, fails without a mutant: ${title}`));
const results = readCache<Results>(resultsFile, {});
// What was killed stays so until its file changes; for what survived there may be a new test.
const waiting = chosen.filter(({ key, hash }) => {
  const known = results[key];
  return known?.hash !== hash || !(known.outcome === "killed" || known.outcome === "timeout");
});
const all = waiting.length;
await Promise.all(
  workers.map(async (worker) => {
    for (let mutant = waiting.pop(); mutant !== undefined; mutant = waiting.pop()) {
      const tests = coverage.testsOf(mutant);
      const found: Result =
        tests.length === 0 ? { outcome: "no coverage" } : await outcomeOf(mutant, tests, worker);
      results[mutant.key] = { hash: mutant.hash, ...found };
      writeCache(resultsFile, results);
      console.log(`${all - waiting.length}/${all} ${found.outcome} (${tests.length} tests) ${mutant.text}`);
    }
  }),
);
workers.forEach((worker) => worker.stop());
const outcomes = chosen.map((mutant) => ({
  text: mutant.text,
  folder: folderOf(mutant.file),
  outcome: results[mutant.key]?.outcome ?? "no coverage",
}));
for (const { outcome, text } of outcomes) {
  if (outcome === "survived" || outcome === "no coverage") {
    console.log(`${outcome}: ${text}`);
  }
}
const left = new Set(hostOnly.map(folderOf));
console.log(`\n${table(outcomes)}`);
console.log(
  `\nNot counted: ${hostOnly.length} files that only tests in VS Code load, in ${[...left].join(", ")}.`,
);
