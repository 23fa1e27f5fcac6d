import { buildProduction, packageVsix } from "../support/runner/build";

let building: Promise<void> | undefined;
let packaging: Promise<void> | undefined;

/** Makes the production build, once per run. */
export function productionBundles(): Promise<void> {
  building ??= buildProduction();
  return building;
}

/** Makes the VSIX, once per run. */
export function productionVsix(): Promise<void> {
  packaging ??= productionBundles().then(packageVsix);
  return packaging;
}
