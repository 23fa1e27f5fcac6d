// Finds circular imports, including those of types only. Move what both files need into a third one.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import ts from "typescript";

const files = new Set(
  ["src", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name).replaceAll(sep, "/")),
  ),
);

const importsOf = new Map([...files].map((file) => [file, importedBy(file)]));

function importedBy(file) {
  return ts
    .preProcessFile(readFileSync(file, "utf8"))
    .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => `${posix.join(dirname(file), fileName)}.ts`)
    .filter((imported) => files.has(imported));
}

/** Finds the shortest circle of imports through a file. */
function circleOf(start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const imported of importsOf.get(file)) {
      if (imported === start) {
        const way = [start];
        for (let each = file; each !== start; each = cameFrom.get(each)) {
          way.unshift(each);
        }
        return [start, ...way];
      }
      if (!cameFrom.has(imported)) {
        cameFrom.set(imported, file);
        queue.push(imported);
      }
    }
  }
  return undefined;
}

const circles = new Map();
for (const file of files) {
  const circle = circleOf(file);
  if (circle) {
    circles.set([...new Set(circle)].sort().join(), circle);
  }
}
for (const circle of circles.values()) {
  console.error(`Imports in a circle: ${circle.join(" → ")}`);
}
process.exitCode = circles.size === 0 ? 0 : 1;
