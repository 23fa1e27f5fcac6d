import { ApiError } from "../api/errors";
import type {
  CallOptions,
  CollectionPage,
  CollectionsRequest,
  FeedPage,
  FeedRequest,
  ServiceClient,
  ServiceTarget,
} from "../api/types";
import { JoinedSignal } from "../util/joinedSignal";
import type { Connection } from "./connection";
import type { KeyLookup, KeyStore } from "./keyStore";

/** Makes a client for a place and a key; the client's code is loaded with the first one. */
export type ClientFactory = (target: ServiceTarget) => Promise<ServiceClient>;

/** Starts the sample service on first use and says where it is. */
export type StartSample = () => Promise<{ readonly baseUrl: string; readonly key: string }>;

/**
 * The service behind a connection. The key is looked up for every call, so that a key that was set, cleared or changed,
 * here or in another window, counts from the next call on.
 */
export class ServiceAccess implements ServiceClient {
  private readonly revoked = new AbortController();
  /** The key of the latest call. */
  private keyInUse: string | undefined;

  constructor(
    readonly connection: Connection,
    private readonly keys: KeyStore,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
    /** Told when the service refuses the key. Where there is none, tree and panel say so themselves. */
    private readonly keyRefused: (access: ServiceAccess, error: ApiError) => void,
  ) {}

  listCollections(request: CollectionsRequest, options?: CallOptions): Promise<CollectionPage> {
    return this.call(options, (client, combined) => client.listCollections(request, combined));
  }

  readFeed(request: FeedRequest, options?: CallOptions): Promise<FeedPage> {
    return this.call(options, (client, combined) => client.readFeed(request, combined));
  }

  /** The connection was changed or removed: what is under way ends, and nothing is sent any more. */
  revoke(): void {
    this.revoked.abort();
  }

  private async call<T>(
    options: CallOptions | undefined,
    run: (client: ServiceClient, options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.revoked;
    if (signal.aborted) {
      throw this.gone();
    }
    const joined = new JoinedSignal(options?.signal, signal);
    try {
      return await run(await this.client(joined.signal), { ...options, signal: joined.signal });
    } catch (error) {
      if (error instanceof ApiError && error.kind === "unauthorized") {
        this.keyRefused(this, error);
      }
      const calledOff = error instanceof ApiError && error.kind === "aborted" && !options?.signal?.aborted;
      throw calledOff && this.revoked.signal.aborted ? this.gone() : error;
    } finally {
      joined.dispose();
    }
  }

  private gone(): ApiError {
    return new ApiError({ kind: "gone" }, `The connection "${this.connection.name}" was changed or removed.`);
  }

  private async client(signal: AbortSignal): Promise<ServiceClient> {
    const target = await this.target();
    if (signal.aborted) {
      throw new ApiError({ kind: "aborted" }, "Cancelled.");
    }
    return this.createClient(target);
  }

  /** Whether the key is another one than that of the latest call: what it reads may be another organization's. */
  async hasAnotherKey(): Promise<boolean> {
    const { keyInUse } = this;
    const { key } = await this.locate();
    return keyInUse !== undefined && key.kind === "found" && key.key !== keyInUse;
  }

  /** Where requests of this connection go, and what is known of its key. */
  async locate(): Promise<{ readonly baseUrl: string; readonly key: KeyLookup }> {
    if (this.connection.sample) {
      const { baseUrl, key } = await this.startSample();
      return { baseUrl, key: { kind: "found", key } };
    }
    return { baseUrl: this.connection.baseUrl, key: await this.keys.lookUp(this.connection) };
  }

  private async target(): Promise<ServiceTarget> {
    const { dataset, organizationId } = this.connection;
    const { baseUrl, key } = await this.locate();
    return {
      baseUrl,
      dataset,
      ...(organizationId === undefined ? {} : { organizationId }),
      key: this.usable(key),
    };
  }

  private usable(found: KeyLookup): string {
    const { name } = this.connection;
    switch (found.kind) {
      case "found":
        return (this.keyInUse = found.key);
      case "missing":
        throw new ApiError({ kind: "noKey" }, `No API key is stored for "${name}".`);
      case "otherOrigin":
        throw new ApiError(
          { kind: "noKey" },
          `The key stored for "${name}" was entered for another address and is not used here.`,
        );
      case "unreadable":
        throw new ApiError({ kind: "noKey" }, `The key of "${name}" cannot be read: ${found.reason}`);
    }
  }
}
