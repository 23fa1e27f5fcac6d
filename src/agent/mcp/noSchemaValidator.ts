import process from "node:process";

/**
 * Build shim: esbuild.js bundles this module in place of the SDK's `_shims`, which would bring a JSON schema
 * validator, a third of the SDK. The tools check their input themselves.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("There is no JSON schema validator.");
  }
}

export { process };
