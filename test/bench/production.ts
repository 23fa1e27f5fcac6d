import { buildProduction, packageVsix } from "../support/runner/build";

let building: Promise<void> | undefined;
let packaging: Promise<void> | undefined;

/** Has dist/ made as it goes into the VSIX, once in a run of the bench. */
export function productionBundles(): Promise<void> {
  building ??= buildProduction();
  return building;
}

/** Has the VSIX made, once in a run of the bench. */
export function productionVsix(): Promise<void> {
  packaging ??= productionBundles().then(packageVsix);
  return packaging;
}
