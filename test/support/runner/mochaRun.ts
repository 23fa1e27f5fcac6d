import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Mocha from "mocha";
import type { MochaOptions, Test } from "mocha";

export interface Totals {
  passed: number;
  /** One text for each failure: the test's full title and its error. */
  failures: string[];
}

/** The file to write the totals to, as JSON. */
export const totalsVariable = "COMPANY_FEED_TOTALS";

/** A regular expression for the titles of the tests to run. */
export const grepVariable = "COMPANY_FEED_GREP";

/** Distinguishes the output of a suite in the extension host from that of VS Code. */
export const outputPrefix = "» ";

/** A test that is skipped fails. `.only` is allowed only if the run is limited to some tests anyway. */
export function mochaOptions(timeout: number): MochaOptions {
  const grep = process.env[grepVariable];
  return { timeout, forbidPending: true, ...(grep === undefined ? { forbidOnly: true } : { grep }) };
}

/** Runs the test files in `folder` whose name ends with `ending`, and writes the totals. A run without tests fails. */
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
