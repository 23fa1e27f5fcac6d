import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { Emitter, type Event } from "../shared/event";
import { Disposable, DisposableStore } from "../util/disposable";
import { type Connection, decodeName, isSameService, sampleConnection } from "./connection";
import { type ClientFactory, ConnectionClient, type StartSample } from "./connectionClient";
import type { ConnectionList } from "./connectionList";
import type { KeyStore } from "./keyStore";

const activeNameKey = "activeConnection";
const lastUsedNameKey = "lastUsedConnection";

/** Where the active connection is stored: for this workspace, and as the default of others. */
export interface ConnectionStorage {
  readonly workspace: vscode.Memento;
  readonly global: vscode.Memento;
}

interface OwnedClient {
  readonly client: ConnectionClient;
  /** The client, and what listens to it. */
  readonly resources: DisposableStore;
}

/**
 * The clients of this window's connections, and the active connection. When a connection changes, or its key is replaced by another
 * one, its client is revoked and replaced, so that holders of the old one can compare it with the current one.
 */
export class Connections extends Disposable {
  private readonly activeChanged = this.register(new Emitter<ConnectionClient | undefined>());
  private readonly listChanged = this.register(new Emitter<void>());
  private readonly keyUpdated = this.register(new Emitter<ConnectionClient>());
  private readonly keyRejected = this.register(new Emitter<ConnectionClient>());
  private readonly clients = new Map<string, OwnedClient>();
  private readonly newNames = new Map<string, string>();
  /** Not in the settings: changes to the sample data are allowed until the window closes. */
  private sample = sampleConnection;
  private activeName: string | undefined;
  private activeClient: ConnectionClient | undefined;

  /** Another connection is active, or the active one was edited or removed, or has another key. */
  readonly onDidChangeActive: Event<ConnectionClient | undefined> = this.activeChanged.event;
  /** Connections were added, edited or removed, or one has another key: clients may have been replaced. */
  readonly onDidChangeList: Event<void> = this.listChanged.event;
  /** The key of this client was cleared or stored again. Another key replaces the client instead. */
  readonly onDidUpdateKey: Event<ConnectionClient> = this.keyUpdated.event;
  /** A service rejected a key. Fires once until the key changes or is accepted again. */
  readonly onDidRejectKey: Event<ConnectionClient> = this.keyRejected.event;

  constructor(
    readonly list: ConnectionList,
    readonly keys: KeyStore,
    private readonly storage: ConnectionStorage,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
  ) {
    super();
    this.register({ dispose: () => this.clients.forEach(({ resources }) => resources.dispose()) });
    this.updateClients();
    this.activeName =
      decodeName(storage.workspace.get(activeNameKey)) ?? decodeName(storage.global.get(lastUsedNameKey));
    this.activeClient = this.activeName === undefined ? undefined : this.clientFor(this.activeName);
    this.register(
      list.onDidChange(() => {
        this.updateClients();
        this.updateActive();
        this.listChanged.fire();
      }),
    );
    this.register(keys.onDidChange((name) => void this.updateKey(name)));
  }

  get active(): ConnectionClient | undefined {
    return this.activeClient;
  }

  /** The client of the connection with this name, now or before it was renamed; undefined if there is none. */
  clientFor(name: string): ConnectionClient | undefined {
    return this.clients.get(this.currentNameOf(name))?.client;
  }

  /** A revoked client for a connection that no longer exists. */
  removedConnectionClient(name: string): ConnectionClient {
    const connection = { name, baseUrl: "", origin: "", dataset: "", sample: false };
    const client = new ConnectionClient(connection, this.keys, this.createClient, this.startSample);
    client.revoke("removed");
    client.dispose();
    return client;
  }

  /**
   * Makes `clientFor` find the connection under its old name, until another connection gets that name.
   * @returns takes this back
   */
  rename(oldName: string, newName: string): () => void {
    const { newNames } = this;
    const names = [oldName, newName].map((name) => [name, newNames.get(name)] as const);
    newNames.set(oldName, newName);
    newNames.delete(newName);
    return () => {
      for (const [name, next] of names) {
        if (next === undefined) {
          newNames.delete(name);
        } else {
          newNames.set(name, next);
        }
      }
    };
  }

  /**
   * Allows or disallows commands that change what the service has. The connection keeps its client: requests go on, and what
   * was loaded stays.
   */
  async setAllowChanges(name: string, allowChanges: boolean): Promise<void> {
    if (name === this.sample.name) {
      this.sample = { ...this.sample, allowChanges };
      this.updateClients();
      this.listChanged.fire();
      return;
    }
    const connection = this.list.find(name);
    if (!connection) {
      throw new Error(l10n.t('The connection "{0}" was removed.', name));
    }
    await this.list.save({ ...connection, allowChanges });
  }

  /** A client with a key that is not stored yet. */
  clientWithKey(connection: Connection, key: string): ReturnType<ClientFactory> {
    return this.createClient({ ...connection, key });
  }

  async activate(name: string): Promise<void> {
    this.activeName = name;
    this.updateActive();
    await Promise.all([
      this.storage.workspace.update(activeNameKey, name),
      this.storage.global.update(lastUsedNameKey, name),
    ]);
  }

  /** Keeps the clients of connections that are the same, and revokes and replaces all others. */
  private updateClients(): void {
    const connections = [this.sample, ...this.list.all];
    for (const [name, { client }] of [...this.clients]) {
      const now = connections.find((connection) => connection.name === name);
      // `allowChanges` is not compared: changing it must not interrupt requests.
      if (now && isSameService(client.connection, now)) {
        client.connection = now;
      } else {
        client.revoke(this.find(this.currentNameOf(name)) ? "changed" : "removed");
        this.removeClient(name);
      }
    }
    for (const connection of connections) {
      if (!this.clients.has(connection.name)) {
        this.addClient(connection);
      }
    }
  }

  private addClient(connection: Connection, keyHash?: string): void {
    const { keys, createClient, startSample } = this;
    const resources = new DisposableStore();
    const client = resources.add(new ConnectionClient(connection, keys, createClient, startSample, keyHash));
    resources.add(
      client.onDidChange(() => {
        if (client.blockingError?.kind === "unauthorized" && !connection.sample) {
          this.keyRejected.fire(client);
        }
      }),
    );
    resources.add(
      client.onDidFindOtherKey((otherHash) => {
        this.removeClient(connection.name);
        this.addClient(client.connection, otherHash);
        this.updateActive();
        this.listChanged.fire();
      }),
    );
    this.clients.set(connection.name, { client, resources });
  }

  private removeClient(name: string): void {
    this.clients.get(name)?.resources.dispose();
    this.clients.delete(name);
  }

  private async updateKey(name: string): Promise<void> {
    const client = this.clients.get(name)?.client;
    await client?.updateKey();
    if (client && client === this.clients.get(name)?.client) {
      this.keyUpdated.fire(client);
    }
  }

  private currentNameOf(name: string): string {
    let current = name;
    for (let next = this.newNames.get(current); next !== undefined && !this.find(current);) {
      current = next;
      next = this.newNames.get(current);
    }
    return current;
  }

  private find(name: string): Connection | undefined {
    return name === this.sample.name ? this.sample : this.list.find(name);
  }

  private updateActive(): void {
    const client = this.activeName === undefined ? undefined : this.clientFor(this.activeName);
    if (client !== this.activeClient) {
      this.activeClient = client;
      this.activeChanged.fire(client);
    }
  }
}
