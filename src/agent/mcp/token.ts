import { randomBytes } from "node:crypto";
import { type SecretStorage, withSecretTimeout } from "../../connections/secretStorage";
import type { Clock } from "../../util/clock";

const secretName = "companyFeed.mcp.token";

/** The only code that reads or writes the MCP server's bearer token, which all windows share. */
export class McpToken {
  constructor(
    private readonly secrets: SecretStorage,
    private readonly clock: Clock,
  ) {
    // Version 0.2 stored it.
    void secrets.delete("companyFeed.mcp.address").then(undefined, () => undefined);
  }

  /** @returns undefined if none was made yet. @throws {Error} with a sentence */
  async read(): Promise<string | undefined> {
    return withSecretTimeout(this.clock, this.secrets.get(secretName));
  }

  /** Makes a new token: clients with the previous one are refused. @throws {Error} with a sentence */
  async replace(): Promise<string> {
    const token = `cfmcp_${randomBytes(32).toString("base64url")}`;
    await withSecretTimeout(this.clock, this.secrets.store(secretName, token));
    // Another window may have written one at the same time.
    return (await this.read()) ?? token;
  }
}
