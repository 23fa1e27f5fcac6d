import type { ServiceClient } from "../../../src/service/types";

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

/** A fake client with the operations that its test uses. */
export function fakeClient(operations: Partial<ServiceClient> = {}): ServiceClient {
  return { ...unused, ...operations };
}

/** A base for fake clients, which override the operations that their tests use. */
export const UnusedClient = function () {
  // The operations are in the prototype, so that methods override them.
} as unknown as new () => ServiceClient;
UnusedClient.prototype = unused;
