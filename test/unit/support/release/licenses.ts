import satisfies from "spdx-satisfies";

/** A package as described by the lock file or its package.json. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, such as `MIT` or `(MIT OR Apache-2.0)`. */
  readonly license?: string | undefined;
}

/** Licenses that only require THIRD-PARTY-NOTICES.md: allowed in the VSIX. */
export const bundledLicenses: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
];

/** Also allowed for tools, which we don't distribute. */
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

/** vsce's signing tool: Microsoft's own terms allow its use, but have no SPDX identifier. */
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

/** Third-party packages of a package-lock.json, for all platforms, except tools with their own terms. */
export function lockedPackages(lock: unknown): LicensedPackage[] {
  const { packages } = lock as { packages: Record<string, { version: string; license?: string }> };
  return Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, { version, license }]) => {
      return { name: folder.replace(/^.*node_modules\//, ""), version, license };
    })
    .filter(({ name }) => !toolsWithTermsOfTheirOwn.test(name));
}
