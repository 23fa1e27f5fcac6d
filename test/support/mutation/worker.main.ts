/** Runs the tests it is asked for, with a mutant switched on or to record what they run past. Loads their files when they are needed. */
import { readFileSync } from "node:fs";
import path from "node:path";
import Mocha, { type MochaOptions, type Suite, type Test } from "mocha";
import { out } from "../runner/paths";
import type { RequestedTest, TestRun, WorkerMessage, WorkerRequest } from "./messages";

/** Read by the code that instrument.js adds, in the process itself and in those that a test starts. */
const activeVariable = "ACTIVE_MUTANT";
const none = -1;
const mutantCount = 1 + Math.max(...listedIds());
/** What ran, by the title of a test or, followed by a line break, of a suite. */
const ran = new Map<string, Uint8Array>();
const switches = { active: none, ran: undefined as Uint8Array | undefined };
Object.assign(globalThis, { __mutation__: switches });

const mocha = new Mocha({ allowUncaught: false });
mocha.cleanReferencesAfterRun(false);
const loadedFiles = new Set<string>();

// What an earlier mutant left behind must not end the process.
process.on("uncaughtException", () => undefined);
// As in mochaSuite.main.ts.
process.on("unhandledRejection", (reason) => {
  throw reason;
});

function send(message: WorkerMessage): void {
  process.send?.(message);
}

function everySuite(suite: Suite, action: (suite: Suite) => void): void {
  action(suite);
  suite.suites.forEach((child) => everySuite(child, action));
}

async function answer(request: WorkerRequest): Promise<void> {
  const isRecord = request.kind === "record";
  if (!isRecord && request.isActiveOnLoad) {
    activate(request.mutant);
  }
  const loading = await load(isRecord ? [request.file] : request.tests.map(({ file }) => file));
  const tests = isRecord ? testsIn(request.file, request.timeout) : request.tests;
  const runs = await run(isRecord ? undefined : request.mutant, tests, isRecord);
  send({ kind: "ran", runs, loading });
}

/** @returns the mutants that loading the files ran past: another file may have loaded their code before. */
async function load(files: readonly string[]): Promise<string[]> {
  const marks = new Uint8Array(mutantCount);
  mocha.files = [...new Set(files)]
    .filter((file) => !loadedFiles.has(file))
    .map((file) => path.join(out, file));
  if (mocha.files.length > 0) {
    switches.ran = marks;
    await mocha.loadFilesAsync();
    switches.ran = undefined;
    files.forEach((file) => loadedFiles.add(file));
  }
  return idsIn(marks);
}

function testsIn(file: string, timeout: number): RequestedTest[] {
  const tests: RequestedTest[] = [];
  mocha.suite.eachTest((test: Test) => {
    if (path.relative(out, test.file ?? "") === file) {
      tests.push({ file, title: test.fullTitle(), timeout });
    }
  });
  return tests;
}

async function run(
  mutant: string | undefined,
  tests: readonly RequestedTest[],
  isRecorded: boolean,
): Promise<TestRun[]> {
  const timeouts = new Map(tests.map(({ title, timeout }) => [title, timeout]));
  const longest = Math.max(...timeouts.values());
  everySuite(mocha.suite, (suite) => {
    suite.timeout(longest);
    suite.bail(!isRecorded);
    for (const hook of hooks(suite)) {
      hook.timeout(longest);
    }
    suite.tests.forEach((test) => test.timeout(timeouts.get(test.fullTitle()) ?? longest));
  });
  // Mocha asks no more of it than this.
  const grep = { test: (title: string) => timeouts.has(title) };
  (mocha.options as MochaOptions).grep = grep as RegExp;
  const runs: TestRun[] = [];
  mocha.reporter(
    // Mocha calls it with `new`.
    function (runner: Mocha.Runner) {
      let started = performance.now();
      // What hooks run past belongs to every test of their suite.
      const record = (title: string): void => {
        if (isRecorded) {
          switches.ran = ran.get(title) ?? new Uint8Array(mutantCount);
          ran.set(title, switches.ran);
        }
      };
      runner.on("suite", (suite) => record(`${suite.fullTitle()}\n`));
      runner.on("test", (test) => {
        started = performance.now();
        record(test.fullTitle());
      });
      const ended = (title: string, failed: boolean): void => {
        runs.push({ title, failed, milliseconds: performance.now() - started, covered: [] });
      };
      runner.on("pass", (test) => ended(test.fullTitle(), false));
      runner.on("fail", (test) => ended(test.fullTitle(), true));
    } as unknown as typeof Mocha.reporters.Base,
  );
  ran.clear();
  activate(mutant);
  await new Promise((resolve) => mocha.run(resolve));
  activate(undefined);
  switches.ran = undefined;
  if (isRecorded) {
    const covered = coverage();
    runs.forEach((one) => (one.covered = covered.get(one.title) ?? []));
  }
  return runs;
}

function activate(mutant: string | undefined): void {
  switches.active = mutant === undefined ? none : Number(mutant);
  if (mutant === undefined) {
    Reflect.deleteProperty(process.env, activeVariable);
  } else {
    process.env[activeVariable] = mutant;
  }
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
  const result = new Map<string, string[]>();
  mocha.suite.eachTest((test: Test) => {
    const covered = new Set(idsIn(ran.get(test.fullTitle())));
    for (let suite = test.parent; suite; suite = suite.parent) {
      idsIn(ran.get(`${suite.fullTitle()}\n`)).forEach((id) => covered.add(id));
    }
    result.set(test.fullTitle(), [...covered]);
  });
  return result;
}

function idsIn(marks: Uint8Array | undefined): string[] {
  const ids: string[] = [];
  marks?.forEach((mark, id) => {
    if (mark === 1) {
      ids.push(String(id));
    }
  });
  return ids;
}

function listedIds(): number[] {
  const { mutants } = JSON.parse(readFileSync(path.join(out, "mutants.json"), "utf8")) as {
    mutants: { id: string }[];
  };
  return mutants.map(({ id }) => Number(id));
}

process.on("message", (request: WorkerRequest) => {
  // A mutant that is active on load may keep files from being loaded.
  answer(request).catch(() => process.exit(1));
});
process.on("disconnect", () => process.exit());
setInterval(() => send({ kind: "alive" }), 1_000);
