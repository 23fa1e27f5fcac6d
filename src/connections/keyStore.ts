import * as v from "valibot";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import type { Connection } from "./connection";

/** The part of VS Code's SecretStorage that is used. It may throw, and it may never answer. */
export interface SecretStorage {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  readonly onDidChange: (listener: (change: { readonly key: string }) => void) => { dispose(): unknown };
}

export type KeyLookup =
  | { readonly kind: "found"; readonly key: string }
  | { readonly kind: "missing" }
  /** A key is there, entered for another address: it is not used. */
  | { readonly kind: "otherOrigin"; readonly origin: string }
  /** The store failed or what it holds is no key. `reason` is a sentence. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** The secret store did not do what it was asked. */
export class SecretStoreError extends Error {}

const prefix = "companyFeed.key.";
/** Longer than any dialog of a system's keyring that a person answers at once; a store that hangs must not hang us. */
const patienceMs = 20_000;

const secretSchema = v.object({ origin: v.string(), key: v.pipe(v.string(), v.nonEmpty()) });

/**
 * Keys of connections, in VS Code's SecretStorage as `{origin, key}` under the connection's name. A key is handed out only
 * for the origin that it was entered for.
 */
export class KeyStore extends Disposable {
  private readonly changed = this.register(new Emitter<string>());
  /** Keys that the person keeps for this session only, where the store does not work. */
  private readonly sessionKeys = new Map<string, { origin: string; key: string }>();

  /** Fires the connection's name; also for changes made in another window, maybe twice or without a change. */
  readonly onDidChange: Event<string> = this.changed.event;

  constructor(
    private readonly secrets: SecretStorage,
    private readonly clock: Clock,
  ) {
    super();
    const listener = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) {
        void this.follow(key.slice(prefix.length));
      }
    });
    this.register({ dispose: () => void listener.dispose() });
  }

  async lookUp(connection: Pick<Connection, "name" | "origin">): Promise<KeyLookup> {
    const session = this.sessionKeys.get(connection.name);
    if (session) {
      return matching(session, connection.origin);
    }
    let text: string | undefined;
    try {
      text = await this.patiently(this.secrets.get(prefix + connection.name));
    } catch (error) {
      return { kind: "unreadable", reason: reasonOf(error) };
    }
    if (text === undefined) {
      return { kind: "missing" };
    }
    const secret = parseSecret(text);
    return secret
      ? matching(secret, connection.origin)
      : { kind: "unreadable", reason: "What the secret storage holds for this connection is not a key." };
  }

  /** @throws {SecretStoreError} when the store throws or hangs. */
  async store(connection: Connection, key: string): Promise<void> {
    try {
      const secret = JSON.stringify({ origin: connection.origin, key });
      await this.patiently(this.secrets.store(prefix + connection.name, secret));
    } catch (error) {
      throw new SecretStoreError(reasonOf(error), { cause: error });
    }
    this.sessionKeys.delete(connection.name);
    this.changed.fire(connection.name);
  }

  /** Keeps a key in memory only, until the window closes. */
  keepForSession(connection: Connection, key: string): void {
    this.sessionKeys.set(connection.name, { origin: connection.origin, key });
    this.changed.fire(connection.name);
  }

  /** @throws {SecretStoreError} when the store throws or hangs. */
  async delete(name: string): Promise<void> {
    this.sessionKeys.delete(name);
    try {
      await this.patiently(this.secrets.delete(prefix + name));
    } catch (error) {
      throw new SecretStoreError(reasonOf(error), { cause: error });
    } finally {
      this.changed.fire(name);
    }
  }

  /** The store tells of a change. What it can be read to hold counts more than a key that was kept for want of it. */
  private async follow(name: string): Promise<void> {
    if (this.sessionKeys.has(name)) {
      const kept = this.sessionKeys.get(name);
      const text = await this.patiently(this.secrets.get(prefix + name)).catch(() => undefined);
      if (text !== undefined && parseSecret(text) && this.sessionKeys.get(name) === kept) {
        this.sessionKeys.delete(name);
      }
    }
    this.changed.fire(name);
  }

  private async patiently<T>(work: PromiseLike<T>): Promise<T> {
    let timer: { dispose(): void } | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = this.clock.after(patienceMs, () =>
        reject(new SecretStoreError("VS Code's secret storage does not answer.")),
      );
    });
    try {
      return await Promise.race([work, timeout]);
    } finally {
      timer?.dispose();
    }
  }
}

function matching(secret: { origin: string; key: string }, origin: string): KeyLookup {
  return secret.origin === origin
    ? { kind: "found", key: secret.key }
    : { kind: "otherOrigin", origin: secret.origin };
}

function parseSecret(text: string): { origin: string; key: string } | undefined {
  try {
    const parsed = v.safeParse(secretSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A sentence; the store's own words may hold anything, so only ours are used. */
function reasonOf(error: unknown): string {
  return error instanceof SecretStoreError ? error.message : "VS Code's secret storage failed.";
}
