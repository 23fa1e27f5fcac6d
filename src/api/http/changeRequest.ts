import type { ChangeRequest, ServiceTarget } from "../types";
import { collectionUrl, documentUrl } from "./urls";

/** A change as it is sent, and as it is shown before. */
export interface DescribedRequest {
  readonly method: "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  /** JSON. */
  readonly body?: string;
}

/** The one HTTP request of a change (`docs/service.md`, Changes). Throws `invalidName`, or `invalidRequest` for an invalid base URL. */
export function describeRequest(
  target: Pick<ServiceTarget, "baseUrl">,
  change: ChangeRequest,
): DescribedRequest {
  switch (change.kind) {
    case "createCollection": {
      const { collection, description } = change;
      return {
        method: "PUT",
        url: collectionUrl(target, collection),
        body: JSON.stringify(description === undefined ? {} : { description }),
      };
    }
    case "deleteCollection":
      return { method: "DELETE", url: collectionUrl(target, change.collection) };
    case "changeEnvironment":
      return {
        method: "PATCH",
        url: collectionUrl(target, change.collection, "/environment"),
        body: JSON.stringify({ new_environment: change.environment }),
      };
    case "deleteAllDocuments":
      return { method: "DELETE", url: collectionUrl(target, change.collection, "/documents") };
    case "deleteDocument":
      return { method: "DELETE", url: documentUrl(target, change.collection, change.documentId) };
  }
}
