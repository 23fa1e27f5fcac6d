import type { ApiError } from "./errors";
import type { HttpRequest } from "./httpRequest";
import type { ChangeRequest, ServiceTarget, SubscriptionSettings } from "./types";
import { collectionUrl, documentUrl, subscriptionsUrl } from "./urls";

/** The one HTTP request of a change (`docs/service.md`, Changes). Throws `invalidName`, or `invalidRequest` for an invalid base URL. */
export function describeRequest(
  target: Pick<ServiceTarget, "baseUrl" | "dataset">,
  change: ChangeRequest,
): HttpRequest {
  switch (change.kind) {
    case "createCollection": {
      const { collection, description } = change;
      const body = JSON.stringify(description === undefined ? {} : { description });
      return { method: "PUT", url: collectionUrl(target, collection), body };
    }
    case "deleteCollection":
      return { method: "DELETE", url: collectionUrl(target, change.collection) };
    case "changeEnvironment": {
      const body = JSON.stringify({ new_environment: change.environment });
      return { method: "PATCH", url: collectionUrl(target, change.collection, "/environment"), body };
    }
    case "deleteAllDocuments":
      return { method: "DELETE", url: collectionUrl(target, change.collection, "/documents") };
    case "deleteDocument":
      return { method: "DELETE", url: documentUrl(target, change.collection, change.documentId) };
    case "createSubscription":
      return { method: "POST", url: subscriptionsUrl(target), body: subscriptionBody(change.settings) };
    case "updateSubscription": {
      const url = subscriptionsUrl(target, change.id);
      return { method: "PATCH", url, body: subscriptionBody(change.settings) };
    }
    case "deleteSubscription":
      return { method: "DELETE", url: subscriptionsUrl(target, change.id) };
  }
}

/** What is undefined is left out. */
function subscriptionBody({ callbackUrl, domains, feeds, secret }: Partial<SubscriptionSettings>): string {
  return JSON.stringify({ callback_url: callbackUrl, watchlist_domains: domains, feeds, secret });
}

/** Codes of Node with which no connection was made. */
const notConnectedCode = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/;

/** Whether the service may have made a change although its request failed. */
export function mayHaveBeenApplied({ failure }: ApiError): boolean {
  switch (failure.kind) {
    case "unreachable":
      return !notConnectedCode.test(failure.code ?? "");
    case "unavailable":
      return failure.status >= 500;
    case "malformed":
    case "redirected":
    case "interrupted":
    case "timeout":
    case "aborted":
      return true;
    default:
      return false;
  }
}
