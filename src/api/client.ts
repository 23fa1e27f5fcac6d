import { decodeCollectionPage } from "./decode/collectionPage";
import { decodeDocumentPage } from "./decode/documentPage";
import { decodeEventResponse } from "./decode/eventResponse";
import { decodeFeedPage } from "./decode/feedPage";
import { parseObject, type ResponseBody } from "./decode/page";
import { Change } from "./http/change";
import { HttpRequest } from "./http/request";
import { collectionsUrl, documentsUrl, documentUrl, eventUrl, feedUrl } from "./http/urls";
import type { ClientOptions, Operation, RequestOptions, ServiceClient, ServiceTarget } from "./types";

/** A client of the service over HTTP. It needs no disposal: each request ends with its own signal or timeout. */
export function createServiceClient(target: ServiceTarget, client: ClientOptions): ServiceClient {
  const read = <T>(
    operation: Operation,
    url: URL,
    decode: (body: ResponseBody) => T,
    options: RequestOptions | undefined,
  ): Promise<T> => new HttpRequest(operation, url, decode, target, client, options).send();
  return {
    async listCollections(request, options) {
      const url = collectionsUrl(target, request);
      return read("listCollections", url, (body) => decodeCollectionPage(body, request), options);
    },
    async readFeed(request, options) {
      const url = feedUrl(target, request, client.typesFormat);
      return read("readFeed", url, (body) => decodeFeedPage(body, request), options);
    },
    async readEvent(id, options) {
      const url = eventUrl(target, id);
      return read("readEvent", url, (body) => decodeEventResponse(body, id), options);
    },
    async listDocuments(collection, request, options) {
      const url = documentsUrl(target, collection, request);
      return read("listDocuments", url, (body) => decodeDocumentPage(body, request), options);
    },
    async readDocument(collection, id, options) {
      const url = documentUrl(target, collection, id);
      return read("readDocument", url, (body) => ({ json: parseObject(body).json }), options);
    },
    async change(request, options) {
      return new Change(request, target, client, options).send();
    },
  };
}
