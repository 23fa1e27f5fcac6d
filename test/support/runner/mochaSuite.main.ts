/** Runs the test files in a folder of out/ with Mocha: `mochaSuite.main.js unit`. */
import path from "node:path";
import Mocha from "mocha";
import { mochaOptions, runTestFiles } from "./mochaRun";
import { out } from "./paths";

/** Milliseconds. Long, because a busy machine may take ten times as long as an idle one. */
const timeouts: Record<string, number> = { release: 300_000, webview: 300_000, e2e: 600_000 };

const folder = process.argv[2] ?? "unit";
const mocha = new Mocha(mochaOptions(timeouts[folder] ?? 180_000));
if (folder === "e2e") {
  const { Workbench } = await import("../vscode/workbench");
  mocha.rootHooks({
    async afterEach(this: Mocha.Context) {
      if (this.currentTest?.isFailed()) {
        await Workbench.reportFailure(this.currentTest.fullTitle());
      }
    },
  });
}
// Mocha 12.0.3 ignores unhandled rejections, but an uncaught exception fails the running test.
process.on("unhandledRejection", (reason) => {
  throw reason;
});
const totals = await runTestFiles(mocha, path.join(out, folder), ".test.js");
if (folder === "webview") {
  const { closeSharedBrowser } = await import("../page/browser");
  await closeSharedBrowser();
} else if (folder === "e2e") {
  const { Installation } = await import("../vscode/installation");
  await Installation.stop();
}
process.exitCode = totals.failures.length === 0 ? 0 : 1;
// The process exits by itself unless a test left a timer, socket or process behind.
setTimeout(() => {
  console.log(`✖ Left open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}, 60_000).unref();
