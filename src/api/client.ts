import type { Clock } from "../util/clock";
import { collectionsUrl, feedUrl, type TypesFormat } from "./http/urls";
import { HttpRequest, type RequestEnvironment } from "./http/request";
import { decodeCollectionPage } from "./decode/collectionPage";
import { decodeFeedPage } from "./decode/feedPage";
import type { RequestOptions, CollectionPage, CollectionsRequest, FeedPage, FeedRequest } from "./types";
import type { RequestLogEntry, ServiceClient, ServiceTarget } from "./types";

export interface ClientSettings {
  /** For each attempt, from sending it to the last byte of its body. */
  readonly timeoutMs: number;
  readonly typesFormat: TypesFormat;
  /** Attempts of one call, the first included; 3 unless told. */
  readonly attempts?: number;
  /** Size of a decoded body beyond which it is dropped; 64 MiB unless told. */
  readonly bodyLimitBytes?: number;
}

/** What the client takes from outside. */
export interface ClientEnvironment {
  readonly clock: Clock;
  /** From 0 inclusive to 1 exclusive. */
  random(): number;
  /** Told of each exchange when it is over, failed ones and redirects too. */
  log(exchange: RequestLogEntry): void;
  /** Sent as `User-Agent`. */
  readonly userAgent?: string;
}

/**
 * A client of the shown interface (`interface.md`, Endpoints). It holds nothing that needs disposing of: what is under way
 * ends with the signal of its call.
 */
export function createServiceClient(
  target: ServiceTarget,
  settings: ClientSettings,
  environment: ClientEnvironment,
): ServiceClient {
  const callEnvironment: RequestEnvironment = {
    target,
    timeoutMs: settings.timeoutMs,
    attempts: settings.attempts ?? 3,
    bodyLimitBytes: settings.bodyLimitBytes ?? 64 * 1024 * 1024,
    clock: environment.clock,
    random: () => environment.random(),
    log: (exchange) => environment.log(exchange),
    userAgent: environment.userAgent,
  };
  return {
    async listCollections(request: CollectionsRequest, options?: RequestOptions): Promise<CollectionPage> {
      const url = collectionsUrl(target, request);
      return new HttpRequest(
        url,
        (body) => decodeCollectionPage(body, request),
        callEnvironment,
        options,
      ).run();
    },
    async readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
      const url = feedUrl(target, request, settings.typesFormat);
      return new HttpRequest(url, (body) => decodeFeedPage(body, request), callEnvironment, options).run();
    },
  };
}
