import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { Emitter, type Event } from "../shared/event";
import { errorMessage } from "../util/errors";
import type { Connection } from "./connection";
import { type SecretStorage, withSecretTimeout } from "./secretStorage";

export type KeyLookup =
  | { readonly kind: "found"; readonly key: string }
  | { readonly kind: "missing" }
  /** The stored key was entered for another origin and must not be used. */
  | { readonly kind: "otherOrigin"; readonly origin: string }
  /** The secret storage failed, or holds something else than a key. `reason` is a sentence. */
  | { readonly kind: "unreadable"; readonly reason: string };

const prefix = "companyFeed.key.";
const secretSchema = v.object({ origin: v.string(), key: v.pipe(v.string(), v.nonEmpty()) });

type Secret = v.InferOutput<typeof secretSchema>;

/**
 * The only code that reads or writes keys in the SecretStorage. A key is stored as `{origin, key}` under the connection's name and is
 * returned by `lookUp` alone, for the origin that it was entered for. To trace where a key goes, follow the callers of `lookUp`
 * (and of `ConnectionClient.resolveTarget`): only `service/` sends it, in the `Authorization` header (src/service/httpRequest.ts). A key
 * that was just typed is sent before it is stored: see `showInputStep` → `parseKey` → `validateConnection` →
 * `Connections.clientWithKey`.
 */
export class KeyStore extends Disposable {
  private readonly changed = this.register(new Emitter<string>());
  /** Keys that are not stored because the secret storage failed. */
  private readonly sessionKeys = new Map<string, Secret>();

  /** Fires the connection's name, also for changes in other windows; there may be more events than changes. */
  readonly onDidChange: Event<string> = this.changed.event;

  constructor(
    private readonly secrets: SecretStorage,
    private readonly clock: Clock,
  ) {
    super();
    const listener = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) {
        void this.onSecretChanged(key.slice(prefix.length));
      }
    });
    this.register({ dispose: () => void listener.dispose() });
  }

  async lookUp({ name, origin }: Pick<Connection, "name" | "origin">): Promise<KeyLookup> {
    let secret = this.sessionKeys.get(name);
    if (!secret) {
      let text: string | undefined;
      try {
        text = await withSecretTimeout(this.clock, this.secrets.get(prefix + name));
      } catch (error) {
        return { kind: "unreadable", reason: errorMessage(error) };
      }
      if (text === undefined) {
        return { kind: "missing" };
      }
      secret = parseSecret(text);
    }
    if (!secret) {
      return { kind: "unreadable", reason: l10n.t("The stored key is invalid.") };
    }
    return secret.origin === origin
      ? { kind: "found", key: secret.key }
      : { kind: "otherOrigin", origin: secret.origin };
  }

  /** @throws {SecretStorageError} */
  async store({ name, origin }: Connection, key: string): Promise<void> {
    await withSecretTimeout(this.clock, this.secrets.store(prefix + name, JSON.stringify({ origin, key })));
    this.sessionKeys.delete(name);
    this.changed.fire(name);
  }

  /** Keeps a key in memory until the window closes. */
  storeForSession({ name, origin }: Connection, key: string): void {
    this.sessionKeys.set(name, { origin, key });
    this.changed.fire(name);
  }

  /**
   * Remembers what is stored for a connection.
   * @returns stores that again, or deletes the key if there was none or it couldn't be read; rejects with SecretStorageError
   */
  async backUp(name: string): Promise<() => Promise<void>> {
    const sessionKey = this.sessionKeys.get(name);
    const stored = await withSecretTimeout(this.clock, this.secrets.get(prefix + name)).catch(
      () => undefined,
    );
    return async () => {
      if (stored === undefined) {
        await this.delete(name);
      } else {
        await withSecretTimeout(this.clock, this.secrets.store(prefix + name, stored));
        this.sessionKeys.delete(name);
      }
      if (sessionKey) {
        this.sessionKeys.set(name, sessionKey);
      }
      this.changed.fire(name);
    };
  }

  /** @throws {SecretStorageError} */
  async delete(name: string): Promise<void> {
    this.sessionKeys.delete(name);
    try {
      await withSecretTimeout(this.clock, this.secrets.delete(prefix + name));
    } finally {
      this.changed.fire(name);
    }
  }

  /** A key that another window stored replaces the session's. */
  private async onSecretChanged(name: string): Promise<void> {
    const sessionKey = this.sessionKeys.get(name);
    if (sessionKey) {
      const text = await withSecretTimeout(this.clock, this.secrets.get(prefix + name)).catch(
        () => undefined,
      );
      if (text !== undefined && parseSecret(text) && this.sessionKeys.get(name) === sessionKey) {
        this.sessionKeys.delete(name);
      }
    }
    this.changed.fire(name);
  }
}

function parseSecret(text: string): Secret | undefined {
  try {
    const parsed = v.safeParse(secretSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
