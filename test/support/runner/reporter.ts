import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Mocha from "mocha";
import type { MochaOptions, Runner, Suite, Test } from "mocha";

/** How a suite went; skipped and pending tests are failed ones. */
export interface Totals {
  passed: number;
  failed: number;
}

/** Names the file a suite writes its totals to, as JSON. */
export const totalsVariable = "COMPANY_FEED_TOTALS";

/** Narrows a run to the tests whose titles match. */
export const grepVariable = "COMPANY_FEED_GREP";

/** Begins each line that the suite in an extension host prints, to tell it from what VS Code has to say. */
export const outputPrefix = "» ";

/**
 * Runs every test file below `folders` whose name ends in `ending`, prints how it goes, and leaves the totals where the
 * runner looks for them. A run without a test is a failed one.
 * @param mocha a fresh one
 */
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
    throw new Error("Mocha made no reporter.");
  }
  reporter.finish();
  return reporter.totals;
}

/** Options every suite has in common: `.only` is for runs that were narrowed by the person, not for the whole. */
export function mochaOptions(timeout: number): MochaOptions {
  const grep = process.env[grepVariable];
  return grep === undefined ? { timeout, forbidOnly: true } : { timeout, grep };
}

/** Prints a Mocha run line by line and keeps its totals; the same on plain Node and in an extension host. */
class Reporter {
  readonly totals: Totals = { passed: 0, failed: 0 };
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
    runner.on("pending", (test: Test) => this.fail(`${test.title} (skipped)`));
    runner.on("fail", (test: Test, error: unknown) => {
      this.fail(test.title);
      this.explain(error);
    });
  }

  /** A failure that is none of a test: of the run itself. */
  fail(title: string): void {
    this.totals.failed++;
    this.print(`${this.indent()}✖ ${title}`);
  }

  /** Leaves the totals where the runner looks for them, if there is one. */
  finish(): void {
    if (this.totals.passed + this.totals.failed === 0) {
      this.fail("No test was found.");
    }
    const file = process.env[totalsVariable];
    if (file) {
      writeFileSync(file, JSON.stringify(this.totals));
    }
  }

  private indent(): string {
    return "  ".repeat(this.depth);
  }

  private explain(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const lines = text.split("\n").filter((line) => !line.includes("node:internal"));
    lines.forEach((line) => this.print(`${this.indent()}    ${line}`));
  }
}
