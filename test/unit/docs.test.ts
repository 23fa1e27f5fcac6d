import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../package.json";
import { root } from "../support/runner/paths";

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md") && name !== "THIRD-PARTY-NOTICES.md"),
  ...readdirSync(path.join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const sources = ["src", "test"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/"))),
);

function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

describe("The documentation", () => {
  for (const file of documents) {
    it(`refers only to existing files: ${file}`, () => {
      const text = read(file);
      const links = Array.from(text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), (match) =>
        path.join(path.dirname(file), match[1] ?? ""),
      );
      const paths = Array.from(
        text.matchAll(/`((?:src|test|docs|media)\/[\w./-]*[\w/])`/g),
        (match) => match[1] ?? "",
      );
      const missing = [...links, ...paths].filter((name) => !existsSync(path.join(root, name)));
      assert.deepEqual(missing, []);
    });
  }

  it("lists every setting with its default in README.md", () => {
    const rows = read("README.md").matchAll(/^\| `(companyFeed\.[\w.]+)` *\| `([^`]+)` *\|/gm);
    const defaults = Object.entries(manifest.contributes.configuration.properties).map(
      ([name, { default: value }]) => [name, typeof value === "string" ? value : JSON.stringify(value)],
    );
    assert.deepEqual(
      Object.fromEntries(Array.from(rows, ([, name, value]) => [name, value])),
      Object.fromEntries(defaults),
    );
  });

  it("contains every heading of docs/service.md that a comment cites", () => {
    const headings = new Set(
      Array.from(read("docs/service.md").matchAll(/^#+ (.+)$/gm), (match) => match[1]),
    );
    const missing = sources.flatMap((file) =>
      Array.from(
        read(file).matchAll(/docs\/service\.md, ([A-Z][\w]*(?:[ :]+[\w]+)*)/g),
        (match) => match[1] ?? "",
      )
        .filter(
          (cited) => ![...headings].some((heading) => heading !== undefined && cited.startsWith(heading)),
        )
        .map((cited) => `${file}: ${cited}`),
    );
    assert.deepEqual(missing, []);
  });
});
