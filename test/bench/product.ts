/** The product as benchmarks use it. */
import { createServiceClient } from "../../src/service/client";
import type { ServiceClient } from "../../src/service/client";
import { systemClock } from "../../src/util/clock";
import { buildProduction, packageVsix } from "../support/runner/build";

export const benchKey = "bench";

/** The product's client of a service. */
export function clientOf({ baseUrl }: { readonly baseUrl: string }): ServiceClient {
  return createServiceClient(
    { baseUrl, dataset: "companydata", key: benchKey },
    {
      timeoutMs: 30_000,
      typesFormat: "comma",
      clock: systemClock,
      random: Math.random,
      log: { info: () => undefined, warn: () => undefined },
    },
  );
}

/** Makes the VSIX of a production build. */
export async function productionVsix(): Promise<void> {
  await buildProduction();
  await packageVsix();
}
