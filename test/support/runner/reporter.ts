import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Mocha from "mocha";
import type { MochaOptions, Runner, Suite, Test } from "mocha";

export interface Totals {
  passed: number;
  /** One text for each failure: the test's full title and its error. Skipped tests count as failed. */
  failures: string[];
}

/** The file to write the totals to, as JSON. */
export const totalsVariable = "COMPANY_FEED_TOTALS";

/** A regular expression for the titles of the tests to run. */
export const grepVariable = "COMPANY_FEED_GREP";

/** Distinguishes the output of a suite in the extension host from that of VS Code. */
export const outputPrefix = "» ";

/** Runs the test files in `folders` whose name ends with `ending`, and writes the totals. A run without tests fails. */
export async function runTestFiles(
  mocha: Mocha,
  folders: readonly string[],
  ending: string,
  print: (line: string) => void,
): Promise<Totals> {
  for (const folder of folders) {
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
    for (const file of files.filter((name) => name.endsWith(ending)).sort()) {
      mocha.addFile(path.join(folder, file));
    }
  }
  await mocha.loadFilesAsync();
  const reporters: Reporter[] = [];
  mocha.reporter(
    class extends Reporter {
      constructor(runner: Runner) {
        super(runner, print);
        reporters.push(this);
      }
    } as unknown as typeof Mocha.reporters.Base,
  );
  await new Promise((resolve) => mocha.run(resolve));
  const [reporter] = reporters;
  if (!reporter) {
    throw new Error("Mocha created no reporter.");
  }
  reporter.writeTotals();
  return reporter.totals;
}

/** `.only` is allowed only if the run is limited to some tests anyway. */
export function mochaOptions(timeout: number): MochaOptions {
  const grep = process.env[grepVariable];
  return grep === undefined ? { timeout, forbidOnly: true } : { timeout, grep };
}

/** Prints the results of a Mocha run and counts them. */
class Reporter {
  readonly totals: Totals = { passed: 0, failures: [] };
  private depth = 0;

  constructor(
    runner: Runner,
    private readonly print: (line: string) => void,
  ) {
    runner.on("suite", (suite: Suite) => {
      if (!suite.root) {
        this.print(`${this.indent()}${suite.title}`);
      }
      this.depth++;
    });
    runner.on("suite end", () => this.depth--);
    runner.on("pass", (test: Test) => {
      this.totals.passed++;
      const slow = (test.duration ?? 0) > test.slow() ? ` (${test.duration ?? 0} ms)` : "";
      this.print(`${this.indent()}✔ ${test.title}${slow}`);
    });
    runner.on("pending", (test: Test) => this.fail(test.titlePath(), "It was skipped."));
    runner.on("fail", (test: Test, error: unknown) => this.fail(test.titlePath(), errorText(error)));
  }

  writeTotals(): void {
    if (this.totals.passed + this.totals.failures.length === 0) {
      this.fail(["No test was found."]);
    }
    const file = process.env[totalsVariable];
    if (file) {
      writeFileSync(file, JSON.stringify(this.totals));
    }
  }

  private fail(titles: readonly string[], error = ""): void {
    const lines = error === "" ? [] : error.split("\n").map((line) => `    ${line}`);
    this.totals.failures.push([titles.join(" › "), ...lines].join("\n"));
    [`✖ ${titles.at(-1) ?? ""}`, ...lines].forEach((line) => this.print(this.indent() + line));
  }

  private indent(): string {
    return "  ".repeat(this.depth);
  }
}

function errorText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text
    .split("\n")
    .filter((line) => !line.includes("node:internal"))
    .join("\n");
}
