import { randomBytes } from "node:crypto";
import { type SecretStorage, withSecretTimeout } from "../../connections/keyStore";
import type { Clock } from "../../util/clock";

const secretName = "companyFeed.mcp.token";

/** The only code that reads or writes the bearer token of the MCP server, which is the same for all windows. */
export class McpToken {
  constructor(
    private readonly secrets: SecretStorage,
    private readonly clock: Clock,
  ) {
    // Of version 0.2.
    void secrets.delete("companyFeed.mcp.address").then(undefined, () => undefined);
  }

  /** Undefined if none was made yet. @throws {SecretStorageError} */
  async read(): Promise<string | undefined> {
    return withSecretTimeout(this.clock, this.secrets.get(secretName));
  }

  /** Makes a new one: what was configured with the one before is refused. @throws {SecretStorageError} */
  async replace(): Promise<string> {
    const token = `cfmcp_${randomBytes(32).toString("base64url")}`;
    await withSecretTimeout(this.clock, this.secrets.store(secretName, token));
    // Another window may have written one at the same time.
    return (await this.read()) ?? token;
  }
}
