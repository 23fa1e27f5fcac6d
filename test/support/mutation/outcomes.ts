import type { TestRun } from "./messages";
import { folders } from "./mutants";

export type Outcome = "killed" | "timeout" | "survived" | "no coverage";

/** Whether each of the tests ran and passed. A run that did not come to an end, or left one out, shows nothing. */
export function allPassed(
  titles: readonly string[],
  runs: readonly Pick<TestRun, "title" | "failed">[] = [],
): boolean {
  const passed = new Set(runs.filter(({ failed }) => !failed).map(({ title }) => title));
  return titles.every((title) => passed.has(title)) && runs.every(({ failed }) => !failed);
}

/** By folder and in all. The score is the share of mutants that were noticed. */
export function table(results: readonly { folder: string; outcome: Outcome }[]): string {
  const columns: Outcome[] = ["killed", "timeout", "survived", "no coverage"];
  const row = (name: string, rows: readonly { outcome: Outcome }[]): string => {
    const counts = columns.map((column) => rows.filter(({ outcome }) => outcome === column).length);
    const [killed = 0, timeout = 0] = counts;
    const score = `${(((killed + timeout) / rows.length) * 100).toFixed(0)} %`;
    return [name, rows.length, ...counts, score].join(" | ");
  };
  return [
    ["folder", "mutants", ...columns, "score"].join(" | "),
    ...folders
      .map((name) => [name, results.filter(({ folder }) => folder === name)] as const)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => row(name, rows)),
    row("all", results),
  ].join("\n");
}
