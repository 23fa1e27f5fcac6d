import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { BundleGraph } from "./bundleGraph";
import { root } from "./paths";

export const noticesFile = path.join(root, "THIRD-PARTY-NOTICES.md");

/** A package of which something ended up in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As package.json has it, e.g. `MIT`. */
  readonly license: string;
  readonly homepage: string | undefined;
  /** Its licences word for word; more than one where parts are licensed differently. */
  readonly texts: readonly string[];
}

const introduction = `# Third-party notices

Company Feed contains code, icons and fonts of the packages below, each under its own licence.
This file is made from the bundles by \`npm run notices\`.
`;

const licenseFile = /^(licen[cs]e|copying|notice|copyright)/i;

/** The packages behind the bundles, by name. @throws for one that comes without the text of its licence */
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
  const packages = await Promise.all([...folders].map((folder) => readPackage(path.join(root, folder))));
  return packages.sort((a, b) => order(label(a), label(b)));
}

/** The whole file. */
export function noticesText(packages: readonly BundledPackage[]): string {
  const notices = packages.map((bundled) => {
    const source = bundled.homepage === undefined ? "" : `, ${bundled.homepage}`;
    const texts = bundled.texts.map((text) => `\`\`\`text\n${text}\n\`\`\`\n`);
    return [`## ${label(bundled)}\n`, `${bundled.license}${source}\n`, ...texts].join("\n");
  });
  return [introduction, ...notices].join("\n");
}

/** Name and version of the packages that a file of notices has. */
export function listedIn(text: string): string[] {
  return [...text.matchAll(/^## (\S+ \S+)$/gm)].map((match) => match[1] ?? "");
}

/** Name and version. */
export function label({ name, version }: BundledPackage): string {
  return `${name} ${version}`;
}

/** Folder of the innermost package that a file belongs to; undefined for our own. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(Object(manifest), name);
    return typeof value === "string" ? value : undefined;
  };
  const [name, version, license] = [field("name"), field("version"), field("license")];
  if (name === undefined || version === undefined || license === undefined) {
    throw new Error(`package.json in ${folder} lacks its name, version or licence.`);
  }
  return {
    name,
    version,
    license,
    homepage: field("homepage")?.replace(/#.*$/, ""),
    texts: await licenseTexts(folder),
  };
}

async function licenseTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort(order);
  const files = names.filter((name) => licenseFile.test(name));
  const read = async (name: string): Promise<string> => tidy(await readFile(path.join(folder, name), "utf8"));
  if (files.length > 0) {
    return Promise.all(files.map(read));
  }
  const readme = names.find((name) => /^readme/i.test(name));
  const text = readme === undefined ? undefined : licenseSection(await read(readme));
  if (text === undefined) {
    throw new Error(`${folder} comes without the text of its licence.`);
  }
  return [text];
}

/** What stands under the heading "License" of a readme, when it is the licence itself and not its name alone. */
function licenseSection(readme: string): string | undefined {
  const [, section] = /^#*\s*Licen[cs]e\s*\n(?:[-=]+\n)?([^]*?)(?=^#|^\[\w+\]:|(?![^]))/m.exec(readme) ?? [];
  if (section === undefined || !/permission/i.test(section)) {
    return undefined;
  }
  return tidy(section.replaceAll("&lt;", "<").replaceAll("&gt;", ">"));
}

/** Without blanks at the ends of lines and of the text. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");
}

/** The same on every machine. */
function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
