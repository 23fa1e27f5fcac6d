import { hashOf, readCache, writeCache, type Mutant } from "./mutants";
import type { Worker } from "./worker";

/** What one test file's tests did without a mutant. */
interface FileRecord {
  hash: string;
  /** The source files that its tests ran past, as they were then. */
  sources: Record<string, string>;
  tests: TestRecord[];
}

interface TestRecord {
  title: string;
  failed: boolean;
  milliseconds: number;
  /** By source file, the numbers of its mutants that the test ran past. */
  covered: Record<string, number[]>;
}

type Records = Record<string, FileRecord>;

export interface CoveringTest {
  title: string;
  milliseconds: number;
}

export interface Coverage {
  /** By key of a mutant, the tests that run past it: first the quick ones that see little else. */
  tests: Map<string, CoveringTest[]>;
  /** Ids of mutants in code that runs while the tests are loaded. */
  whileLoading: ReadonlySet<string>;
  /** Tests that fail without a mutant and test files that end or hang the process: they count for nothing. */
  failing: string[];
}

const cacheFile = "coverage.json";
const dryRunTimeout = 180_000;

/** Runs every test file that changed, or ran past a source file that changed, since it was last recorded. */
export async function recordCoverage(
  mutants: readonly Mutant[],
  workers: readonly Worker[],
  print: (line: string) => void,
): Promise<Coverage> {
  const [first] = workers;
  if (first === undefined) {
    throw new Error("There is no worker.");
  }
  const loaded = await first.start();
  const records = readCache<Records>(cacheFile, {});
  const hashes = new Map(mutants.map(({ file, hash }) => [file, hash]));
  const stale = Object.keys(loaded.tests).filter((file) => {
    const record = records[file];
    return (
      record?.hash !== hashOf(sourceOf(file)) ||
      Object.entries(record.sources).some(([source, hash]) => hashes.get(source) !== hash)
    );
  });
  const all = stale.length;
  const died: string[] = [];
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const recordFiles = async (worker: Worker): Promise<void> => {
    for (let file = stale.pop(); file !== undefined; file = stale.pop()) {
      const titles = loaded.tests[file] ?? [];
      const tests = Object.fromEntries(titles.map((title) => [title, dryRunTimeout]));
      const runs = await worker.run({ mutant: undefined, tests, bail: false });
      if (runs === undefined) {
        died.push(file);
        Reflect.deleteProperty(records, file);
        continue;
      }
      const record: FileRecord = { hash: hashOf(sourceOf(file)), sources: {}, tests: [] };
      for (const { title, failed, milliseconds, covered } of runs) {
        const bySource: Record<string, number[]> = {};
        for (const mutant of covered.map((id) => byId.get(id)).filter((found) => found !== undefined)) {
          (bySource[mutant.file] ??= []).push(numberOf(mutant));
          record.sources[mutant.file] = mutant.hash;
        }
        record.tests.push({ title, failed, milliseconds: Math.ceil(milliseconds), covered: bySource });
      }
      records[file] = record;
      print(`recorded ${file}, ${stale.length} of ${all} files to go`);
    }
  };
  await Promise.all(workers.map(recordFiles));
  const current = Object.fromEntries(Object.keys(loaded.tests).map((file) => [file, records[file]]));
  if (all > 0) {
    writeCache(cacheFile, current);
  }
  const tests = Object.values(current).flatMap((record) => record?.tests ?? []);
  return {
    tests: testsByMutant(tests.filter(({ failed }) => !failed)),
    whileLoading: new Set(loaded.static),
    failing: [...died, ...tests.filter(({ failed }) => failed).map(({ title }) => title)],
  };
}

/** `unit/feed/x.test.js` in out/ is `test/unit/feed/x.test.ts`. */
function sourceOf(testFile: string): string {
  return `test/${testFile.replaceAll("\\", "/").replace(/\.js$/, ".ts")}`;
}

function numberOf({ key }: Mutant): number {
  return Number(key.slice(key.indexOf("#") + 1));
}

function testsByMutant(tests: readonly TestRecord[]): Map<string, CoveringTest[]> {
  const breadth = (test: TestRecord): number =>
    Object.values(test.covered).reduce((sum, numbers) => sum + numbers.length, 0);
  const ranked = tests
    .map((test) => ({ test, rank: breadth(test) * (test.milliseconds + 1) }))
    .sort((a, b) => a.rank - b.rank);
  const result = new Map<string, CoveringTest[]>();
  for (const { test } of ranked) {
    for (const [file, numbers] of Object.entries(test.covered)) {
      for (const number of numbers) {
        const key = `${file}#${number}`;
        const covering = result.get(key) ?? [];
        covering.push({ title: test.title, milliseconds: test.milliseconds });
        result.set(key, covering);
      }
    }
  }
  return result;
}
