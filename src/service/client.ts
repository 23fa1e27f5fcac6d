import { decodeCollectionPage, decodeDocumentPage } from "./decode/lists";
import { decodeEventResponse } from "./decode/eventResponse";
import { decodeFeedPage } from "./decode/feedPage";
import { parseObject } from "./decode/page";
import { sendChange } from "./http/change";
import { HttpClient } from "./http/httpClient";
import { collectionsUrl, documentsUrl, documentUrl, eventUrl, feedUrl } from "./http/urls";
import type { ClientOptions, ServiceClient, ServiceTarget } from "./types";

/** A client of the service over HTTP. It needs no disposal: each request ends with its own signal or timeout. */
export function createServiceClient(target: ServiceTarget, client: ClientOptions): ServiceClient {
  const http = new HttpClient(target, client);
  return {
    async listCollections(request, options) {
      const url = collectionsUrl(target, request);
      return http.get(
        { operation: "listCollections", url, decode: (body) => decodeCollectionPage(body, request) },
        options,
      );
    },
    async readFeed(request, options) {
      const url = feedUrl(target, request, client.typesFormat);
      return http.get(
        { operation: "readFeed", url, decode: (body) => decodeFeedPage(body, request) },
        options,
      );
    },
    async readEvent(id, options) {
      const url = eventUrl(target, id);
      return http.get(
        { operation: "readEvent", url, decode: (body) => decodeEventResponse(body, id) },
        options,
      );
    },
    async listDocuments(collection, request, options) {
      const url = documentsUrl(target, collection, request);
      return http.get(
        { operation: "listDocuments", url, decode: (body) => decodeDocumentPage(body, request) },
        options,
      );
    },
    async readDocument(collection, id, options) {
      const url = documentUrl(target, collection, id);
      return http.get(
        { operation: "readDocument", url, decode: (body) => ({ json: parseObject(body).json }) },
        options,
      );
    },
    async change(request, options) {
      return sendChange(http, target, request, { ...client, ...options });
    },
  };
}
