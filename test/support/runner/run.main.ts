/**
 * `npm test [-- suite…] [-- --grep text]`: runs the suites one after the other and ends with `N passed, N failed`.
 *
 * unit, robustness, page, host (on the newest and the oldest VS Code), e2e; desktop and wine (unit and robustness on Node for
 * Windows) only when named.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildProduction, packageVsix } from "./build";
import { progress } from "./cache";
import { onShutdown } from "./cli";
import { ManagedProcess } from "./managedProcess";
import { out, root, scriptPath } from "./paths";
import { grepVariable, totalsVariable, type Totals } from "./reporter";

interface TestSuite {
  title: string;
  /** A tool below test/support and its arguments. */
  command: [tool: string, ...args: string[]];
  /** The VSIX is made just before; dist/ always is. */
  needsVsix?: true;
  minutes: number;
}

const suites = {
  unit: { title: "unit", command: ["runner/mochaSuite", "unit"], minutes: 20 },
  robustness: { title: "robustness", command: ["runner/mochaSuite", "robustness"], minutes: 20 },
  page: { title: "page", command: ["runner/mochaSuite", "webview"], minutes: 30 },
  newest: { title: "host, newest VS Code", command: ["runner/hostSuite", "newest"], minutes: 20 },
  oldest: { title: "host, oldest VS Code", command: ["runner/hostSuite", "oldest"], minutes: 20 },
  desktop: { title: "host, desktop VS Code", command: ["runner/hostSuite", "desktop"], minutes: 20 },
  wine: { title: "unit and robustness, Node for Windows", command: ["runner/wineSuite"], minutes: 30 },
  e2e: { title: "e2e", command: ["runner/mochaSuite", "e2e"], needsVsix: true, minutes: 45 },
} satisfies Record<string, TestSuite>;

type SuiteName = keyof typeof suites;

const everyDay: SuiteName[] = ["unit", "robustness", "page", "newest", "oldest", "e2e"];

function chosen(names: string[]): SuiteName[] {
  const expanded = names.flatMap((name) => (name === "host" ? ["newest", "oldest"] : [name]));
  const unknown = expanded.filter((name) => !(name in suites));
  if (unknown.length > 0) {
    throw new Error(
      `No such suite: ${unknown.join(", ")}. There are host, ${Object.keys(suites).join(", ")}.`,
    );
  }
  return names.length > 0 ? (expanded as SuiteName[]) : everyDay;
}

/** Runs one suite in a process and a temporary folder of its own. Whatever goes wrong counts as a failure. */
async function runSuite(name: SuiteName, grep: string | undefined): Promise<Totals> {
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
  const [program, ...args] = suite.command;
  const suiteProcess = new ManagedProcess(process.execPath, [scriptPath(program), ...args], {
    cwd: root,
    env,
    graceMs: 10_000,
    remove: [temporary],
  });
  const stop = onShutdown(() => suiteProcess.stop());
  suiteProcess.onOutput((text) => process.stdout.write(text));
  let trouble: string | undefined;
  const deadline = setTimeout(() => {
    trouble = `it was not done after ${suite.minutes} minutes`;
    void stop();
  }, suite.minutes * 60_000);
  const code = await suiteProcess.exited;
  clearTimeout(deadline);
  await stop();
  const totals = await readTotals(totalsFile);
  if (totals === undefined) {
    trouble ??= "it left no totals";
  } else if (code !== 0 && totals.failed === 0) {
    trouble ??= `it ended with code ${code}`;
  }
  return trouble === undefined && totals ? totals : broken(suite, trouble ?? "", totals);
}

/** The totals the suite left, unless it did not get so far. */
async function readTotals(file: string): Promise<Totals | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Totals;
  } catch {
    return undefined;
  }
}

/** One failure more than its tests tell, for a suite that itself went wrong. */
function broken(suite: TestSuite, trouble: string, totals: Totals = { passed: 0, failed: 0 }): Totals {
  console.log(`✖ The suite failed (${suite.title}): ${trouble}.`);
  return { passed: totals.passed, failed: totals.failed + 1 };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: "string" } },
  });
  const sum: Totals = { passed: 0, failed: 0 };
  const names = chosen(positionals);
  await buildProduction();
  for (const name of names) {
    const suite: TestSuite = suites[name];
    console.log(`\n── ${suite.title}`);
    const started = performance.now();
    let totals: Totals;
    try {
      if (suite.needsVsix) {
        await packageVsix();
      }
      totals = await runSuite(name, values.grep);
    } catch (error) {
      totals = broken(suite, error instanceof Error ? error.message : String(error));
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    progress(`${suite.title}: ${totals.passed} passed, ${totals.failed} failed in ${seconds} s`);
    sum.passed += totals.passed;
    sum.failed += totals.failed;
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  // Not even a suite could be run: still a total, and not a good one.
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
