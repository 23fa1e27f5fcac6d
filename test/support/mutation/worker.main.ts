/** Loads the suites `unit` and `robustness` once, and runs the tests it is asked for with a mutant switched on. */
import { readdirSync } from "node:fs";
import path from "node:path";
import Mocha, { type MochaOptions, type Suite, type Test } from "mocha";
import { out } from "../runner/paths";
import type { RunRequest, TestRun, WorkerMessage } from "./messages";

/** Read by the code that Stryker's instrumenter adds, in the process itself and in those that a test starts. */
const activeVariable = "__STRYKER_ACTIVE_MUTANT__";
const switches = {
  activeMutant: undefined as string | undefined,
  currentTestId: undefined as string | undefined,
  mutantCoverage: {
    static: {} as Record<string, number>,
    perTest: {} as Record<string, Record<string, number>>,
  },
};
Object.assign(globalThis, { __stryker__: switches });

const mocha = new Mocha({ allowUncaught: false });
mocha.cleanReferencesAfterRun(false);
for (const suite of ["unit", "robustness"]) {
  const files = readdirSync(path.join(out, suite), { recursive: true, encoding: "utf8" });
  files
    .filter((name) => name.endsWith(".test.js"))
    .forEach((name) => mocha.addFile(path.join(out, suite, name)));
}
await mocha.loadFilesAsync();

// What an earlier mutant left behind must not end the process.
process.on("uncaughtException", () => undefined);
process.on("unhandledRejection", () => undefined);

function send(message: WorkerMessage): void {
  process.send?.(message);
}

function everySuite(suite: Suite, action: (suite: Suite) => void): void {
  action(suite);
  suite.suites.forEach((child) => everySuite(child, action));
}

async function run({ mutant, tests, bail }: RunRequest): Promise<TestRun[]> {
  const longest = Math.max(...Object.values(tests));
  everySuite(mocha.suite, (suite) => {
    suite.timeout(longest);
    suite.bail(bail);
    for (const hook of hooks(suite)) {
      hook.timeout(longest);
    }
    suite.tests.forEach((test) => test.timeout(tests[test.fullTitle()] ?? longest));
  });
  // Mocha asks no more of it than this.
  const grep = { test: (title: string) => Object.hasOwn(tests, title) };
  (mocha.options as MochaOptions).grep = grep as RegExp;
  const runs: TestRun[] = [];
  mocha.reporter(
    // Mocha calls it with `new`.
    function (runner: Mocha.Runner) {
      let started = performance.now();
      // What hooks run past belongs to every test of their suite.
      runner.on("suite", (suite) => (switches.currentTestId = `${suite.fullTitle()}\n`));
      runner.on("test", (test) => {
        started = performance.now();
        switches.currentTestId = test.fullTitle();
      });
      const ended = (title: string, failed: boolean): void => {
        runs.push({ title, failed, milliseconds: performance.now() - started, covered: [] });
      };
      runner.on("pass", (test) => ended(test.fullTitle(), false));
      runner.on("fail", (test) => ended(test.fullTitle(), true));
    } as unknown as typeof Mocha.reporters.Base,
  );
  switches.mutantCoverage.perTest = {};
  switches.activeMutant = mutant;
  if (mutant !== undefined) {
    process.env[activeVariable] = mutant;
  }
  await new Promise((resolve) => mocha.run(resolve));
  switches.activeMutant = undefined;
  Reflect.deleteProperty(process.env, activeVariable);
  if (mutant === undefined) {
    const covered = coverage();
    runs.forEach((one) => (one.covered = covered.get(one.title) ?? []));
  }
  return runs;
}

function hooks(suite: Suite): Mocha.Hook[] {
  const own = suite as unknown as Record<
    "_beforeAll" | "_beforeEach" | "_afterAll" | "_afterEach",
    Mocha.Hook[]
  >;
  return [...own._beforeAll, ...own._beforeEach, ...own._afterAll, ...own._afterEach];
}

/** The mutants that each test ran past, by itself or in the hooks of the suites around it. */
function coverage(): Map<string, string[]> {
  const { perTest } = switches.mutantCoverage;
  const result = new Map<string, string[]>();
  mocha.suite.eachTest((test: Test) => {
    const covered = new Set(Object.keys(perTest[test.fullTitle()] ?? {}));
    for (let suite = test.parent; suite; suite = suite.parent) {
      Object.keys(perTest[`${suite.fullTitle()}\n`] ?? {}).forEach((id) => covered.add(id));
    }
    result.set(test.fullTitle(), [...covered]);
  });
  return result;
}

process.on("message", (request: RunRequest) => {
  void run(request).then((runs) => send({ kind: "ran", runs }));
});
process.on("disconnect", () => process.exit());
setInterval(() => send({ kind: "alive" }), 1_000);

const titles: Record<string, string[]> = {};
mocha.suite.eachTest((test: Test) => {
  (titles[path.relative(out, test.file ?? "")] ??= []).push(test.fullTitle());
});
send({ kind: "loaded", tests: titles, static: Object.keys(switches.mutantCoverage.static) });
