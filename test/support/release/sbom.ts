import type { BundledPackage } from "./notices";

/** The fields of package.json that are used here. */
export interface ExtensionManifest {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly license: string;
  /** Location of the sources. */
  readonly repository?: unknown;
}

/** The fields of package-lock.json that are used here. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * The VSIX's software bill of materials: a CycloneDX 1.6 document that lists bundled packages. Has no serial
 * number or time, so that equal bundles result in equal documents.
 * @param lock has the hashes of the packages that npm downloads
 */
export function sbomText(
  { name, version, publisher, license }: ExtensionManifest,
  packages: readonly BundledPackage[],
  lock: PackageLock,
): string {
  const purl = `pkg:vscode-extension/${publisher}/${name}@${version}`;
  const components = packages.map((bundled) => packageComponent(bundled, lock));
  const refs = components.map((component) => component["bom-ref"]);
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        name,
        group: publisher,
        version,
        "bom-ref": purl,
        licenses: licenses(license),
        purl,
      },
    },
    components,
    dependencies: [...refs.map((ref) => ({ ref })), { ref: purl, dependsOn: refs }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function packageComponent({ folder, name, version, license, homepage }: BundledPackage, lock: PackageLock) {
  const [, scope, ownName = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
  // Format in lock files: `sha512-` and the hash in Base64.
  const [, hash] = /(?:^| )sha512-([\w+/=]+)/.exec(lock.packages[folder]?.integrity ?? "") ?? [];
  return {
    type: "library",
    name: ownName,
    ...(scope !== undefined && { group: scope }),
    version,
    "bom-ref": purl,
    ...(hash !== undefined && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    }),
    licenses: licenses(license),
    purl,
    ...(homepage !== undefined && { externalReferences: [{ url: homepage, type: "website" }] }),
  };
}

/** @param license the identifier of an SPDX license, or an expression such as `(MIT OR Apache-2.0)` */
function licenses(license: string): object[] {
  return [/\s/.test(license) ? { expression: license } : { license: { id: license } }];
}
