import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Mocha from "mocha";
import type { MochaOptions, Test } from "mocha";

export interface Totals {
  passed: number;
  /** One text for each failure: the test's full title and its error. */
  failures: string[];
}

/** Environment variable: JSON file to write the totals to. */
export const totalsVariable = "COMPANY_FEED_TOTALS";

/** Environment variable: regular expression for the titles of tests to run. */
export const grepVariable = "COMPANY_FEED_GREP";

/** Distinguishes a suite's output in the extension host from VS Code's output. */
export const outputPrefix = "» ";

/** Skipped tests fail, and so does `.only` unless the run is limited to some tests anyway. */
export function mochaOptions(timeout: number): MochaOptions {
  const grep = process.env[grepVariable];
  return { timeout, forbidPending: true, ...(grep === undefined ? { forbidOnly: true } : { grep }) };
}

/** Runs test files in `folder` whose names end with `ending`, and writes the totals. Fails without tests. */
export async function runTestFiles(mocha: Mocha, folder: string, ending: string): Promise<Totals> {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  for (const file of files.filter((name) => name.endsWith(ending)).sort()) {
    mocha.addFile(path.join(folder, file));
  }
  await mocha.loadFilesAsync();
  const totals: Totals = { passed: 0, failures: [] };
  await new Promise((resolve) =>
    mocha
      .run(resolve)
      .on("pass", () => totals.passed++)
      .on("fail", (test: Test, error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        totals.failures.push(`${test.titlePath().join(" › ")}\n${text}`);
      }),
  );
  if (totals.passed + totals.failures.length === 0) {
    totals.failures.push("No test was found.");
  }
  const file = process.env[totalsVariable];
  if (file) {
    writeFileSync(file, JSON.stringify(totals));
  }
  return totals;
}
