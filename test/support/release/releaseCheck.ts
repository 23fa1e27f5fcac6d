import MarkdownIt from "markdown-it";

/** @throws unless `tag` is that of the version in package.json, and the changelog has the version under a heading with its date */
export function checkTag(tag: string, version: string, changelog: string): void {
  if (tag !== `v${version}`) {
    throw new Error(`The tag is ${tag}, but the version in package.json is ${version}.`);
  }
  const { date, entries } = versionSection(changelog, version);
  if (date === undefined) {
    throw new Error(`CHANGELOG.md has no date beside ${version}.`);
  }
  if (entries === "") {
    throw new Error(`CHANGELOG.md lists nothing below ${version}.`);
  }
}

/**
 * The marketplaces and VS Code show a README without the files beside it. Packaging completes its links if it knows the repository.
 * @throws if there are relative links that would stay as they are
 */
export function checkReadme(readme: string, manifest: { readonly repository?: unknown }): void {
  const html = new MarkdownIt({ html: true, linkify: false }).render(readme);
  const targets = Array.from(html.matchAll(/\s(?:src|href)="([^"]*)"/g), ([, target = ""]) => target);
  const relative = targets.filter((target) => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(target));
  if (manifest.repository === undefined && relative.length > 0) {
    throw new Error(
      `README.md has relative links (${relative.length}, the first to ${relative[0]}), which lead nowhere on the marketplaces. ` +
        'Set "repository" in package.json to the address of the repository: packaging then completes them.',
    );
  }
}

/** What the changelog says about a version, in Markdown. @throws if that is nothing */
export function releaseNotes(changelog: string, version: string): string {
  return `${versionSection(changelog, version).entries}\n`;
}

interface VersionSection {
  /** `2026-01-31` */
  readonly date: string | undefined;
  readonly entries: string;
}

function versionSection(changelog: string, version: string): VersionSection {
  for (const section of changelog.split(/^(?=## )/m)) {
    const [, found, date] = /^## (\d+\.\d+\.\d+)(?: - (\d{4}-\d{2}-\d{2}))?$/m.exec(section) ?? [];
    if (found === version) {
      return { date, entries: section.slice(section.indexOf("\n")).trim() };
    }
  }
  throw new Error(`CHANGELOG.md has no heading for ${version}.`);
}
