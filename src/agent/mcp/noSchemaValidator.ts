import process from "node:process";

/**
 * Stands in for the module with which the MCP SDK chooses a JSON schema validator (esbuild.js): the tools check their input themselves,
 * and the validator would be a third of the SDK.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("There is no JSON schema validator.");
  }
}

export { process };
