import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { abortedError, ApiError, dependsOnKey, toApiError } from "../service/errors";
import type {
  ChangeOptions,
  ChangeRequest,
  ChangeResponse,
  RequestOptions,
  CollectionPage,
  OffsetRequest,
  DocumentPage,
  EventResponse,
  FeedPage,
  FeedRequest,
  JsonResponse,
  ServiceClient,
  ServiceTarget,
} from "../service/types";
import { Emitter, type Event } from "../shared/event";
import { Disposable } from "../util/disposable";
import { errorCode, errorMessage, toError } from "../util/errors";
import { withFullStop } from "../util/strings";
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

/** So many hexadecimal digits of a key's SHA-256 tell keys apart (also in SECURITY.md). */
const fingerprintLength = 12;

/**
 * Sends the requests of a connection with one key, which decides whose data they get (docs/service.md, Authentication). The key is
 * looked up for each request, so that one that was set or cleared, in this window or another, applies to the next request. A
 * client that finds another key than it has used revokes itself; its owner replaces it.
 */
export class ConnectionClient extends Disposable implements ServiceClient {
  private readonly revocation = new AbortController();
  private readonly changed = this.register(new Emitter<void>());
  private readonly otherKeyFound = this.register(new Emitter<string>());
  private revokedError: ApiError | undefined;
  /** The key that is missing or was rejected. */
  private keyError: { readonly error: ApiError; readonly key: KeyLookup } | undefined;
  private keyUpdates = 0;

  /** Fires when `blockingError` has changed, or the same key was stored again. */
  readonly onDidChange: Event<void> = this.changed.event;
  /** Another key is stored than this client has used, with this hash. The client is revoked. */
  readonly onDidFindOtherKey: Event<string> = this.otherKeyFound.event;

  constructor(
    /** Replaced when only `allowChanges` has changed. */
    public connection: Connection,
    private readonly keys: KeyStore,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
    /** Of the only key that is sent; undefined until one is found. A hash: a key that was cleared must not stay in memory. */
    private keyHash?: string,
  ) {
    super();
    this.register({ dispose: () => this.revocation.abort(abortedError()) });
  }

  /** The same for clients with the same key; undefined until it is known, and for the sample, whose keys are all for the same data. */
  get keyFingerprint(): string | undefined {
    return this.keyHash?.slice(0, fingerprintLength);
  }

  /**
   * Why requests fail until the user acts: the key is missing or was rejected, or the connection or its key was changed or removed.
   * A rejected key stays an error until it is replaced or the service accepts it.
   */
  get blockingError(): ApiError | undefined {
    return this.revokedError ?? this.keyError?.error;
  }

  listCollections(request: OffsetRequest, options?: RequestOptions): Promise<CollectionPage> {
    return this.send(options, (client, combined) => client.listCollections(request, combined));
  }

  readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    return this.send(options, (client, combined) => client.readFeed(request, combined));
  }

  readEvent(id: string, options?: RequestOptions): Promise<EventResponse> {
    return this.send(options, (client, combined) => client.readEvent(id, combined));
  }

  listDocuments(collection: string, request: OffsetRequest, options?: RequestOptions): Promise<DocumentPage> {
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
    const target = await this.resolveTarget();
    this.requireOwnKey(target.key);
    return destinationOf(target);
  }

  /** Aborts all requests and rejects new ones. */
  revoke(reason: "changed" | "removed" | "otherKey"): void {
    this.revokedError = new ApiError(
      { kind: "connectionChanged", ...(reason === "removed" && { removed: true }) },
      revokedMessage(reason, this.connection.name),
    );
    this.revocation.abort(this.revokedError);
    this.changed.fire();
  }

  /** To be called when the stored key may have changed: nothing of another one is mixed with what this client has read. */
  async updateKey(): Promise<void> {
    if (this.connection.sample) {
      return;
    }
    const update = ++this.keyUpdates;
    const key = await this.keys.lookUp(this.connection);
    if (update !== this.keyUpdates || this.revocation.signal.aborted) {
      return;
    }
    if (key.kind === "found" && this.isOtherKey(key.key)) {
      this.giveWayTo(key.key);
      return;
    }
    this.keyError = key.kind === "found" ? undefined : { error: this.noKeyError(key), key };
    this.changed.fire();
  }

  /**
   * The fingerprint of the key that the next requests are sent with; undefined if there is none.
   * @throws {ApiError} `connectionChanged`: another client has to be used
   */
  async findKeyFingerprint(): Promise<string | undefined> {
    if (!this.connection.sample) {
      this.requireOwnKey(await this.keys.lookUp(this.connection));
    }
    return this.keyFingerprint;
  }

  /** @throws {ApiError} the sample service can't be started */
  async resolveTarget(): Promise<Target> {
    if (this.connection.sample) {
      const { baseUrl, key } = await this.startSample().catch((error: unknown) => {
        const code = errorCode(error);
        throw new ApiError(
          { kind: "unreachable", ...(code !== undefined && { code }) },
          l10n.t("Couldn't start the sample service. {0}", withFullStop(errorMessage(error))),
        );
      });
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
    const signal = AbortSignal.any([revoked, ...(options?.signal ? [options.signal] : [])]);
    const onRetry = options?.onRetry;
    const named: RequestOptions = {
      ...options,
      signal,
      ...(onRetry && { onRetry: (retry) => onRetry({ ...retry, error: this.withName(retry.error) }) }),
    };
    try {
      return await this.sendWithCurrentKey((client, target) => request(client, named, target), once);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) {
        // A bug, which is reported as an unhandled rejection.
        void Promise.reject(toError(thrown));
      }
      const error = this.withName(toApiError(thrown));
      if (error.kind === "aborted" && !options?.signal?.aborted && this.revokedError) {
        const { failure, message } = this.revokedError;
        throw error.mayHaveBeenApplied ? new ApiError(failure, message, true) : this.revokedError;
      }
      throw error;
    }
  }

  /** Errors name the host. That of the sample service changes each time, so its name is shown instead. */
  private withName(error: ApiError): ApiError {
    return this.connection.sample
      ? new ApiError(
          error.failure,
          error.message.replace(/\b127\.0\.0\.1:\d+/g, l10n.t("Sample service")),
          error.mayHaveBeenApplied,
          error.reason,
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

  private isOtherKey(key: string): boolean {
    return this.keyHash !== undefined && hashOf(key) !== this.keyHash;
  }

  /** Another key may belong to another environment or organization. */
  private giveWayTo(key: string): void {
    this.revoke("otherKey");
    this.otherKeyFound.fire(hashOf(key));
  }

  /** @throws {ApiError} `connectionChanged`, if this client has used another key or was revoked */
  private requireOwnKey(lookup: KeyLookup): void {
    const { signal } = this.revocation;
    signal.throwIfAborted();
    if (lookup.kind !== "found" || this.connection.sample) {
      return;
    }
    if (this.isOtherKey(lookup.key)) {
      this.giveWayTo(lookup.key);
      signal.throwIfAborted();
    }
    this.keyHash = hashOf(lookup.key);
    if (this.keyError && this.keyError.key.kind !== "found") {
      this.keyError = undefined;
      this.changed.fire();
    }
  }

  /** Repeats a request that was rejected while there was another key or none, unless it may be sent only `once`. */
  private async sendWithCurrentKey<T>(
    request: (client: ServiceClient, target: Target) => Promise<T>,
    once: boolean,
  ): Promise<T> {
    for (;;) {
      const target = await this.resolveTarget();
      const { baseUrl, key } = target;
      this.requireOwnKey(key);
      try {
        const response = await request(await this.clientFor(baseUrl, key), target);
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
        if (once) {
          throw error;
        }
      }
    }
  }

  private onKeyAccepted(key: KeyLookup): void {
    if (this.keyError && isSameKey(key, this.keyError.key)) {
      this.keyError = undefined;
      this.changed.fire();
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

  private async clientFor(baseUrl: string, lookup: KeyLookup): Promise<ServiceClient> {
    if (lookup.kind !== "found") {
      throw this.noKeyError(lookup);
    }
    return this.createClient({ ...this.connection, baseUrl, key: lookup.key });
  }

  private noKeyError(lookup: Exclude<KeyLookup, { kind: "found" }>): ApiError {
    const { name } = this.connection;
    const error = (message: string): ApiError => new ApiError({ kind: "noKey" }, message);
    switch (lookup.kind) {
      case "missing":
        return error(l10n.t('No API key is stored for "{0}".', name));
      case "otherOrigin":
        return error(
          l10n.t('The API key for "{0}" was entered for a different URL and is not sent to this one.', name),
        );
      case "unreadable":
        return error(l10n.t('Couldn\'t read the API key for "{0}". {1}', name, lookup.reason));
    }
  }
}

function revokedMessage(reason: "changed" | "removed" | "otherKey", name: string): string {
  switch (reason) {
    case "changed":
      return l10n.t('The connection "{0}" was changed.', name);
    case "removed":
      return l10n.t('The connection "{0}" was removed.', name);
    case "otherKey":
      return l10n.t('The API key of the connection "{0}" was replaced.', name);
  }
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function destinationOf({ baseUrl, key }: Target): ChangeDestination {
  return { baseUrl, keyHash: key.kind === "found" ? hashOf(key.key) : undefined };
}

function isSameKey(a: KeyLookup, b: KeyLookup): boolean {
  return a.kind === b.kind && (a.kind !== "found" || b.kind !== "found" || a.key === b.key);
}
