import * as vscode from "vscode";
import { mochaOptions, outputPrefix, runTestFiles } from "../support/runner/reporter";

/** Entry point for `extensionTestsPath`: runs the tests in this folder and rejects if one fails. */
export async function run(): Promise<void> {
  // The oldest supported VS Code cannot `require` Mocha, which is an ES module.
  const { default: Mocha } = await import("mocha");
  // Views that take the focus when shown would close quick picks.
  await vscode.workspace
    .getConfiguration("workbench")
    .update("quickOpen.closeOnFocusLost", false, vscode.ConfigurationTarget.Global);
  const print = (line: string) => console.log(`${outputPrefix}${line}`);
  const totals = await runTestFiles(new Mocha(mochaOptions(300_000)), [__dirname], ".test.cjs", print);
  if (totals.failures.length > 0) {
    throw new Error(`${totals.failures.length} failed`);
  }
}
