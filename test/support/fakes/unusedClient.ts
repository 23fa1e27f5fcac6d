import type { ServiceClient } from "../../../src/service/client";

const unexpected = (): Promise<never> => Promise.reject(new Error("The test expects no such request."));

const unused: ServiceClient = {
  listCollections: unexpected,
  readFeed: unexpected,
  readEvent: unexpected,
  listDocuments: unexpected,
  readDocument: unexpected,
  listSubscriptions: unexpected,
  change: unexpected,
};

/** Creates a fake client with only the operations that a test uses. */
export function fakeClient(operations: Partial<ServiceClient> = {}): ServiceClient {
  return { ...unused, ...operations };
}

/** Base of fake clients, which override the operations that tests use. */
export const UnusedClient = function () {
  // Define the operations on the prototype, so that methods can override them.
} as unknown as new () => ServiceClient;
UnusedClient.prototype = unused;
