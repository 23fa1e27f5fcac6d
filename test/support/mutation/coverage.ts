import { readdirSync } from "node:fs";
import path from "node:path";
import { out } from "../runner/paths";
import { folderOf, hashOf, readCache, writeCache, type Mutant } from "./mutants";
import type { Worker } from "./worker";

/** What one test file's tests did without a mutant. */
interface FileRecord {
  hash: string;
  /** The source files that its tests ran past, as they were then. */
  sources: Record<string, string>;
  tests: TestRecord[];
  /** By source file, the numbers of its mutants that loading the test file ran past. */
  loading: Record<string, number[]>;
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
  file: string;
  title: string;
  milliseconds: number;
}

export interface Coverage {
  /** Whether its code runs only while files are loaded, those of tests or others. */
  runsOnLoad: (mutant: Mutant) => boolean;
  /**
   * The tests that run past a mutant, first the quick ones that see little else. What runs on load is recorded for the first test that
   * loads it only: for a mutant there, they are those that run past any code of its file, and then those in the folder of its name.
   */
  testsOf: (mutant: Mutant) => readonly CoveringTest[];
  /** Tests that fail without a mutant and test files that end or hang the process: they count for nothing. */
  failing: string[];
}

const cacheFile = "records.json";
const dryRunTimeout = 180_000;

/** Runs every test file that changed, or ran past a source file that changed, since it was last recorded. */
export async function recordCoverage(
  mutants: readonly Mutant[],
  workers: readonly Worker[],
  print: (line: string) => void,
): Promise<Coverage> {
  const testFiles = ["unit", "robustness"].flatMap(testFilesOf);
  const records = readCache<Records>(cacheFile, {});
  const hashes = new Map(mutants.map(({ file, hash }) => [file, hash]));
  const stale = testFiles.filter((file) => {
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
      const answer = await worker.send({ kind: "record", file, timeout: dryRunTimeout });
      if (answer === undefined) {
        died.push(file);
        Reflect.deleteProperty(records, file);
        continue;
      }
      const record: FileRecord = { hash: hashOf(sourceOf(file)), sources: {}, tests: [], loading: {} };
      const bySource = (ids: readonly string[]): Record<string, number[]> => {
        const numbers: Record<string, number[]> = {};
        for (const mutant of ids.map((id) => byId.get(id)).filter((found) => found !== undefined)) {
          (numbers[mutant.file] ??= []).push(numberOf(mutant));
          record.sources[mutant.file] = mutant.hash;
        }
        return numbers;
      };
      record.loading = bySource(answer.loading);
      record.tests = answer.runs.map(({ title, failed, milliseconds, covered }) => ({
        title,
        failed,
        milliseconds: Math.ceil(milliseconds),
        covered: bySource(covered),
      }));
      records[file] = record;
      print(`recorded ${file}, ${stale.length} of ${all} files to go`);
    }
  };
  await Promise.all(workers.map(recordFiles));
  const current = Object.fromEntries(
    testFiles.flatMap((file) => (records[file] === undefined ? [] : [[file, records[file]]])),
  );
  if (all > 0) {
    writeCache(cacheFile, current);
  }
  const tests = Object.entries(current).flatMap(([file, record]) =>
    record.tests.map((test) => ({ ...test, file })),
  );
  const passing = tests.filter(({ failed }) => !failed);
  const byMutant = testsByMutant(passing);
  const whileLoading = new Set(Object.values(current).flatMap(({ loading }) => keysOf(loading)));
  const runsOnLoad = ({ key, isOutsideFunctions }: Mutant): boolean =>
    isOutsideFunctions || (whileLoading.has(key) && !byMutant.has(key));
  return {
    runsOnLoad,
    testsOf: (mutant) =>
      runsOnLoad(mutant) ? testsNear(mutant.file, passing) : (byMutant.get(mutant.key) ?? []),
    failing: [...died, ...tests.filter(({ failed }) => failed).map(({ title }) => title)],
  };
}

function testFilesOf(suite: string): string[] {
  return readdirSync(path.join(out, suite), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => path.join(suite, name));
}

function keysOf(numbers: Record<string, number[]>): string[] {
  return Object.entries(numbers).flatMap(([file, ofFile]) => ofFile.map((number) => `${file}#${number}`));
}

/** `unit/feed/x.test.js` in out/ is `test/unit/feed/x.test.ts`. */
function sourceOf(testFile: string): string {
  return `test/${testFile.replaceAll("\\", "/").replace(/\.js$/, ".ts")}`;
}

function numberOf({ key }: Mutant): number {
  return Number(key.slice(key.indexOf("#") + 1));
}

function testsByMutant(tests: readonly (TestRecord & CoveringTest)[]): Map<string, CoveringTest[]> {
  const result = new Map<string, CoveringTest[]>();
  for (const test of inOrder(tests)) {
    for (const key of keysOf(test.covered)) {
      const covering = result.get(key) ?? [];
      covering.push(test);
      result.set(key, covering);
    }
  }
  return result;
}

/** The tests of a source file, then those that run past any code of it, and then those of its folder. */
function testsNear(file: string, tests: readonly (TestRecord & CoveringTest)[]): readonly CoveringTest[] {
  const ownFile = path.join("unit", path.relative("src", file)).replace(/\.ts$/, ".test.js");
  const folder = path.join("unit", folderOf(file), path.sep);
  const own = tests.filter((test) => test.file === ownFile);
  const others = tests.filter((test) => test.file !== ownFile);
  const covering = others.filter(({ covered }) => file in covered);
  const beside = others.filter((test) => test.file.startsWith(folder) && !(file in test.covered));
  return [own, covering, beside].flatMap(inOrder);
}

/** First the quick ones that see little else. */
function inOrder<T extends TestRecord>(tests: readonly T[]): T[] {
  return tests
    .map((test) => ({ test, rank: keysOf(test.covered).length * (test.milliseconds + 1) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ test }) => test);
}
