import * as v from "valibot";
import { type SecretStorage, withSecretTimeout } from "../../../connections/secretStorage";
import { Emitter, type Event } from "../../../shared/event";
import { parseJson, parseOrUndefined } from "../../../shared/schemas";
import type { Clock } from "../../../util/clock";
import { Disposable } from "../../../util/disposable";
import type { McpAddress, McpAddresses } from "../../mcp/mcpService";

const secretName = "companyFeed.mcp.address";

const addressSchema = v.object({
  port: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(65_535)),
  bearer: v.pipe(v.string(), v.minLength(32)),
});

/** The only code that reads or writes the port and the bearer token of the MCP server: one secret, for all windows. */
export class McpAddressStore extends Disposable implements McpAddresses {
  private readonly changed = this.register(new Emitter<void>());

  /** Also for changes in other windows; there may be more events than changes. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly secrets: SecretStorage,
    private readonly clock: Clock,
  ) {
    super();
    const listener = secrets.onDidChange(({ key }) => {
      if (key === secretName) {
        this.changed.fire();
      }
    });
    this.register({ dispose: () => void listener.dispose() });
  }

  async read(): Promise<McpAddress | undefined> {
    const text = await withSecretTimeout(this.clock, this.secrets.get(secretName));
    return text === undefined ? undefined : parseOrUndefined(addressSchema, parseJson(text));
  }

  async write(address: McpAddress): Promise<void> {
    await withSecretTimeout(this.clock, this.secrets.store(secretName, JSON.stringify(address)));
  }
}
