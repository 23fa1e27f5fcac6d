import { createServiceClient } from "../../../src/service/client";
import type { ServiceClient } from "../../../src/service/client";
import type { ClientOptions, ServiceTarget } from "../../../src/service/types";
import { FakeClock } from "../fakes/fakeClock";

export const testKey = "sk_test_7f3a9Zq-XYZ";

/** A real client. By default, it makes one attempt per request, logs nothing, and has a stopped clock. */
export function testClient(
  target: Pick<ServiceTarget, "baseUrl"> & Partial<ServiceTarget>,
  options: Partial<ClientOptions> = {},
): ServiceClient {
  return createServiceClient(
    { dataset: "companydata", key: testKey, ...target },
    {
      timeoutMs: 30_000,
      typesFormat: "comma",
      attempts: 1,
      clock: new FakeClock(),
      random: () => 0.5,
      log: { info: () => undefined, warn: () => undefined },
      ...options,
    },
  );
}
