import { Enums, Models, Serialize, Spec, Contrib } from "@cyclonedx/cyclonedx-library";
import satisfies from "spdx-satisfies";
import type { BundledPackage } from "../runner/notices";

/** What package.json says about the extension. */
export interface ExtensionManifest {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly license: string;
  /** Where the sources are. */
  readonly repository?: unknown;
}

/** What the SBOM needs of package-lock.json. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

const licenses = new Contrib.License.Factories.LicenseFactory((expression) => {
  // It throws for what it cannot parse.
  satisfies(expression, ["MIT"]);
});

/**
 * The software bill of materials of a VSIX: a CycloneDX document in JSON that names the packages in the bundles. Equal bundles
 * make an equal document, so there is no serial number, and no time unless one is given.
 * @param lock knows the hash of each package as npm downloads it
 */
export function sbomText(
  manifest: ExtensionManifest,
  packages: readonly BundledPackage[],
  lock: PackageLock,
  time: Date | undefined,
): string {
  const components = packages.map((bundled) => packageComponent(bundled, lock));
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      component: extensionComponent(manifest, components),
      lifecycles: new Models.LifecycleRepository([Enums.LifecyclePhase.Build]),
      ...(time === undefined ? {} : { timestamp: time }),
    }),
    components: new Models.ComponentRepository(components),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** The time in SOURCE_DATE_EPOCH, the convention for builds that are to be reproducible, in seconds. */
export function sourceDate(seconds: string | undefined): Date | undefined {
  if (seconds === undefined || seconds === "") {
    return undefined;
  }
  if (!/^\d{1,12}$/.test(seconds)) {
    throw new Error(`SOURCE_DATE_EPOCH is "${seconds}", not a number of seconds.`);
  }
  return new Date(Number(seconds) * 1000);
}

function extensionComponent(
  { name, version, publisher, license }: ExtensionManifest,
  components: readonly Models.Component[],
): Models.Component {
  const purl = `pkg:vscode-extension/${publisher}/${name}@${version}`;
  return new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: purl,
    group: publisher,
    version,
    purl,
    licenses: new Models.LicenseRepository([licenses.makeFromString(license)]),
    dependencies: new Models.BomRefRepository(components.map(({ bomRef }) => bomRef)),
  });
}

function packageComponent(
  { folder, name, version, license, homepage }: BundledPackage,
  lock: PackageLock,
): Models.Component {
  const [, scope, ownName = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
  return new Models.Component(Enums.ComponentType.Library, ownName, {
    bomRef: purl,
    ...(scope === undefined ? {} : { group: scope }),
    version,
    purl,
    licenses: new Models.LicenseRepository([licenses.makeFromString(license)]),
    hashes: packageHashes(lock.packages[folder]?.integrity ?? ""),
    externalReferences: new Models.ExternalReferenceRepository(
      homepage === undefined
        ? []
        : [new Models.ExternalReference(homepage, Enums.ExternalReferenceType.Website)],
    ),
  });
}

/** @param integrity as in a lock file: `sha512-` and the hash in Base64 */
function packageHashes(integrity: string): Models.HashDictionary {
  const [, base64] = /(?:^| )sha512-([\w+/=]+)/.exec(integrity) ?? [];
  return new Models.HashDictionary(
    base64 === undefined
      ? []
      : [[Enums.HashAlgorithm["SHA-512"], Buffer.from(base64, "base64").toString("hex")]],
  );
}
