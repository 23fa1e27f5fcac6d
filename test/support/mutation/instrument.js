/**
 * Puts mutants into the source code while esbuild bundles the tests: each is a branch that runs when its number is active, so
 * that one build holds all of them. Stryker's instrumenter makes them.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

/**
 * What Stryker would put at the head of each file, but as quick as can be, for the tests run past it millions of times. The
 * worker records what `ran`; processes that a test starts get the `active` mutant from their environment.
 */
const header = [
  "const mutation = (globalThis.__mutation__ ??= { active: Number(globalThis.process?.env.ACTIVE_MUTANT ?? -1), ran: undefined });",
  "function stryMutAct_9fa48(id: number): boolean { return mutation.active === id; }",
  "function stryCov_9fa48(...ids: number[]): void { if (mutation.ran) for (const id of ids) mutation.ran[id] = 1; }",
].join(" ");

/** Numbers are compared more quickly than texts. */
function withNumbers(code) {
  return code.replace(/stry(?:Cov|MutAct)_9fa48\([\d", ]+\)/g, (call) => call.replaceAll('"', ""));
}

const quiet = {
  isDebugEnabled: () => false,
  debug() {},
  info() {},
  warn() {},
};

/** Sentences are the subject of the tests in test/unit/l10n. */
const sentences = {
  shouldIgnore: ({ node, parent }) =>
    (node.type === "StringLiteral" || node.type === "TemplateLiteral") &&
    parent?.type === "CallExpression" &&
    parent.callee.type === "MemberExpression" &&
    parent.callee.object.name === "l10n"
      ? "a sentence"
      : undefined,
};

/**
 * @param {string[]} files Source files. Those that no test on plain Node bundles are listed as `hostOnly`.
 * @param {string} listFile Where to write the mutants, as JSON.
 * @returns {import("esbuild").Plugin}
 */
export function mutants(files, listFile) {
  return {
    name: "mutants",
    async setup(build) {
      const sources = await Promise.all(
        files.map(async (name) => ({ name, mutate: true, content: await readFile(name, "utf8") })),
      );
      const options = { ignorers: [sentences], excludedMutations: [], plugins: null, noHeader: true };
      const made = await new Instrumenter(quiet).instrument(sources, options);
      const contents = new Map(
        made.files.map((file) => [path.resolve(file.name), `${header} ${withNumbers(file.content)}`]),
      );
      const bundled = new Set();
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const content = contents.get(file);
        if (content === undefined) {
          return undefined;
        }
        bundled.add(file);
        return { contents: content, loader: "ts" };
      });
      build.onEnd(async () => {
        const list = {
          hostOnly: files.filter((file) => !bundled.has(path.resolve(file))),
          mutants: made.mutants.filter((mutant) => mutant.status === undefined),
        };
        await mkdir(path.dirname(listFile), { recursive: true });
        await writeFile(listFile, JSON.stringify(list));
      });
    },
  };
}
