/** Runs the test files in folders of out/ with Mocha: `mochaSuite.main.js unit`. */
import path from "node:path";
import Mocha from "mocha";
import { out } from "./paths";
import { mochaOptions, runTestFiles } from "./reporter";

/** In milliseconds, only for tests that hang: a busy machine may take ten times as long as an idle one. */
const timeouts: Record<string, number> = {
  unit: 180_000,
  release: 300_000,
  robustness: 180_000,
  webview: 300_000,
  e2e: 600_000,
};

const folders = process.argv.slice(2);
const mocha = new Mocha(mochaOptions(Math.max(...folders.map((folder) => timeouts[folder] ?? 10_000))));
if (folders.includes("e2e")) {
  const { Workbench } = await import("../vscode/workbench");
  mocha.rootHooks({
    async afterEach(this: Mocha.Context) {
      if (this.currentTest?.isFailed()) {
        await Workbench.reportFailure(this.currentTest.fullTitle());
      }
    },
  });
}
// Mocha ignores them (12.0.3), but fails the running test for an uncaught exception.
process.on("unhandledRejection", (reason) => {
  throw reason;
});
const paths = folders.map((folder) => path.join(out, folder));
const totals = await runTestFiles(mocha, paths, ".test.js", (line) => console.log(line));
process.exitCode = totals.failures.length === 0 ? 0 : 1;
// The process exits by itself unless a test left a timer, socket or process behind.
setTimeout(() => {
  console.log(`✖ Left open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}, 60_000).unref();
