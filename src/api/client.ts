import { collectionsUrl, feedUrl } from "./http/urls";
import { HttpRequest } from "./http/request";
import { decodeCollectionPage } from "./decode/collectionPage";
import { decodeFeedPage } from "./decode/feedPage";
import type { ClientOptions, ServiceClient, ServiceTarget } from "./types";

/** A client of the service over HTTP. It needs no disposal: each request ends with its own signal or timeout. */
export function createServiceClient(target: ServiceTarget, client: ClientOptions): ServiceClient {
  return {
    async listCollections(request, options) {
      const url = collectionsUrl(target, request);
      return new HttpRequest(
        url,
        (body) => decodeCollectionPage(body, request),
        target,
        client,
        options,
      ).send();
    },
    async readFeed(request, options) {
      const url = feedUrl(target, request, client.typesFormat);
      return new HttpRequest(url, (body) => decodeFeedPage(body, request), target, client, options).send();
    },
  };
}
