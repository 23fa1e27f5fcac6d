import type { Clock } from "../../util/clock";
import type { Log } from "../../util/log";
import type { Refusal } from "./requestGuard";

const minuteMs = 60_000;

/** Log lines of the server. Nothing in them comes from a request. */
export class McpLog {
  private readonly refusals = new Map<string, { readonly sinceMs: number; count: number }>();

  constructor(
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  started(port: number): void {
    this.log.info(`MCP server: listening on 127.0.0.1:${port}`);
  }

  stopped(port: number): void {
    this.log.info(`MCP server: stopped listening on 127.0.0.1:${port}`);
  }

  /** One line a minute for each reason: a broken client may try many times a second. */
  refused({ status, reason }: { readonly status: number; readonly reason: Refusal["reason"] }): void {
    const now = this.clock.now();
    const known = this.refusals.get(reason);
    if (known && now - known.sinceMs < minuteMs) {
      known.count++;
      return;
    }
    const again = known && known.count > 0 ? ` (${known.count} more since the last time)` : "";
    this.refusals.set(reason, { sinceMs: now, count: 0 });
    this.log.warn(`MCP server: refused a request (${status}): ${reason}${again}`);
  }

  failed(error: unknown): void {
    this.log.error(`MCP server: ${error instanceof Error ? error.message : "unknown error"}`);
  }
}
