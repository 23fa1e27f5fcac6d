import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { Emitter, type Event } from "../shared/event";
import { Disposable } from "../util/disposable";
import { type Connection, isSameTarget, sampleConnection } from "./connection";
import { ConnectionClient, type Services } from "./connectionClient";
import type { ConnectionList } from "./connectionList";
import type { KeyStore } from "./keyStore";

const activeNameKey = "activeConnection";
const lastUsedNameKey = "lastUsedConnection";

/**
 * The clients of this window's connections, and the active connection: the chosen one, or else the only one, such as one that Settings Sync
 * or an edit of settings.json has brought. When a connection changes, or its key is replaced by another
 * one, its client is revoked and replaced, so that holders of the old one can compare it with the current one.
 */
export class Connections extends Disposable {
  private readonly activeChanged = this.register(new Emitter<ConnectionClient | undefined>());
  private readonly listChanged = this.register(new Emitter<void>());
  private readonly keyRejected = this.register(new Emitter<ConnectionClient>());
  private readonly clients = new Map<string, ConnectionClient>();
  private readonly newNames = new Map<string, string>();
  /** Not in the settings: changes to the sample data are allowed until the window closes. */
  private sample = sampleConnection;
  private activeName: string | undefined;
  private activeClient: ConnectionClient | undefined;

  /** Another connection is active, or the active one was edited or removed, or has another key. */
  readonly onDidChangeActive: Event<ConnectionClient | undefined> = this.activeChanged.event;
  /** Connections were added, edited or removed, or one has another key: clients may have been replaced. */
  readonly onDidChangeList: Event<void> = this.listChanged.event;
  /** A service rejected a key. Fires once until the key changes or is accepted again. */
  readonly onDidRejectKey: Event<ConnectionClient> = this.keyRejected.event;

  /** @param state where the active connection is stored: for this workspace, and as the default of others */
  constructor(
    readonly list: ConnectionList,
    readonly keys: KeyStore,
    private readonly services: Services,
    private readonly state: Readonly<Record<"workspaceState" | "globalState", vscode.Memento>>,
  ) {
    super();
    this.register({ dispose: () => this.clients.forEach((client) => client.dispose()) });
    const stored = state.workspaceState.get(activeNameKey) ?? state.globalState.get(lastUsedNameKey);
    this.activeName = typeof stored === "string" ? stored : undefined;
    this.update();
    this.register(list.onDidChange(() => this.update()));
    this.register(keys.onDidChange((name) => void this.clients.get(name)?.updateKey()));
  }

  get active(): ConnectionClient | undefined {
    return this.activeClient;
  }

  /** The client of the connection with this name, now or before it was renamed; undefined if there is none. */
  clientFor(name: string): ConnectionClient | undefined {
    return this.clients.get(this.currentNameOf(name));
  }

  /** A revoked client for a connection that no longer exists. */
  removedConnectionClient(name: string): ConnectionClient {
    const connection = { name, baseUrl: "", origin: "", dataset: "", sample: false };
    const client = new ConnectionClient(connection, this.keys, this.services);
    client.revoke("removed");
    client.dispose();
    return client;
  }

  async activate(name: string): Promise<void> {
    this.activeName = name;
    this.updateActive();
    await Promise.all([
      this.state.workspaceState.update(activeNameKey, name),
      this.state.globalState.update(lastUsedNameKey, name),
    ]);
  }

  /** Adds a connection to the settings, or replaces `original`. What is open on that one goes on with the new one, also under another name. */
  async save(connection: Connection, original = connection): Promise<void> {
    const { name } = original;
    if (connection.name !== name) {
      this.newNames.set(name, connection.name);
    }
    this.newNames.delete(connection.name);
    try {
      await this.list.save(connection, name);
    } catch (error) {
      this.newNames.delete(name);
      throw error;
    }
  }

  /**
   * @param original connection that is replaced
   * @returns saves a connection and its key, after a failure maybe under another name: no former name keeps a key
   */
  startSaving(original?: Connection): (connection: Connection, key: string | undefined) => Promise<void> {
    /** As they were in the settings, one after the other. */
    const saved = original ? [original] : [];
    return async (connection, key) => {
      await this.save(connection, saved.at(-1));
      saved.push(connection);
      await this.saveKey(connection, key, saved);
    };
  }

  /**
   * Stores the key of a connection that was saved.
   * @param key undefined to keep that of a former name, unless it is for another origin
   */
  async saveKey(
    connection: Connection,
    key: string | undefined,
    former: readonly Connection[] = [],
  ): Promise<void> {
    const names = new Set(former.map(({ name }) => name).filter((name) => name !== connection.name));
    let stored = key;
    for (const name of names) {
      const kept = await this.keys.lookUp({ ...connection, name });
      if (kept.kind === "unreadable") {
        names.delete(name);
      } else if (kept.kind === "found") {
        stored ??= kept.key;
      }
    }
    if (stored !== undefined) {
      await this.keys.store(connection, stored);
    }
    for (const name of names) {
      await this.keys.delete(name);
    }
  }

  /** Removes a connection, its key first: the other way round, no command would find a key that could not be deleted. */
  async remove(name: string): Promise<void> {
    await this.keys.delete(name);
    await this.list.remove(name);
  }

  /**
   * Allows or disallows commands that change what the service has. The connection keeps its client: requests go on, and what
   * was loaded stays.
   */
  async setAllowChanges(name: string, allowChanges: boolean): Promise<void> {
    if (name === this.sample.name) {
      this.sample = { ...this.sample, allowChanges };
      this.update();
      return;
    }
    const connection = this.list.find(name);
    if (!connection) {
      throw new Error(l10n.t('The connection "{0}" was removed.', name));
    }
    await this.list.save({ ...connection, allowChanges });
  }

  /** Asks the service for one collection with a key that need not be stored (docs/service.md, Collections: request). @throws {ApiError} */
  async check(connection: Connection, key: string, signal: AbortSignal): Promise<void> {
    const client = await this.services.createClient({ ...connection, key });
    await client.listCollections({ limit: 1, offset: 0 }, { signal });
  }

  private update(): void {
    this.updateClients();
    this.updateActive();
    this.listChanged.fire();
  }

  /** Keeps the clients of connections that are the same, and revokes and replaces all others. */
  private updateClients(): void {
    const connections = [this.sample, ...this.list.all];
    for (const [name, client] of [...this.clients]) {
      const now = connections.find((connection) => connection.name === name);
      // What need not interrupt requests is not compared, such as `allowChanges`.
      if (now && isSameTarget(client.connection, now)) {
        client.connection = now;
      } else {
        client.revoke(this.find(this.currentNameOf(name)) ? "edited" : "removed");
        this.removeClient(name);
      }
    }
    for (const connection of connections) {
      if (!this.clients.has(connection.name)) {
        this.addClient(connection);
      }
    }
  }

  private addClient(connection: Connection): void {
    const client = new ConnectionClient(connection, this.keys, this.services);
    // It ends with the client.
    client.onDidChange(() => {
      const failure = client.blockingError?.failure;
      if (failure?.kind === "connectionChanged" && failure.change === "otherKey") {
        this.removeClient(connection.name);
        this.update();
      } else if (failure?.kind === "unauthorized" && !connection.sample) {
        this.keyRejected.fire(client);
      }
    });
    this.clients.set(connection.name, client);
  }

  private removeClient(name: string): void {
    this.clients.get(name)?.dispose();
    this.clients.delete(name);
  }

  private currentNameOf(name: string): string {
    const next = this.newNames.get(name);
    return next === undefined || this.find(name) ? name : this.currentNameOf(next);
  }

  private find(name: string): Connection | undefined {
    return name === this.sample.name ? this.sample : this.list.find(name);
  }

  private updateActive(): void {
    const [only, ...others] = this.list.all;
    const isChosen = this.activeName !== undefined && this.clientFor(this.activeName);
    if (only && others.length === 0 && !isChosen) {
      this.activeName = only.name;
    }
    const client = this.activeName === undefined ? undefined : this.clientFor(this.activeName);
    if (client !== this.activeClient) {
      this.activeClient = client;
      this.activeChanged.fire(client);
    }
  }
}
