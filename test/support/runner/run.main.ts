/**
 * `npm test [-- suite…] [-- --grep text]`: runs test suites, and ends with all failures and `N passed, N failed`.
 *
 * Suites: unit, release (where there is git), robustness, page, host (newest and oldest VS Code) and e2e; desktop and wine (unit
 * and robustness on Node for Windows) only on request.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildProduction, packageVsix } from "./build";
import { progress } from "./cache";
import { onShutdown } from "./cli";
import { ManagedProcess } from "./managedProcess";
import { OrderedOutput, type OutputSection } from "./orderedOutput";
import { out, root, scriptPath } from "./paths";
import { grepVariable, totalsVariable, type Totals } from "./reporter";

interface TestSuite {
  title: string;
  /** A script in test/support, and its arguments. */
  command: [script: string, ...args: string[]];
  /** Drives a VS Code of its own, and mostly waits for it: it runs beside the other suites. Needs the VSIX; dist/ is always built. */
  drivesVscode?: true;
  /** Only for a suite that hangs: a busy machine may take ten times as long as an idle one. */
  minutes: number;
}

const suites = {
  unit: { title: "unit", command: ["runner/mochaSuite", "unit"], minutes: 60 },
  release: { title: "release", command: ["runner/mochaSuite", "release"], minutes: 60 },
  robustness: { title: "robustness", command: ["runner/mochaSuite", "robustness"], minutes: 60 },
  page: { title: "page", command: ["runner/mochaSuite", "webview"], minutes: 90 },
  newest: { title: "host, newest VS Code", command: ["runner/hostSuite", "newest"], minutes: 60 },
  oldest: { title: "host, oldest VS Code", command: ["runner/hostSuite", "oldest"], minutes: 60 },
  desktop: { title: "host, desktop VS Code", command: ["runner/hostSuite", "desktop"], minutes: 60 },
  wine: { title: "unit and robustness, Node for Windows", command: ["runner/wineSuite"], minutes: 90 },
  e2e: { title: "e2e", command: ["runner/mochaSuite", "e2e"], drivesVscode: true, minutes: 120 },
} satisfies Record<string, TestSuite>;

type SuiteName = keyof typeof suites;

/** Whoever only uses or tests the extension may have no git. */
function defaultSuites(): SuiteName[] {
  const hasGit = spawnSync("git", ["--version"]).status === 0;
  if (!hasGit) {
    progress("release: not run, because it needs git");
  }
  return ["unit", ...(hasGit ? (["release"] as const) : []), "robustness", "page", "newest", "oldest", "e2e"];
}

function selectSuites(names: string[]): SuiteName[] {
  const expanded = names.flatMap((name) => (name === "host" ? ["newest", "oldest"] : [name]));
  const unknown = expanded.filter((name) => !(name in suites));
  if (unknown.length > 0) {
    throw new Error(`Unknown suite: ${unknown.join(", ")}. Suites: host, ${Object.keys(suites).join(", ")}.`);
  }
  return names.length > 0 ? (expanded as SuiteName[]) : defaultSuites();
}

/** Runs a suite in its own process with its own temporary folder. Every problem counts as a failure. */
async function runSuite(name: SuiteName, grep: string | undefined, output: OutputSection): Promise<Totals> {
  const suite: TestSuite = suites[name];
  const temporary = await mkdtemp(path.join(os.tmpdir(), "cf-"));
  const totalsFile = path.join(out, `totals-${name}.json`);
  await rm(totalsFile, { force: true });
  const env = {
    ...process.env,
    TMPDIR: temporary,
    [totalsVariable]: totalsFile,
    ...(grep === undefined ? {} : { [grepVariable]: grep }),
  };
  const [script, ...args] = suite.command;
  const suiteProcess = new ManagedProcess(process.execPath, [scriptPath(script), ...args], {
    cwd: root,
    env,
    graceMs: 10_000,
    remove: [temporary],
  });
  const stop = onShutdown(() => suiteProcess.stop());
  suiteProcess.onOutput((text) => output.write(text));
  let problem: string | undefined;
  const deadline = setTimeout(() => {
    problem = `it did not finish within ${suite.minutes} minutes`;
    void stop();
  }, suite.minutes * 60_000);
  const code = await suiteProcess.exited;
  clearTimeout(deadline);
  await stop();
  const totals = await readTotals(totalsFile);
  if (totals === undefined) {
    problem ??= "it wrote no totals";
  } else if (code !== 0 && totals.failures.length === 0) {
    problem ??= `it exited with code ${code}`;
  }
  return problem === undefined && totals ? totals : withSuiteFailure(suite, output, problem ?? "", totals);
}

/** Undefined if the suite did not finish. */
async function readTotals(file: string): Promise<Totals | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Totals;
  } catch {
    return undefined;
  }
}

/** Adds a failure for a suite that itself failed. */
function withSuiteFailure(
  suite: TestSuite,
  output: OutputSection,
  problem: string,
  totals: Totals = { passed: 0, failures: [] },
): Totals {
  const failure = `The suite failed (${suite.title}): ${problem}.`;
  output.write(`✖ ${failure}\n`);
  return { passed: totals.passed, failures: [...totals.failures, failure] };
}

/** Runs one suite after the other. */
async function runSuites(
  names: readonly SuiteName[],
  grep: string | undefined,
  output: OutputSection,
): Promise<Totals> {
  const sum: Totals = { passed: 0, failures: [] };
  for (const name of names) {
    const suite: TestSuite = suites[name];
    output.write(`\n── ${suite.title}\n`);
    const started = performance.now();
    let totals: Totals;
    try {
      if (suite.drivesVscode) {
        await packageVsix();
      }
      totals = await runSuite(name, grep, output);
    } catch (error) {
      totals = withSuiteFailure(suite, output, error instanceof Error ? error.message : String(error));
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    progress(`${suite.title}: ${totals.passed} passed, ${totals.failures.length} failed in ${seconds} s`);
    sum.passed += totals.passed;
    sum.failures.push(...totals.failures);
  }
  output.end();
  return sum;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: "string" } },
  });
  const names = selectSuites(positionals);
  await buildProduction();
  const drivesVscode = (name: SuiteName): boolean => (suites[name] as TestSuite).drivesVscode === true;
  const outputs = new OrderedOutput((text) => process.stdout.write(text));
  const lanes = [names.filter((name) => !drivesVscode(name)), names.filter(drivesVscode)];
  const results = await Promise.all(lanes.map((lane) => runSuites(lane, values.grep, outputs.addSection())));
  const passed = results.reduce((sum, totals) => sum + totals.passed, 0);
  const failures = results.flatMap((totals) => totals.failures);
  if (failures.length > 0) {
    console.log(["\n── Failures", ...failures].join("\n\n"));
  }
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  // Print totals even if no suite could run.
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
