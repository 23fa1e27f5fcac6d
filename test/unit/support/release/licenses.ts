import satisfies from "spdx-satisfies";

/** A package as the lock file or its own package.json describes it. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, such as `MIT` or `(MIT OR Apache-2.0)`. */
  readonly license?: string | undefined;
}

/** What may be in the VSIX: nothing but to name the author and the license, as THIRD-PARTY-NOTICES.md does. */
export const bundledLicenses: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
];

/** What tools may have besides, which nobody gets from us. */
export const toolLicenses: readonly string[] = [
  ...bundledLicenses,
  "Artistic-2.0",
  "BlueOak-1.0.0",
  "CC-BY-3.0",
  "CC0-1.0",
  "MPL-2.0",
  "PSF-2.0",
  "Python-2.0",
  "WTFPL",
  "Zlib",
];

/** Microsoft's terms for the program with which vsce signs, which come without an SPDX identifier and allow to use it. */
const toolsWithTermsOfTheirOwn = /^@vscode\/vsce-sign(?:-[a-z0-9-]+)?$/;

/** @returns a sentence for each package whose license is missing, unknown or not one of `allowed` */
export function licenseProblems(
  packages: readonly LicensedPackage[],
  allowed: readonly string[],
): readonly string[] {
  return packages.flatMap((candidate) => {
    const reason = reasonAgainst(candidate.license, allowed);
    return reason === undefined ? [] : [`${candidate.name} ${candidate.version} ${reason}`];
  });
}

function reasonAgainst(license: string | undefined, allowed: readonly string[]): string | undefined {
  if (license === undefined || license === "") {
    return "names no license.";
  }
  try {
    return satisfies(license, allowed) ? undefined : `has the license ${license}, which is not allowed.`;
  } catch {
    return `has the license "${license}", which is not an SPDX expression.`;
  }
}

/** The packages of a package-lock.json that are not ours, for all platforms; without tools that have terms of their own. */
export function lockedPackages(lock: unknown): LicensedPackage[] {
  const { packages } = lock as { packages: Record<string, { version: string; license?: string }> };
  return Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, { version, license }]) => {
      return { name: folder.replace(/^.*node_modules\//, ""), version, license };
    })
    .filter(({ name }) => !toolsWithTermsOfTheirOwn.test(name));
}
