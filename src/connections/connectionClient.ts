import { ApiError, dependsOnKey } from "../api/errors";
import type {
  RequestOptions,
  CollectionPage,
  CollectionsRequest,
  FeedPage,
  FeedRequest,
  ServiceClient,
  ServiceTarget,
} from "../api/types";
import { Emitter, type Event } from "../util/event";
import { CombinedSignal } from "../util/combinedSignal";
import type { Connection } from "./connection";
import type { KeyLookup, KeyStore } from "./keyStore";

/** Makes a client for a place and a key; the client's code is loaded with the first one. */
export type ClientFactory = (target: ServiceTarget) => Promise<ServiceClient>;

/** Starts the sample service on first use and says where it is. */
export type StartSample = () => Promise<{ readonly baseUrl: string; readonly key: string }>;

/** A client's answer and the key that it was asked with. */
interface Keyed<T> {
  readonly value: T;
  readonly key: KeyLookup;
}

/** Why requests fail until the person does something about the connection. */
interface Obstacle {
  readonly error: ApiError;
  /** The key that was missing or rejected; absent: the connection itself was changed or removed. */
  readonly key?: KeyLookup;
}

/**
 * The service behind a connection. The key is looked up for every call, so that a key that was set, cleared or changed,
 * here or in another window, counts from the next call on.
 */
export class ConnectionClient implements ServiceClient {
  private readonly revoked = new AbortController();
  private readonly changed = new Emitter<void>();
  /** The key of the latest call. */
  private keyInUse: string | undefined;
  private current: Obstacle | undefined;

  /** There is an obstacle, there is none any more, or the key may be another one. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    readonly connection: Connection,
    private readonly keys: KeyStore,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
  ) {}

  /**
   * Why requests fail until the person does something: the key is missing or was rejected, or the connection was changed or
   * removed. A key that was rejected stays an obstacle until it is changed or the service accepts it.
   */
  get obstacle(): ApiError | undefined {
    return this.current?.error;
  }

  listCollections(request: CollectionsRequest, options?: RequestOptions): Promise<CollectionPage> {
    return this.call(options, (client, combined) => client.listCollections(request, combined));
  }

  readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    return this.call(options, (client, combined) => client.readFeed(request, combined));
  }

  /** The connection was changed or removed: what is under way ends, and nothing is sent any more. */
  revoke(how: "changed" | "removed"): void {
    const message = `The connection "${this.connection.name}" was ${how}.`;
    this.current = { error: new ApiError({ kind: "connectionChanged" }, message) };
    this.revoked.abort();
    this.changed.fire();
  }

  /** Another key may be stored now, or the one that failed was accepted. */
  forgetKeyFailure(): void {
    if (this.current?.key) {
      this.current = undefined;
    }
    this.changed.fire();
  }

  private async call<T>(
    options: RequestOptions | undefined,
    run: (client: ServiceClient, options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.revoked;
    if (signal.aborted) {
      throw this.gone();
    }
    const joined = new CombinedSignal(options?.signal, signal);
    try {
      const { value, key } = await this.withCurrentKey(joined.signal, (client) =>
        run(client, { ...options, signal: joined.signal }),
      );
      this.noteAccepted(key);
      return value;
    } catch (error) {
      const calledOff = error instanceof ApiError && error.kind === "aborted" && !options?.signal?.aborted;
      throw calledOff && this.revoked.signal.aborted ? this.gone() : error;
    } finally {
      joined.dispose();
    }
  }

  /** What the service says of a key that was replaced meanwhile is no answer for the key that took its place. */
  private async withCurrentKey<T>(
    signal: AbortSignal,
    run: (client: ServiceClient) => Promise<T>,
  ): Promise<Keyed<T>> {
    for (;;) {
      const { baseUrl, key } = await this.locate();
      try {
        return { value: await run(await this.client(baseUrl, key, signal)), key };
      } catch (error) {
        if (!(error instanceof ApiError) || !dependsOnKey(error)) {
          throw error;
        }
        if (sameKey((await this.locate()).key, key)) {
          this.noteKeyFailure(error, key);
          throw error;
        }
        if (signal.aborted) {
          throw error;
        }
      }
    }
  }

  private noteAccepted(key: KeyLookup): void {
    if (this.current?.key && sameKey(key, this.current.key)) {
      this.forgetKeyFailure();
    }
  }

  private noteKeyFailure(error: ApiError, key: KeyLookup): void {
    if (error.kind === "forbidden") {
      // The key is valid, though not for this request.
      this.noteAccepted(key);
      return;
    }
    const aboutKey = error.kind === "unauthorized" || error.kind === "noKey";
    const known = this.current && (!this.current.key || sameKey(this.current.key, key));
    if (aboutKey && !known) {
      this.current = { error, key };
      this.changed.fire();
    }
  }

  private gone(): ApiError {
    return (
      this.obstacle ?? new ApiError({ kind: "connectionChanged" }, "The connection is no longer in use.")
    );
  }

  private async client(baseUrl: string, key: KeyLookup, signal: AbortSignal): Promise<ServiceClient> {
    const { dataset, organizationId } = this.connection;
    const target = {
      baseUrl,
      dataset,
      ...(organizationId === undefined ? {} : { organizationId }),
      key: this.usable(key),
    };
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

function sameKey(a: KeyLookup, b: KeyLookup): boolean {
  return a.kind === b.kind && (a.kind !== "found" || b.kind !== "found" || a.key === b.key);
}
