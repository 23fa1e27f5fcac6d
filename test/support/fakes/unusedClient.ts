import type { ServiceClient } from "../../../src/service/types";

const unexpected = (): Promise<never> => Promise.reject(new Error("The test expects no such request."));

/** A base for fake clients, which override the operations that their tests use. */
export const UnusedClient: new () => ServiceClient = class {
  listCollections() {
    return unexpected();
  }

  readFeed() {
    return unexpected();
  }

  readEvent() {
    return unexpected();
  }

  listDocuments() {
    return unexpected();
  }

  readDocument() {
    return unexpected();
  }

  listSubscriptions() {
    return unexpected();
  }

  change() {
    return unexpected();
  }
};

/** A fake client with the operations that its test uses. */
export function fakeClient(operations: Partial<ServiceClient>): ServiceClient {
  return Object.assign(new UnusedClient(), operations);
}
