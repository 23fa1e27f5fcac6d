import { logRequest } from "../service/requestLog";
import type { ServiceClient, ServiceTarget } from "../service/types";
import type { Settings } from "../settings";
import { systemClock } from "../util/clock";
import type { Log } from "../util/log";

/** Starts the sample service unless it is running. */
export type StartSample = () => Promise<{ readonly baseUrl: string; readonly key: string }>;

/** Where clients come from: HTTP clients, whose code is loaded for the first one, and the bundled sample service. */
export class Services {
  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
    readonly startSample: StartSample,
  ) {}

  async createClient(target: ServiceTarget): Promise<ServiceClient> {
    const { createServiceClient } = await import("../service/client");
    return createServiceClient(target, {
      timeoutMs: this.settings.requestTimeoutMs,
      typesFormat: this.settings.feedTypesFormat,
      clock: systemClock,
      random: Math.random,
      log: (entry) => logRequest(entry, this.log),
    });
  }
}
