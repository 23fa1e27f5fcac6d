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
import type {
  ChangeRequest,
  ClientOptions,
  FeedRequest,
  OffsetRequest,
  RequestOptions,
  NotFoundReason,
  ServiceTarget,
} from "./types";
import { articleUrl, datasetUrl, describeRequest, feedUrl, serviceUrl, subscriptionsPath } from "./urls";

export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * The service's operations over HTTP. They reject with `ApiError` only. The client needs no disposal: each request ends with its
 * own signal or timeout.
 */
export function createServiceClient(target: ServiceTarget, clientOptions: ClientOptions) {
  const http = new HttpClient(target, clientOptions);
  const get = async <T>(
    url: URL,
    decode: (body: ResponseBody) => T,
    options: RequestOptions | undefined,
    notFound: NotFoundReason = "item",
  ): Promise<T> => http.send({ notFound, request: { method: "GET", url }, decode }, options);
  return {
    async listCollections(request: OffsetRequest, options?: RequestOptions) {
      const url = serviceUrl(target, ["collections"], { ...request });
      return get(url, decodeCollectionPage, options, "address");
    },
    /** Reads the event feed, or the publication feed. */
    async readFeed(request: FeedRequest, options?: RequestOptions) {
      const url = feedUrl(target, request, clientOptions.typesFormat);
      const decode = (body: ResponseBody) =>
        request.source ? decodePublicationPage(body, request.since) : decodeFeedPage(body);
      return get(url, decode, options, "address");
    },
    /** Reads an event, or the article of a publication. */
    async readEvent(id: string, source?: FeedRequest["source"], options?: RequestOptions) {
      const url = source ? articleUrl(target, id) : datasetUrl(target, ["events", id]);
      return get(url, (body) => decodeEventResponse(body, id), options);
    },
    async listDocuments(collection: string, request: OffsetRequest, options?: RequestOptions) {
      const url = serviceUrl(target, ["collections", collection, "documents"], { ...request });
      return get(url, decodeDocumentPage, options);
    },
    /** @returns the JSON of an object as sent */
    async readDocument(collection: string, id: string, options?: RequestOptions) {
      const url = serviceUrl(target, ["collections", collection, "documents", id]);
      return get(url, (body) => parseObject(body).json, options);
    },
    /** The total count is absent if the service has more than it sent. */
    async listSubscriptions(options?: RequestOptions) {
      return get(datasetUrl(target, subscriptionsPath), decodeSubscriptions, options, "operation");
    },
    /**
     * Changes something with exactly one HTTP request, which is never repeated: no retry, no redirect. If this rejects although
     * the service may have made the change, the error's `mayHaveBeenApplied` is true.
     */
    async change(change: ChangeRequest, options?: Pick<RequestOptions, "signal">) {
      if (options?.signal?.aborted) {
        throw abortedError();
      }
      const request = describeRequest(target, change);
      const notFound = change.kind.startsWith("create") ? "operation" : "item";
      try {
        return await http.send({ notFound, request, decode: decodeChangeResponse }, options);
      } catch (error) {
        throw error instanceof ApiError
          ? new ApiError(error.failure, error.message, mayHaveBeenApplied(error), error.reason)
          : error;
      }
    },
  };
}
