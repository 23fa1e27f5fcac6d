import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type * as vscode from "vscode";
import { Emitter, type Event } from "../shared/emitter";
import { parseOrUndefined } from "../shared/schemas";
import { Disposable } from "../util/disposable";
import { type Connection, isSameTarget, sampleConnection, validateName } from "./connection";
import { ConnectionClient, type ClientProvider } from "./connectionClient";
import type { ConnectionList } from "./connectionList";
import type { KeyStore } from "./keyStore";

const activeNameKey = "activeConnection";
const lastUsedNameKey = "lastUsedConnection";
const newNamesKey = "renamedConnections";
const newNamesSchema = v.array(v.tuple([v.string(), v.string()]));

/**
 * The clients of this window's connections, and the active connection: the one that the user chose, otherwise
 * the only one in the settings. When a connection or its key changes, its client is revoked and replaced, so
 * that whoever holds the old client can compare it with the current one.
 */
export class Connections extends Disposable {
  private readonly activeChanged = this.register(new Emitter<ConnectionClient | undefined>());
  private readonly listChanged = this.register(new Emitter<void>());
  private readonly keyRejected = this.register(new Emitter<ConnectionClient>());
  private readonly clients = new Map<string, ConnectionClient>();
  /** Not in the settings: changes to the sample data are allowed until the window closes. */
  private sample = sampleConnection;
  private activeName: string | undefined;
  active: ConnectionClient | undefined;

  /** Fires when another connection is active, or the active one was edited, removed or got another key. */
  readonly onDidChangeActive: Event<ConnectionClient | undefined> = this.activeChanged.event;
  /** Fires when a connection was added, edited, removed or got another key. Clients may be replaced. */
  readonly onDidChangeList: Event<void> = this.listChanged.event;
  /** Fires when a service rejects a key: once until the key changes or is accepted again. */
  readonly onDidRejectKey: Event<ConnectionClient> = this.keyRejected.event;

  /** @param state stores the active connection for this workspace, and as the default of others */
  constructor(
    readonly list: ConnectionList,
    readonly keys: KeyStore,
    private readonly provider: ClientProvider,
    private readonly state: Readonly<Record<"workspaceState" | "globalState", vscode.Memento>>,
  ) {
    super();
    this.register({ dispose: () => this.clients.forEach((client) => client.dispose()) });
    const stored = state.workspaceState.get(activeNameKey) ?? state.globalState.get(lastUsedNameKey);
    this.activeName = typeof stored === "string" ? stored : undefined;
    this.update();
    this.register(list.onDidChange(() => this.update()));
    this.register(keys.onDidChange((name) => void this.clients.get(name)?.handleKeyChange()));
  }

  /** @param name current or former name of the connection */
  clientFor(name: string): ConnectionClient | undefined {
    return this.clients.get(this.currentNameOf(name));
  }

  /** Does not follow renames, because the next dialog may ask for the connection's key. @throws {Error} if there is none */
  requireConnection(name: string): Connection {
    const connection = this.find(name);
    if (!connection) {
      throw new Error(l10n.t("This connection was removed or renamed."));
    }
    return connection;
  }

  /** Creates a revoked client for a connection that no longer exists. */
  removedConnectionClient(name: string): ConnectionClient {
    const connection = { name, baseUrl: "", origin: "", dataset: "", sample: false };
    const client = new ConnectionClient(connection, this.keys, this.provider);
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

  /** Adds a connection to the settings, or replaces `original`, whose panels continue with the new one. */
  async save(connection: Connection, original = connection): Promise<void> {
    const { name } = original;
    const { newNames } = this;
    newNames.set(name, connection.name);
    newNames.delete(connection.name);
    // First, because other windows need it once the settings change.
    await this.state.globalState.update(newNamesKey, [...newNames]);
    await this.list.save(connection, name);
  }

  /** Renamed connections, by former name. Stored for other windows, panels to be restored, and workspaces that have it. */
  private get newNames(): Map<string, string> {
    return new Map(parseOrUndefined(newNamesSchema, this.state.globalState.get(newNamesKey)));
  }

  /**
   * @param original connection to replace
   * @returns saves the connection and its key. Call it again after a failure, also with another name: it
   *   replaces what the failed call saved, and deletes the keys of all former names.
   */
  startSaving(original?: Connection): (connection: Connection, key: string | undefined) => Promise<void> {
    // The connection in the settings before the first call, and after each one.
    const saved = original ? [original] : [];
    return async (connection, key) => {
      const former = saved.at(-1);
      const others = [...this.list.names].filter((name) => name !== former?.name);
      const problem = validateName(connection.name, others);
      if (problem !== undefined) {
        throw new Error(problem);
      }
      await this.save(connection, former);
      saved.push(connection);
      await this.saveKey(connection, key, saved);
    };
  }

  /**
   * Stores the key of a saved connection.
   * @param key undefined to keep the key of a former name if it is for the same origin
   */
  async saveKey(
    connection: Connection,
    key: string | undefined,
    former: readonly Connection[] = [],
  ): Promise<void> {
    this.requireConnection(connection.name);
    const names = new Set(former.map(({ name }) => name).filter((name) => name !== connection.name));
    let stored = key;
    for (const name of names) {
      const kept = await this.keys.findKey({ ...connection, name });
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

  /** Deletes the key first: if this fails, the connection is still there for another attempt. */
  async remove(name: string): Promise<void> {
    await this.keys.delete(name);
    await this.list.remove(name);
  }

  /** Allows or disallows commands that make changes. The connection keeps its client. */
  async setAllowChanges(name: string, allowChanges: boolean): Promise<void> {
    if (name === this.sample.name) {
      this.sample = { ...this.sample, allowChanges };
      this.update();
      return;
    }
    await this.list.save({ ...this.requireConnection(name), allowChanges });
  }

  /** Tries a key that may not be stored (docs/service.md, Collections: request). @throws {ApiError} */
  async check(connection: Connection, key: string, signal: AbortSignal): Promise<void> {
    const client = await this.provider.createClient({ ...connection, key });
    // The dialog asks whether to try again, rather than wait for minutes.
    await client.listCollections({ limit: 1, offset: 0 }, { signal, attempts: 1 });
  }

  private update(): void {
    this.updateClients();
    this.updateActive();
    this.listChanged.fire();
  }

  /** Keeps the clients of connections with the same target, and revokes and replaces all others. */
  private updateClients(): void {
    const connections = [this.sample, ...this.list.all];
    for (const [name, client] of [...this.clients]) {
      const now = connections.find((connection) => connection.name === name);
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
    const client = new ConnectionClient(connection, this.keys, this.provider);
    // The listener ends with the client.
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
    if (client !== this.active) {
      this.active = client;
      this.activeChanged.fire(client);
    }
  }
}
