/**
 * `npm test [-- suite…] [-- --grep text]`: runs test suites with Mocha, and prints failures and totals last.
 * Suites: unit, release (if Git is installed), robustness, page, host (newest and oldest VS Code), e2e, and
 * desktop, which runs only on request.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildProduction, packageVsix } from "./build";
import { progress } from "./cache";
import { onShutdown } from "./cli";
import { ManagedProcess } from "./managedProcess";
import { grepVariable, totalsVariable, type Totals } from "./mochaRun";
import { out, root, scriptPath } from "./paths";

/** The script of each suite, and its argument. */
const suites = {
  unit: ["runner/mochaSuite", "unit"],
  release: ["runner/mochaSuite", "release"],
  robustness: ["runner/mochaSuite", "robustness"],
  page: ["runner/mochaSuite", "webview"],
  newest: ["vscode/hostSuite", "newest"],
  oldest: ["vscode/hostSuite", "oldest"],
  desktop: ["vscode/hostSuite", "desktop"],
  e2e: ["runner/mochaSuite", "e2e"],
} as const;

type SuiteName = keyof typeof suites;

/** Leaves out release tests without Git, which users of the extension may not have. */
function defaultSuites(): SuiteName[] {
  const hasGit = spawnSync("git", ["--version"]).status === 0;
  if (!hasGit) {
    progress("release: not run, because it needs git");
  }
  return ["unit", ...(hasGit ? (["release"] as const) : []), "robustness", "page", "newest", "oldest", "e2e"];
}

function selectSuites(names: readonly string[]): SuiteName[] {
  if (names.length === 0) {
    return defaultSuites();
  }
  return names
    .flatMap((name) => (name === "host" ? ["newest", "oldest"] : [name]))
    .map((name) => {
      const known = (Object.keys(suites) as SuiteName[]).find((suite) => suite === name);
      if (!known) {
        throw new Error(`Unknown suite: ${name}. Suites: host, ${Object.keys(suites).join(", ")}.`);
      }
      return known;
    });
}

/** Runs a suite in its own process with its own temporary folder. */
async function runSuite(
  name: SuiteName,
  grep: string | undefined,
  print: (text: string) => void,
): Promise<Totals> {
  print(`\n── ${name}\n`);
  const started = performance.now();
  const temporary = await mkdtemp(path.join(os.tmpdir(), "cf-"));
  const file = path.join(out, `totals-${name}.json`);
  await rm(file, { force: true });
  const [script, argument] = suites[name];
  const suite = new ManagedProcess(process.execPath, [scriptPath(script), argument], {
    cwd: root,
    env: {
      ...process.env,
      TMPDIR: temporary,
      [totalsVariable]: file,
      ...(grep !== undefined && { [grepVariable]: grep }),
    },
    graceMs: 10_000,
    remove: [temporary],
  });
  const stop = onShutdown(() => suite.stop());
  suite.onOutput(print);
  const code = await suite.exited;
  await stop();
  const written = existsSync(file);
  const totals = written ? (JSON.parse(await readFile(file, "utf8")) as Totals) : { passed: 0, failures: [] };
  if (!written || (code !== 0 && totals.failures.length === 0)) {
    totals.failures.push(`The suite ended with exit code ${code}.`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  progress(`${name}: ${totals.passed} passed, ${totals.failures.length} failed in ${seconds} s`);
  return { ...totals, failures: totals.failures.map((failure) => `${name}: ${failure}`) };
}

/** Runs suites one after another, except e2e, which runs in parallel because it takes the longest. */
async function runSuites(names: readonly SuiteName[], grep: string | undefined): Promise<Totals[]> {
  const write = (text: string) => void process.stdout.write(text);
  let held: string | undefined = "";
  const hold = (text: string) => (held === undefined ? write(text) : void (held += text));
  const e2e = names.includes("e2e") ? runSuite("e2e", grep, hold) : undefined;
  const totals: Totals[] = [];
  for (const name of names.filter((each) => each !== "e2e")) {
    totals.push(await runSuite(name, grep, write));
  }
  write(held);
  held = undefined;
  return e2e ? [...totals, await e2e] : totals;
}

async function main(): Promise<Totals[]> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: "string" } },
  });
  const names = selectSuites(positionals);
  await buildProduction();
  if (names.includes("e2e")) {
    await packageVsix();
  }
  return runSuites(names, values.grep);
}

// Errors of the runner count as failures, too.
const results = await main().catch((error: unknown): Totals[] => [
  { passed: 0, failures: [error instanceof Error ? error.message : String(error)] },
]);
const passed = results.reduce((sum, totals) => sum + totals.passed, 0);
const failures = results.flatMap((totals) => totals.failures);
if (failures.length > 0) {
  // Mocha has already printed the details.
  console.log(
    `\n── Failures\n\n${failures.map((failure) => failure.split("\n", 2).join("\n  ")).join("\n")}`,
  );
}
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
