import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { Disposable } from "../util/disposable";
import { type Connection, decodeName, sampleConnection } from "./connection";
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

/**
 * The clients of this window's connections, and the active connection. When a connection changes, its client is revoked and
 * replaced, so that holders of the old one can compare it with the current one.
 */
export class Connections extends Disposable {
  private readonly activeChanged = this.register(new vscode.EventEmitter<ConnectionClient | undefined>());
  private readonly listChanged = this.register(new vscode.EventEmitter<void>());
  private readonly keyChanged = this.register(new vscode.EventEmitter<string>());
  private readonly keyRejected = this.register(new vscode.EventEmitter<ConnectionClient>());
  private readonly clients = new Map<string, ConnectionClient>();
  private readonly newNames = new Map<string, string>();
  /** Not in the settings: changes to the sample data are allowed until the window closes. */
  private sample = sampleConnection;
  private activeName: string | undefined;
  private activeClient: ConnectionClient | undefined;

  /** Another connection is active, or the active one was edited or removed. */
  readonly onDidChangeActive = this.activeChanged.event;
  /** Connections were added, edited or removed. */
  readonly onDidChangeList = this.listChanged.event;
  /** The key of the connection with this name may have changed. */
  readonly onDidChangeKey = this.keyChanged.event;
  /** A service rejected a key. Fires once until the key changes or is accepted again. */
  readonly onDidRejectKey = this.keyRejected.event;

  constructor(
    readonly list: ConnectionList,
    readonly keys: KeyStore,
    private readonly storage: ConnectionStorage,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
  ) {
    super();
    this.activeName =
      decodeName(storage.workspace.get(activeNameKey)) ?? decodeName(storage.global.get(lastUsedNameKey));
    this.activeClient = this.activeName === undefined ? undefined : this.clientFor(this.activeName);
    this.register(
      list.onDidChange(() => {
        [...this.clients.keys()].forEach((name) => this.clientFor(name));
        this.updateActive();
        this.listChanged.fire();
      }),
    );
    this.register(
      keys.onDidChange((name) => {
        this.clients.get(name)?.clearKeyError();
        this.keyChanged.fire(name);
      }),
    );
  }

  get active(): ConnectionClient | undefined {
    return this.activeClient;
  }

  /** The client of the connection with this name, now or before it was renamed; undefined if there is none. */
  clientFor(name: string): ConnectionClient | undefined {
    const currentName = this.currentNameOf(name);
    const connection = this.find(currentName);
    const client = this.clients.get(currentName);
    if (client && connection && isSameConnection(client.connection, connection)) {
      client.connection = connection;
      return client;
    }
    client?.revoke(connection ? "changed" : "removed");
    this.clients.delete(currentName);
    if (!connection) {
      return undefined;
    }
    const newClient = this.createConnectionClient(connection);
    this.clients.set(currentName, newClient);
    return newClient;
  }

  /** A revoked client for a connection that no longer exists. */
  removedConnectionClient(name: string): ConnectionClient {
    const client = this.createConnectionClient({ name, baseUrl: "", origin: "", dataset: "", sample: false });
    client.revoke("removed");
    return client;
  }

  /** Makes `clientFor` find the connection under its old name, until another connection gets that name. */
  rename(oldName: string, newName: string): void {
    this.newNames.set(oldName, newName);
    this.newNames.delete(newName);
  }

  /**
   * Allows or disallows commands that change what the service has. The connection keeps its client: requests go on, and what
   * was loaded stays.
   */
  async setAllowChanges(name: string, allowChanges: boolean): Promise<void> {
    if (name === this.sample.name) {
      this.sample = { ...this.sample, allowChanges };
      this.clientFor(name);
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

  private createConnectionClient(connection: Connection): ConnectionClient {
    const client = new ConnectionClient(connection, this.keys, this.createClient, this.startSample);
    client.onDidChange(() => {
      if (client.blockingError?.kind === "unauthorized" && !connection.sample) {
        this.keyRejected.fire(client);
      }
    });
    return client;
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

/** Whether the same requests are sent. `allowChanges` is not compared: changing it must not interrupt them. */
function isSameConnection(a: Connection, b: Connection): boolean {
  return (
    a.name === b.name &&
    a.baseUrl === b.baseUrl &&
    a.dataset === b.dataset &&
    a.organizationId === b.organizationId &&
    a.sample === b.sample
  );
}
