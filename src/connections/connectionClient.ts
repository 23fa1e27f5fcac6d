import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { abortedError, ApiError, dependsOnKey } from "../api/errors";
import type {
  ChangeOptions,
  ChangeRequest,
  ChangeResponse,
  RequestOptions,
  CollectionPage,
  CollectionsRequest,
  DocumentPage,
  DocumentsRequest,
  EventResponse,
  FeedPage,
  FeedRequest,
  JsonResponse,
  ServiceClient,
  ServiceTarget,
} from "../api/types";
import { Emitter, type Event } from "../shared/event";
import { CombinedSignal } from "../util/combinedSignal";
import type { Connection } from "./connection";
import type { KeyLookup, KeyStore } from "./keyStore";

/** Creates an HTTP client; its code is loaded for the first one. */
export type ClientFactory = (target: ServiceTarget) => Promise<ServiceClient>;

/** Starts the sample service unless it is running. */
export type StartSample = () => Promise<{ readonly baseUrl: string; readonly key: string }>;

interface Target {
  readonly baseUrl: string;
  readonly key: KeyLookup;
}

/** Where a change goes, and on whose behalf. */
export interface ChangeDestination {
  readonly baseUrl: string;
  /** Undefined without a usable key. */
  readonly keyHash: string | undefined;
}

export interface ConnectionChangeOptions extends ChangeOptions {
  /** What was shown before: nothing is sent to another one. */
  readonly destination?: ChangeDestination;
}

/**
 * Sends the requests of a connection. The key is looked up for each request, so that one that was set, cleared or replaced,
 * in this window or another, applies to the next request.
 */
export class ConnectionClient implements ServiceClient {
  private readonly revocation = new AbortController();
  private readonly changed = new Emitter<void>();
  private revokedError: ApiError | undefined;
  /** The key that is missing or was rejected. */
  private keyError: { readonly error: ApiError; readonly key: KeyLookup } | undefined;
  /** A hash: a key that was cleared must not stay in memory. */
  private lastUsedKeyHash: string | undefined;

  /** Fires when `blockingError` has changed, or the stored key may have. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    /** Replaced when only `allowChanges` has changed. */
    public connection: Connection,
    private readonly keys: KeyStore,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
  ) {}

  /**
   * Why requests fail until the user acts: the key is missing or was rejected, or the connection was changed or removed.
   * A rejected key stays an error until it is replaced or the service accepts it.
   */
  get blockingError(): ApiError | undefined {
    return this.revokedError ?? this.keyError?.error;
  }

  listCollections(request: CollectionsRequest, options?: RequestOptions): Promise<CollectionPage> {
    return this.send(options, (client, combined) => client.listCollections(request, combined));
  }

  readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    return this.send(options, (client, combined) => client.readFeed(request, combined));
  }

  readEvent(id: string, options?: RequestOptions): Promise<EventResponse> {
    return this.send(options, (client, combined) => client.readEvent(id, combined));
  }

  listDocuments(
    collection: string,
    request: DocumentsRequest,
    options?: RequestOptions,
  ): Promise<DocumentPage> {
    return this.send(options, (client, combined) => client.listDocuments(collection, request, combined));
  }

  readDocument(collection: string, id: string, options?: RequestOptions): Promise<JsonResponse> {
    return this.send(options, (client, combined) => client.readDocument(collection, id, combined));
  }

  /**
   * Sends a change once, also if its key is rejected and was replaced meanwhile. Rejects with `changesNotAllowed` unless the
   * connection allows changes, and with `connectionChanged` if the change would no longer go to `destination`.
   */
  async change(
    request: ChangeRequest,
    { signal: callerSignal, destination }: ConnectionChangeOptions = {},
  ): Promise<ChangeResponse> {
    this.requireChangesAllowed();
    const send = (
      client: ServiceClient,
      { signal }: RequestOptions,
      now: Target,
    ): Promise<ChangeResponse> => {
      // Both may have changed while the key was looked up.
      this.requireChangesAllowed();
      this.requireSameDestination(destination, now);
      return client.change(request, signal && { signal });
    };
    return this.send(callerSignal && { signal: callerSignal }, send, { once: true });
  }

  /** Where a change would go now: to be kept while it is shown, and passed to `change`. */
  async changeDestination(): Promise<ChangeDestination> {
    return destinationOf(await this.resolveTarget());
  }

  /** Aborts all requests and rejects new ones. */
  revoke(reason: "changed" | "removed"): void {
    const { name } = this.connection;
    const message =
      reason === "changed"
        ? l10n.t('The connection "{0}" was changed.', name)
        : l10n.t('The connection "{0}" was removed.', name);
    this.revokedError = new ApiError({ kind: "connectionChanged" }, message);
    this.revocation.abort(this.revokedError);
    this.changed.fire();
  }

  /** To be called when the stored key may have changed. */
  clearKeyError(): void {
    this.keyError = undefined;
    this.changed.fire();
  }

  /** Whether the stored key differs from that of the latest request: it may belong to another organization. */
  async hasKeyChanged(): Promise<boolean> {
    const { lastUsedKeyHash } = this;
    const { key } = await this.resolveTarget();
    return lastUsedKeyHash !== undefined && key.kind === "found" && hashOf(key.key) !== lastUsedKeyHash;
  }

  async resolveTarget(): Promise<Target> {
    if (this.connection.sample) {
      const { baseUrl, key } = await this.startSample();
      return { baseUrl, key: { kind: "found", key } };
    }
    return { baseUrl: this.connection.baseUrl, key: await this.keys.lookUp(this.connection) };
  }

  private async send<T>(
    options: RequestOptions | undefined,
    request: (client: ServiceClient, options: RequestOptions, target: Target) => Promise<T>,
    { once = false } = {},
  ): Promise<T> {
    const { signal: revoked } = this.revocation;
    revoked.throwIfAborted();
    const combined = new CombinedSignal(options?.signal, revoked);
    const { signal } = combined;
    const onRetry = options?.onRetry;
    const named: RequestOptions = {
      ...options,
      signal,
      ...(onRetry && { onRetry: (retry) => onRetry({ ...retry, error: this.withName(retry.error) }) }),
    };
    try {
      return await this.sendWithCurrentKey(signal, (client, target) => request(client, named, target), once);
    } catch (thrown) {
      const error = this.withName(thrown);
      if (
        error instanceof ApiError &&
        error.kind === "aborted" &&
        !options?.signal?.aborted &&
        this.revokedError
      ) {
        const { failure, message } = this.revokedError;
        throw error.mayHaveBeenApplied ? new ApiError(failure, message, true) : this.revokedError;
      }
      throw error;
    } finally {
      combined.dispose();
    }
  }

  /** Errors name the host. That of the sample service changes each time, so its name is shown instead. */
  private withName<E>(error: E): E | ApiError {
    const { sample } = this.connection;
    return sample && error instanceof ApiError
      ? new ApiError(
          error.failure,
          error.message.replace(/\b127\.0\.0\.1:\d+/g, l10n.t("Sample service")),
          error.mayHaveBeenApplied,
        )
      : error;
  }

  private requireChangesAllowed(): void {
    if (!this.connection.allowChanges) {
      throw new ApiError(
        { kind: "changesNotAllowed" },
        l10n.t('Changes aren\'t allowed for the connection "{0}".', this.connection.name),
      );
    }
  }

  private requireSameDestination(expected: ChangeDestination | undefined, target: Target): void {
    const { name } = this.connection;
    const now = destinationOf(target);
    if (expected && expected.baseUrl !== now.baseUrl) {
      throw new ApiError({ kind: "connectionChanged" }, l10n.t('The connection "{0}" was changed.', name));
    }
    if (expected && expected.keyHash !== now.keyHash) {
      // It may belong to another organization or environment.
      throw new ApiError(
        { kind: "connectionChanged" },
        l10n.t('The API key of the connection "{0}" was replaced, so nothing was sent.', name),
      );
    }
  }

  /** Repeats a rejected request if its key was replaced meanwhile, unless it may be sent only `once`. */
  private async sendWithCurrentKey<T>(
    signal: AbortSignal,
    request: (client: ServiceClient, target: Target) => Promise<T>,
    once: boolean,
  ): Promise<T> {
    for (;;) {
      const target = await this.resolveTarget();
      const { baseUrl, key } = target;
      try {
        const response = await request(await this.clientFor(baseUrl, key, signal), target);
        this.onKeyAccepted(key);
        return response;
      } catch (error) {
        if (!(error instanceof ApiError) || !dependsOnKey(error)) {
          throw error;
        }
        if (isSameKey((await this.resolveTarget()).key, key)) {
          this.onKeyFailed(error, key);
          throw error;
        }
        if (signal.aborted || once) {
          throw error;
        }
      }
    }
  }

  private onKeyAccepted(key: KeyLookup): void {
    if (this.keyError && isSameKey(key, this.keyError.key)) {
      this.clearKeyError();
    }
  }

  private onKeyFailed(error: ApiError, key: KeyLookup): void {
    if (error.kind === "forbidden") {
      // The key is valid, though not for this request.
      this.onKeyAccepted(key);
    } else if (error.kind === "unauthorized" || error.kind === "noKey") {
      if (!this.revokedError && !(this.keyError && isSameKey(this.keyError.key, key))) {
        this.keyError = { error, key };
        this.changed.fire();
      }
    }
  }

  private async clientFor(baseUrl: string, lookup: KeyLookup, signal: AbortSignal): Promise<ServiceClient> {
    const key = this.requireKey(lookup);
    this.lastUsedKeyHash = hashOf(key);
    if (signal.aborted) {
      throw abortedError();
    }
    return this.createClient({ ...this.connection, baseUrl, key });
  }

  private requireKey(lookup: KeyLookup): string {
    const { name } = this.connection;
    switch (lookup.kind) {
      case "found":
        return lookup.key;
      case "missing":
        throw new ApiError({ kind: "noKey" }, l10n.t('No API key is stored for "{0}".', name));
      case "otherOrigin":
        throw new ApiError(
          { kind: "noKey" },
          l10n.t('The API key for "{0}" was entered for a different URL and is not sent to this one.', name),
        );
      case "unreadable":
        throw new ApiError(
          { kind: "noKey" },
          l10n.t('Couldn\'t read the API key for "{0}". {1}', name, lookup.reason),
        );
    }
  }
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64");
}

function destinationOf({ baseUrl, key }: Target): ChangeDestination {
  return { baseUrl, keyHash: key.kind === "found" ? hashOf(key.key) : undefined };
}

function isSameKey(a: KeyLookup, b: KeyLookup): boolean {
  return a.kind === b.kind && (a.kind !== "found" || b.kind !== "found" || a.key === b.key);
}
