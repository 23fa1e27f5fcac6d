/** @throws unless `tag` matches package.json's version, and the changelog has a dated heading for it */
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
 * Packaging needs the repository to complete relative links in README and changelog.
 * @throws if package.json has none
 */
export function checkRepository({ repository }: { readonly repository?: unknown }): void {
  if (repository === undefined) {
    throw new Error(
      'Set "repository" in package.json to the address of the repository: relative links of README.md lead nowhere without it.',
    );
  }
}

/** The changelog's entries for a version, in Markdown. @throws if it has no heading for the version */
export function releaseNotes(changelog: string, version: string): string {
  return `${versionSection(changelog, version).entries}\n`;
}

function versionSection(changelog: string, version: string): { date: string | undefined; entries: string } {
  for (const section of changelog.split(/^(?=## )/m)) {
    const [, found, date] = /^## (\d+\.\d+\.\d+)(?: - (\d{4}-\d{2}-\d{2}))?$/m.exec(section) ?? [];
    if (found === version) {
      return { date, entries: section.slice(section.indexOf("\n")).trim() };
    }
  }
  throw new Error(`CHANGELOG.md has no heading for ${version}.`);
}
