import {
  decodeCollectionPage,
  decodeChangeResponse,
  decodeDocumentPage,
  decodeEventResponse,
  decodeFeedPage,
  decodePublicationPage,
  decodeSubscriptions,
  parseObject,
  type ResponseBody,
} from "./decode";
import { abortedError, ApiError, mayHaveBeenApplied } from "./errors";
import { HttpClient } from "./httpClient";
import type { ClientOptions, RequestOptions, ServiceClient, ServiceOperation, ServiceTarget } from "./types";
import { articleUrl, collectionsUrl, datasetUrl, describeRequest, feedUrl, subscriptionsPath } from "./urls";

/** A client of the service over HTTP. It needs no disposal: each request ends with its own signal or timeout. */
export function createServiceClient(target: ServiceTarget, clientOptions: ClientOptions): ServiceClient {
  const http = new HttpClient(target, clientOptions);
  const get = <T>(
    operation: ServiceOperation,
    url: URL,
    decode: (body: ResponseBody) => T,
    options: RequestOptions | undefined,
  ): Promise<T> => http.send({ operation, request: { method: "GET", url }, decode }, options);
  return {
    async listCollections(request, options) {
      const url = collectionsUrl(target, [], { ...request });
      return get("listCollections", url, decodeCollectionPage, options);
    },
    async readFeed(request, options) {
      const url = feedUrl(target, request, clientOptions.typesFormat);
      const decode = (body: ResponseBody) =>
        request.source ? decodePublicationPage(body, request.since) : decodeFeedPage(body);
      return get("readFeed", url, decode, options);
    },
    async readEvent(id, source, options) {
      const url = source ? articleUrl(target, id) : datasetUrl(target, ["events", id]);
      return get("readEvent", url, (body) => decodeEventResponse(body, id), options);
    },
    async listDocuments(collection, request, options) {
      const url = collectionsUrl(target, [collection, "documents"], { ...request });
      return get("listDocuments", url, decodeDocumentPage, options);
    },
    async readDocument(collection, id, options) {
      const url = collectionsUrl(target, [collection, "documents", id]);
      return get("readDocument", url, (body) => parseObject(body).json, options);
    },
    async listSubscriptions(options) {
      return get("listSubscriptions", datasetUrl(target, subscriptionsPath), decodeSubscriptions, options);
    },
    async change(change, options) {
      if (options?.signal?.aborted) {
        throw abortedError();
      }
      const request = describeRequest(target, change);
      try {
        return await http.send({ operation: change.kind, request, decode: decodeChangeResponse }, options);
      } catch (error) {
        throw error instanceof ApiError
          ? new ApiError(error.failure, error.message, mayHaveBeenApplied(error), error.reason)
          : error;
      }
    },
  };
}
