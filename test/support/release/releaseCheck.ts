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
