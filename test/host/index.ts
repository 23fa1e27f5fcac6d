import * as vscode from "vscode";
import { format } from "node:util";
import { mochaOptions, outputPrefix, runTestFiles } from "../support/runner/mochaRun";

/** Entry point for `extensionTestsPath`: runs the tests in this folder and rejects if one fails. */
export async function run(): Promise<void> {
  // The oldest supported VS Code cannot `require` Mocha, which is an ES module.
  const { default: Mocha } = await import("mocha");
  // Views that take the focus when shown would close quick picks.
  await vscode.workspace
    .getConfiguration("workbench")
    .update("quickOpen.closeOnFocusLost", false, vscode.ConfigurationTarget.Global);
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => console.log(`${outputPrefix}${format(...args)}`);
  const totals = await runTestFiles(new Mocha(mochaOptions(300_000)), __dirname, ".test.cjs");
  if (totals.failures.length > 0) {
    throw new Error(`${totals.failures.length} failed`);
  }
}
