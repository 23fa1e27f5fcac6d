import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { BundleGraph } from "./bundleGraph";
import { root } from "../runner/paths";

export const noticesFile = path.join(root, "THIRD-PARTY-NOTICES.md");

/** A package with code or assets in a bundle. */
export interface BundledPackage {
  /** Relative to the repository, with `/`, as in the lock file. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** As in package.json, such as `MIT`. */
  readonly license: string;
  readonly homepage: string | undefined;
  /** The texts of its licenses. */
  readonly texts: readonly string[];
}

const introduction = `# Third-party notices

Company Feed contains code, icons and fonts of the packages below, each under its own license.
This file is made from the bundles by \`npm run notices\`.
`;

const licenseFile = /^(licen[cs]e|copying|notice|copyright)/i;

/** Bundled packages, sorted by name. @throws for a package without a license text */
export async function bundledPackages({ host, page }: BundleGraph): Promise<BundledPackage[]> {
  const folders = new Set<string>();
  for (const { inputs } of [host, page].flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = packageFolder(input);
      if (folder !== undefined && bytesInOutput > 0) {
        folders.add(folder);
      }
    }
  }
  const packages = await Promise.all([...folders].map(readPackage));
  return packages.sort((a, b) => compare(label(a), label(b)));
}

/** The contents of THIRD-PARTY-NOTICES.md. */
export function noticesText(packages: readonly BundledPackage[]): string {
  const notices = packages.map((bundled) => {
    const source = bundled.homepage === undefined ? "" : `, ${bundled.homepage}`;
    const texts = bundled.texts.map((text) => `\`\`\`text\n${text}\n\`\`\`\n`);
    return [`## ${label(bundled)}\n`, `${bundled.license}${source}\n`, ...texts].join("\n");
  });
  return [introduction, ...notices].join("\n");
}

/** Name and version of the packages in a notices file. */
export function listedIn(text: string): string[] {
  return [...text.matchAll(/^## (\S+ \S+)$/gm)].map((match) => match[1] ?? "");
}

export function label({ name, version }: BundledPackage): string {
  return `${name} ${version}`;
}

/** Folder of the package that a file belongs to; undefined for our own files. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, folder, "package.json"), "utf8"));
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(Object(manifest), name);
    return typeof value === "string" ? value : undefined;
  };
  const [name, version, license] = [field("name"), field("version"), field("license")];
  if (name === undefined || version === undefined) {
    throw new Error(`package.json in ${folder} has no name or version.`);
  }
  if (license === undefined) {
    throw new Error(`${name} ${version} names no license.`);
  }
  return {
    folder,
    name,
    version,
    license,
    homepage: field("homepage")?.replace(/#.*$/, ""),
    texts: (await licenseTexts(path.join(root, folder))) ?? [standardText(name, license, field("author"))],
  };
}

async function licenseTexts(folder: string): Promise<string[] | undefined> {
  const names = (await readdir(folder)).sort(compare);
  const files = names.filter((name) => licenseFile.test(name));
  const readText = async (name: string): Promise<string> =>
    trimLines(await readFile(path.join(folder, name), "utf8"));
  if (files.length > 0) {
    return Promise.all(files.map(readText));
  }
  const readme = names.find((name) => /^readme/i.test(name));
  const text = readme === undefined ? undefined : licenseSection(await readText(readme));
  return text === undefined ? undefined : [text];
}

/** The text of a license that a package names but doesn't contain. @throws unless it is the MIT license */
function standardText(name: string, license: string, author: string | undefined): string {
  if (license !== "MIT" || author === undefined) {
    throw new Error(`${name} contains no license text.`);
  }
  const text = readFileSync(path.join(root, "test/support/release/mitLicense.txt"), "utf8");
  return trimLines(text.replace("<author>", author));
}

/** The section "License" of a readme, if it contains the text of the license. */
function licenseSection(readme: string): string | undefined {
  const [, section] = /^#*\s*Licen[cs]e\s*\n(?:[-=]+\n)?([^]*?)(?=^#|^\[\w+\]:|(?![^]))/m.exec(readme) ?? [];
  if (section === undefined || !/permission/i.test(section)) {
    return undefined;
  }
  return trimLines(section.replaceAll("&lt;", "<").replaceAll("&gt;", ">"));
}

/** Removes trailing white space and empty lines at both ends. */
function trimLines(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");
}

/** Compares independently of the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
