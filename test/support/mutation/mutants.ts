import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { out, root } from "../runner/paths";

/** As esbuild.js lists it in out/mutants.json. */
interface ListedMutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  /** Lines and columns count from 0. */
  location: { start: Position; end: Position };
}

interface Position {
  line: number;
  column: number;
}

export interface Mutant {
  /** Its number in this build. */
  id: string;
  file: string;
  /** The same in the next build, as long as its file stays the same: file and number in the file. */
  key: string;
  /** Of its file. */
  hash: string;
  /** Where it is, and what it does. */
  text: string;
  /** Its code runs when its file is loaded, and never again. */
  isOutsideFunctions: boolean;
}

export interface MutantList {
  mutants: Mutant[];
  /** Source files that only tests in VS Code load. */
  hostOnly: string[];
}

/** The source folders under test. */
export const folders = ["api", "feed", "export", "connections", "savedFeeds", "agent"];

export function folderOf(file: string): string {
  return file.split("/")[1] ?? "";
}

/** The mutants in files that run on plain Node. */
export function readMutants(): MutantList {
  const list = JSON.parse(readFileSync(path.join(out, "mutants.json"), "utf8")) as {
    hostOnly: string[];
    mutants: ListedMutant[];
  };
  const hostOnly = new Set(list.hostOnly);
  const sources = new Map<string, { text: string; tree: ts.SourceFile; hash: string; count: number }>();
  const mutants: Mutant[] = [];
  for (const { id, fileName: file, mutatorName, replacement, location } of list.mutants) {
    if (hostOnly.has(file)) {
      continue;
    }
    let source = sources.get(file);
    if (source === undefined) {
      const text = readFileSync(path.join(root, file), "utf8");
      const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      source = { text, tree, hash: hashOf(file), count: 0 };
      sources.set(file, source);
    }
    const { tree } = source;
    const [start, end] = [location.start, location.end].map(({ line, column }) =>
      tree.getPositionOfLineAndCharacter(line, column),
    ) as [number, number];
    mutants.push({
      id,
      file,
      key: `${file}#${source.count++}`,
      hash: source.hash,
      text: `${file}:${location.start.line + 1}:${location.start.column + 1} ${mutatorName}: ${short(source.text.slice(start, end))} → ${short(replacement)}`,
      isOutsideFunctions: !isInFunction(tree, start, end),
    });
  }
  return { mutants, hostOnly: list.hostOnly };
}

/** Whether the code from `start` to `end` is within a function, or the value of a property that each object of a class gets. */
export function isInFunction(tree: ts.SourceFile, start: number, end: number, node: ts.Node = tree): boolean {
  const child = ts.forEachChild(node, (each) => (each.pos <= start && each.end >= end ? each : undefined));
  if (!child) {
    return false;
  }
  const isWhole = child.getStart(tree) === start && child.end === end;
  const runsLater =
    ts.isFunctionLike(child) ||
    (ts.isPropertyDeclaration(child) &&
      !child.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword));
  return (runsLater && !isWhole) || isInFunction(tree, start, end, child);
}

/** Of a file in the repository. */
export function hashOf(file: string): string {
  const content = readFileSync(path.join(root, file));
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

function short(code: string): string {
  const text = code.replace(/\s+/g, " ");
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}

/** The same `count` of each folder for the same seed. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const names = [...new Set(mutants.map(({ file }) => folderOf(file)))];
  return names.flatMap((name, index) => {
    const random = mulberry32(seed + index);
    return mutants
      .filter(({ file }) => folderOf(file) === name)
      .map((mutant) => ({ mutant, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, Math.ceil(count / names.length))
      .map(({ mutant }) => mutant);
  });
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const cache = path.join(root, "node_modules", ".cache", "mutation");

export function readCache<Content>(name: string, otherwise: Content): Content {
  const file = path.join(cache, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Content) : otherwise;
}

export function writeCache(name: string, content: unknown): void {
  mkdirSync(cache, { recursive: true });
  const file = path.join(cache, name);
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
