import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { abortedError, ApiError, type ConnectionChange, toApiError } from "../service/errors";
import type { ServiceClient } from "../service/client";
import type { RequestOptions, ServiceTarget } from "../service/types";
import type { Settings } from "../settings";
import { Emitter, type Event } from "../shared/emitter";
import { systemClock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { errorMessage, toError } from "../util/errors";
import type { Log } from "../util/log";
import { withFullStop } from "../shared/text";
import type { Connection } from "./connection";
import type { KeyLookup, KeyStore } from "./keyStore";

/** Creates the HTTP clients of connections. */
export interface ClientProvider {
  readonly createClient: (target: ServiceTarget) => Promise<ServiceClient>;
  /** Starts the sample service unless it is running. */
  readonly startSample: () => Promise<{ readonly baseUrl: string; readonly key: string }>;
}

/** The code of the HTTP client is loaded with the first call. */
export function clientFactory(settings: Settings, log: Log): ClientProvider["createClient"] {
  return async (target) => {
    const { createServiceClient } = await import("../service/client");
    return createServiceClient(target, {
      timeoutMs: settings.durationMs("requestTimeout"),
      typesFormat: settings.feedTypesFormat,
      clock: systemClock,
      random: Math.random,
      log,
    });
  };
}

/** Hexadecimal digits of a key's SHA-256, enough to tell keys apart. */
const fingerprintLength = 12;

/**
 * Sends the requests of a connection with one key, which decides whose data they get (docs/service.md,
 * Authentication). Looks up the key for each request, so that setting or clearing it, in any window, applies
 * to the next one. Revokes itself if it finds a different key; its owner replaces it.
 */
export class ConnectionClient extends Disposable implements ServiceClient {
  /** One for each running request. In Node 20, `AbortSignal.any` would stay attached to a longer-lived signal. */
  private readonly running = new Set<AbortController>();
  private readonly changed = this.register(new Emitter<void>());
  /** Set once nothing is sent any more. */
  private endedBy: ApiError | undefined;
  /** Set while the key is missing or rejected. */
  private keyError: ApiError | undefined;
  /**
   * Hash of the only key that is sent: the key itself must not stay in memory after it was cleared. Undefined
   * before the first request, and always for the sample.
   */
  keyFingerprint: string | undefined;

  /** Fires when `blockingError` has changed, or a key was stored. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    /** Replaced by one with the same target (`isSameTarget`). */
    public connection: Connection,
    private readonly keys: KeyStore,
    private readonly provider: ClientProvider,
  ) {
    super();
    this.register({ dispose: () => this.end(abortedError()) });
  }

  /**
   * Why all requests fail until the user acts: the key is missing or rejected, or the connection or its key
   * was replaced. A rejected key stays an error until it is replaced or the service accepts it.
   */
  get blockingError(): ApiError | undefined {
    return this.endedBy ?? this.keyError;
  }

  readonly listCollections: ServiceClient["listCollections"] = (request, options) =>
    this.send(options, (client, combined) => client.listCollections(request, combined));
  readonly readFeed: ServiceClient["readFeed"] = (request, options) =>
    this.send(options, (client, combined) => client.readFeed(request, combined));
  readonly readEvent: ServiceClient["readEvent"] = (id, source, options) =>
    this.send(options, (client, combined) => client.readEvent(id, source, combined));
  readonly listDocuments: ServiceClient["listDocuments"] = (collection, request, options) =>
    this.send(options, (client, combined) => client.listDocuments(collection, request, combined));
  readonly readDocument: ServiceClient["readDocument"] = (collection, id, options) =>
    this.send(options, (client, combined) => client.readDocument(collection, id, combined));
  readonly listSubscriptions: ServiceClient["listSubscriptions"] = (options) =>
    this.send(options, (client, combined) => client.listSubscriptions(combined));

  /** Sends a change once. Rejects with `changesNotAllowed` unless the connection allows changes. */
  readonly change: ServiceClient["change"] = (request, options) =>
    this.send(options, (client, combined) => {
      if (!this.connection.allowChanges) {
        throw new ApiError(
          { kind: "changesNotAllowed" },
          l10n.t('Changes aren\'t allowed for the connection "{0}".', this.connection.name),
        );
      }
      return client.change(request, combined);
    });

  /** Tries a path that is not stored yet (`docs/service.md`, Publications). @throws {ApiError} */
  async checkPublications(publicationsPath: string, signal: AbortSignal): Promise<void> {
    const request = { source: "publications", pageSize: 1, fields: "full" } as const;
    const options = { signal, attempts: 1 };
    await this.send(options, (client, combined) => client.readFeed(request, combined), { publicationsPath });
  }

  /** Aborts all requests and rejects new ones. */
  revoke(change: ConnectionChange): void {
    const { name } = this.connection;
    const messages = {
      edited: l10n.t('The connection "{0}" was changed.', name),
      removed: l10n.t('The connection "{0}" was removed.', name),
      otherKey: l10n.t('The API key of the connection "{0}" was replaced.', name),
    };
    this.end(new ApiError({ kind: "connectionChanged", change }, messages[change]));
    this.changed.fire();
  }

  private end(reason: ApiError): void {
    this.endedBy ??= reason;
    this.running.forEach((request) => request.abort());
  }

  private throwIfEnded(): void {
    if (this.endedBy) {
      throw this.endedBy;
    }
  }

  /** Call when the stored key may have changed. If it is a different one, this client is revoked. */
  async handleKeyChange(): Promise<void> {
    this.keyError = undefined;
    try {
      await this.requireKey();
      this.changed.fire();
    } catch {
      // `blockingError` has it.
    }
  }

  /**
   * Looks up where requests go. Only the sample service's key, which is no secret, is returned.
   * @throws {ApiError} the connection was changed or removed, or the sample service can't be started
   */
  async resolveAddress(): Promise<{ readonly baseUrl: string; readonly key?: string }> {
    this.throwIfEnded();
    if (!this.connection.sample) {
      return { baseUrl: this.connection.baseUrl };
    }
    try {
      return await this.provider.startSample();
    } catch (error) {
      const message = l10n.t("Couldn't start the sample service. {0}", withFullStop(errorMessage(error)));
      throw new ApiError({ kind: "unreachable" }, message);
    }
  }

  private async send<T>(
    options: RequestOptions | undefined,
    request: (client: ServiceClient, options: RequestOptions) => Promise<T>,
    paths?: Pick<ServiceTarget, "publicationsPath">,
  ): Promise<T> {
    const running = new AbortController();
    const abort = (): void => running.abort();
    this.running.add(running);
    options?.signal?.addEventListener("abort", abort);
    if (options?.signal?.aborted) {
      abort();
    }
    try {
      const client = await this.provider.createClient({ ...(await this.resolveTarget()), ...paths });
      const response = await request(client, { ...options, signal: running.signal });
      this.clearKeyError("unauthorized");
      return response;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) {
        // Reports a bug as an unhandled rejection.
        void Promise.reject(toError(thrown));
      }
      const error = toApiError(thrown);
      if (error.kind === "forbidden") {
        // The key is valid, though not for this request.
        this.clearKeyError("unauthorized");
      } else if (error.kind === "unauthorized" && !this.blockingError) {
        this.setKeyError(error);
      }
      if (error.kind === "aborted" && !options?.signal?.aborted && this.endedBy) {
        const { failure, message } = this.endedBy;
        throw error.mayHaveBeenApplied ? new ApiError(failure, message, true) : this.endedBy;
      }
      throw error;
    } finally {
      this.running.delete(running);
      options?.signal?.removeEventListener("abort", abort);
    }
  }

  /** Looks up the key, which sets `keyFingerprint`. @throws {ApiError} it is missing, or was replaced */
  async requireKey(): Promise<void> {
    await this.resolveTarget();
  }

  private async resolveTarget(): Promise<ServiceTarget> {
    const { connection } = this;
    const { baseUrl, key: sampleKey } = await this.resolveAddress();
    const key: KeyLookup =
      sampleKey === undefined ? await this.keys.findKey(connection) : { kind: "found", key: sampleKey };
    this.throwIfEnded();
    if (key.kind !== "found") {
      const error = new ApiError({ kind: "noKey" }, key.reason);
      this.setKeyError(error);
      throw error;
    }
    if (!connection.sample) {
      this.adoptKey(key.key);
    }
    return { ...connection, baseUrl, key: key.key };
  }

  /** Revokes this client for a different key, which may be for another environment or organization. */
  private adoptKey(key: string): void {
    const found = createHash("sha256").update(key).digest("hex").slice(0, fingerprintLength);
    this.keyFingerprint ??= found;
    if (this.keyFingerprint !== found) {
      this.revoke("otherKey");
      this.throwIfEnded();
    }
    this.clearKeyError("noKey");
  }

  private clearKeyError(kind: "noKey" | "unauthorized"): void {
    if (this.keyError?.kind === kind) {
      this.setKeyError(undefined);
    }
  }

  private setKeyError(error: ApiError | undefined): void {
    this.keyError = error;
    this.changed.fire();
  }
}
