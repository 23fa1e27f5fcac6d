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
import type { ClientOptions, Operation, RequestOptions, ServiceClient, ServiceTarget } from "./types";
import {
  articleUrl,
  collectionsUrl,
  collectionUrl,
  describeRequest,
  documentUrl,
  eventUrl,
  feedUrl,
  subscriptionsUrl,
} from "./urls";

/** A client of the service over HTTP. It needs no disposal: each request ends with its own signal or timeout. */
export function createServiceClient(target: ServiceTarget, clientOptions: ClientOptions): ServiceClient {
  const http = new HttpClient(target, clientOptions);
  const get = <T>(
    operation: Operation,
    url: URL,
    decode: (body: ResponseBody) => T,
    options: RequestOptions | undefined,
  ): Promise<T> => http.send(operation, { method: "GET", url }, decode, options);
  return {
    async listCollections(request, options) {
      const url = collectionsUrl(target, request);
      return get("listCollections", url, (body) => decodeCollectionPage(body, request), options);
    },
    async readFeed(request, options) {
      const url = feedUrl(target, request, clientOptions.typesFormat);
      return request.source
        ? get("readPublications", url, decodePublicationPage, options)
        : get("readFeed", url, decodeFeedPage, options);
    },
    async readEvent(id, options) {
      const decode = (body: ResponseBody) => decodeEventResponse(body, id);
      return options?.source
        ? get("readArticle", articleUrl(target, id), decode, options)
        : get("readEvent", eventUrl(target, id), decode, options);
    },
    async listDocuments(collection, request, options) {
      const { limit, offset } = request;
      const url = collectionUrl(target, collection, "/documents", { limit, offset });
      return get("listDocuments", url, (body) => decodeDocumentPage(body, request), options);
    },
    async readDocument(collection, id, options) {
      const url = documentUrl(target, collection, id);
      return get("readDocument", url, (body) => ({ json: parseObject(body).json }), options);
    },
    async listSubscriptions(options) {
      return get("listSubscriptions", subscriptionsUrl(target), decodeSubscriptions, options);
    },
    async change(request, options) {
      if (options?.signal?.aborted) {
        throw abortedError();
      }
      try {
        return await http.send(request.kind, describeRequest(target, request), decodeChangeResponse, options);
      } catch (error) {
        throw error instanceof ApiError
          ? new ApiError(error.failure, error.message, mayHaveBeenApplied(error), error.reason)
          : error;
      }
    },
  };
}
