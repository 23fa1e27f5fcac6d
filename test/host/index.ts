import { mochaOptions, outputPrefix, runTestFiles } from "../support/runner/reporter";

/** The contract of `extensionTestsPath`: runs every test beside this file, rejects when one failed. */
export async function run(): Promise<void> {
  // Mocha is an ES module, this bundle is not: the oldest desktop build cannot require it.
  const { default: Mocha } = await import("mocha");
  const print = (line: string) => console.log(`${outputPrefix}${line}`);
  const totals = await runTestFiles(new Mocha(mochaOptions(30_000)), [__dirname], ".test.cjs", print);
  if (totals.failed > 0) {
    throw new Error(`${totals.failed} failed`);
  }
}
