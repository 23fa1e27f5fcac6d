import * as vscode from "vscode";
import { Disposable } from "../util/disposable";
import { type Connection, decodeName, sampleConnection } from "./connection";
import type { ConnectionList } from "./connectionList";
import type { KeyStore } from "./keyStore";
import { type ClientFactory, ConnectionClient, type StartSample } from "./connectionClient";

const activeInWorkspace = "activeConnection";
const lastUsed = "lastUsedConnection";

/** Where the name of the active connection is remembered: for this window's workspace, and for windows that have none yet. */
export interface ConnectionMemory {
  readonly workspace: vscode.Memento;
  readonly global: vscode.Memento;
}

/**
 * The connections of this window and which of them is active. A `ServiceAccess` is replaced whole when its connection
 * changes: whoever holds on to one can tell by identity that it is no longer the one in use.
 */
export class Connections extends Disposable {
  private readonly activeChanged = this.register(new vscode.EventEmitter<ConnectionClient | undefined>());
  private readonly listChanged = this.register(new vscode.EventEmitter<void>());
  private readonly keyChanged = this.register(new vscode.EventEmitter<string>());
  private readonly keyRejected = this.register(new vscode.EventEmitter<ConnectionClient>());
  private readonly accesses = new Map<string, ConnectionClient>();
  private readonly renames = new Map<string, string>();
  private activeName: string | undefined;
  private current: ConnectionClient | undefined;

  /** Another connection is active, or the active one was edited or removed. */
  readonly onDidChangeActive = this.activeChanged.event;
  /** Connections were added, edited or removed: ask for an access again. */
  readonly onDidChangeList = this.listChanged.event;
  /** The key of the connection with this name may have changed. */
  readonly onDidChangeKey = this.keyChanged.event;
  /** A service rejected a key: fires once, until the key is changed or was accepted again. */
  readonly onDidRejectKey = this.keyRejected.event;

  constructor(
    readonly list: ConnectionList,
    readonly keys: KeyStore,
    private readonly memory: ConnectionMemory,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
  ) {
    super();
    this.activeName =
      decodeName(memory.workspace.get(activeInWorkspace)) ?? decodeName(memory.global.get(lastUsed));
    this.current = this.activeName === undefined ? undefined : this.clientFor(this.activeName);
    this.register(
      list.onDidChange(() => {
        [...this.accesses.keys()].forEach((name) => this.clientFor(name));
        this.follow();
        this.listChanged.fire();
      }),
    );
    this.register(
      keys.onDidChange((name) => {
        this.accesses.get(name)?.forgetKeyFailure();
        this.keyChanged.fire(name);
      }),
    );
  }

  get active(): ConnectionClient | undefined {
    return this.current;
  }

  /** The service of the connection with this name, or nothing when there is none (any more). */
  clientFor(name: string): ConnectionClient | undefined {
    const current = this.nameNow(name);
    const connection = this.find(current);
    const known = this.accesses.get(current);
    if (known && connection && sameConnection(known.connection, connection)) {
      return known;
    }
    known?.revoke(connection ? "changed" : "removed");
    this.accesses.delete(current);
    if (!connection) {
      return undefined;
    }
    const access = this.accessTo(connection);
    this.accesses.set(current, access);
    return access;
  }

  /** Stands for a connection that is no more: sends nothing and says so. */
  removedConnectionClient(name: string): ConnectionClient {
    const access = this.accessTo({ name, baseUrl: "", origin: "", dataset: "", sample: false });
    access.revoke("removed");
    return access;
  }

  private accessTo(connection: Connection): ConnectionClient {
    const access = new ConnectionClient(connection, this.keys, this.createClient, this.startSample);
    access.onDidChange(() => {
      if (access.obstacle?.kind === "unauthorized" && !connection.sample) {
        this.keyRejected.fire(access);
      }
    });
    return access;
  }

  /** Whoever still asks for the connection under its old name gets it under the new one, until the old one is given anew. */
  rename(before: string, after: string): void {
    this.renames.set(before, after);
    this.renames.delete(after);
  }

  /** A client for a key that is not stored (yet). */
  clientWith(connection: Connection, key: string): ReturnType<ClientFactory> {
    return this.createClient({ ...connection, key });
  }

  async activate(name: string): Promise<void> {
    this.activeName = name;
    this.follow();
    await Promise.all([
      this.memory.workspace.update(activeInWorkspace, name),
      this.memory.global.update(lastUsed, name),
    ]);
  }

  private nameNow(name: string): string {
    let current = name;
    for (let next = this.renames.get(current); next !== undefined && !this.find(current);) {
      current = next;
      next = this.renames.get(current);
    }
    return current;
  }

  private find(name: string): Connection | undefined {
    return name === sampleConnection.name ? sampleConnection : this.list.find(name);
  }

  private follow(): void {
    const next = this.activeName === undefined ? undefined : this.clientFor(this.activeName);
    if (next !== this.current) {
      this.current = next;
      this.activeChanged.fire(next);
    }
  }
}

function sameConnection(a: Connection, b: Connection): boolean {
  return (
    a.name === b.name &&
    a.baseUrl === b.baseUrl &&
    a.dataset === b.dataset &&
    a.organizationId === b.organizationId &&
    a.sample === b.sample
  );
}
