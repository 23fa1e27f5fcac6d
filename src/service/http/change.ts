import * as l10n from "@vscode/l10n";
import http from "node:http";
import https from "node:https";
import * as v from "valibot";
import { parseJson } from "../../shared/schemas";
import { count, lenient, type Mutable, put } from "../decode/page";
import { abortedError, ApiError } from "../errors";
import type { ChangeOptions, ChangeRequest, ChangeResponse, ClientOptions, ServiceTarget } from "../types";
import { Deadline } from "./deadline";
import { requestHeaders } from "./headers";
import { type HttpClient, redirectStatuses } from "./httpClient";
import type { HttpMessage, HttpResponse } from "./transport";
import { collectionUrl, documentUrl } from "./urls";

/** A change of many documents may take long. */
const defaultTimeoutMs = 120_000;
const bodyLimitBytes = 64 * 1024;

/** A change as it is sent, and as it is shown before. */
export interface DescribedRequest extends Pick<HttpMessage, "url" | "body"> {
  readonly method: "PUT" | "PATCH" | "DELETE";
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

/** Sends the only request of a change; see `ServiceClient.change`. @throws {ApiError} */
export async function sendChange(
  client: HttpClient,
  target: ServiceTarget,
  change: ChangeRequest,
  { timeoutMs, changeTimeoutMs = defaultTimeoutMs, clock, signal }: ClientOptions & ChangeOptions,
): Promise<ChangeResponse> {
  const request = describeRequest(target, change);
  const { host, protocol } = request.url;
  const message = {
    ...request,
    headers: {
      ...requestHeaders(target),
      ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    // The service may be closing a connection that was used before: then nobody knows whether the request has arrived.
    agent: new (protocol === "https:" ? https : http).Agent({ keepAlive: false }),
  };
  if (signal?.aborted) {
    throw abortedError();
  }
  const deadline = new Deadline(clock, Math.max(timeoutMs, changeTimeoutMs), signal);
  try {
    return await client.exchange(message, deadline, 1, async (response) => {
      const { status } = response;
      if (status >= 200 && status < 300) {
        return await responseOf(response);
      }
      if (redirectStatuses.has(status)) {
        response.discard();
        throw new ApiError(
          { kind: "redirected", location: "", loop: false },
          l10n.t("{0} redirected the request ({1}). A change isn't sent again.", host, status),
        );
      }
      throw await client.errorOf(response, host, change.kind);
    });
  } catch (error) {
    throw error instanceof ApiError ? withOutcome(error, host) : error;
  } finally {
    deadline.dispose();
  }
}

const responseSchema = v.object({ documents_deleted: lenient(count) });

/** What a success says, as far as it can be read: the status alone says that it is one. */
async function responseOf(response: HttpResponse): Promise<ChangeResponse> {
  const body = await response.read(bodyLimitBytes).catch(() => undefined);
  const decoded: Mutable<ChangeResponse> = { status: response.status };
  const result = v.safeParse(responseSchema, parseJson(new TextDecoder().decode(body)));
  if (result.success) {
    put(decoded, "documentsDeleted", result.output.documents_deleted);
  }
  return decoded;
}

/** Codes of Node with which no connection was made. */
const notConnectedCodes: ReadonlySet<string | undefined> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
]);

/** The same error, which says whether the service may have made the change. */
function withOutcome({ failure, message, reason }: ApiError, host: string): ApiError {
  const isLost = failure.kind === "unreachable" && !notConnectedCodes.has(failure.code);
  if (isLost && failure.code?.startsWith("HPE_") !== true) {
    return new ApiError(
      { ...failure, kind: "interrupted" },
      l10n.t("The connection to {0} was lost before it responded.", host),
      true,
    );
  }
  const isUndecided =
    isLost ||
    (failure.kind === "unavailable" && failure.status >= 500) ||
    ["malformed", "redirected", "interrupted", "timeout", "aborted"].includes(failure.kind);
  return new ApiError(failure, message, isUndecided, reason);
}
