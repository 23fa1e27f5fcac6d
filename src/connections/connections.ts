import * as vscode from "vscode";
import type { ApiError } from "../api/errors";
import { Owner } from "../util/disposable";
import { type Connection, decodeName, sampleConnection } from "./connection";
import type { ConnectionList } from "./connectionList";
import type { KeyStore } from "./keyStore";
import { type ClientFactory, ServiceAccess, type StartSample } from "./serviceAccess";

const activeInWorkspace = "activeConnection";
const lastUsed = "lastUsedConnection";

/** Where the name of the active connection is remembered: for this window's workspace, and for windows that have none yet. */
export interface Memory {
  readonly workspace: vscode.Memento;
  readonly global: vscode.Memento;
}

/** A key that does not work. */
export interface RefusedKey {
  readonly connection: Connection;
  /** A sentence. */
  readonly message: string;
}

/**
 * The connections of this window and which of them is active. A `ServiceAccess` is replaced whole when its connection
 * changes: whoever holds on to one can tell by identity that it is no longer the one in use.
 */
export class Connections extends Owner {
  private readonly activeChanged = this.own(new vscode.EventEmitter<ServiceAccess | undefined>());
  private readonly listChanged = this.own(new vscode.EventEmitter<void>());
  private readonly keyChanged = this.own(new vscode.EventEmitter<string>());
  private readonly keyRefused = this.own(new vscode.EventEmitter<RefusedKey>());
  /** Connections whose person was told of a refused key and did not change it since. */
  private readonly told = new Set<string>();
  private readonly accesses = new Map<string, ServiceAccess>();
  private readonly renames = new Map<string, string>();
  private activeName: string | undefined;
  private current: ServiceAccess | undefined;

  /** Another connection is active, or the active one was edited or removed. */
  readonly onDidChangeActive = this.activeChanged.event;
  /** Connections were added, edited or removed: ask for an access again. */
  readonly onDidChangeList = this.listChanged.event;
  /** The key of the connection with this name may have changed. */
  readonly onDidChangeKey = this.keyChanged.event;
  /** A service refused a key: fires once, until the key changes. */
  readonly onKeyRefused = this.keyRefused.event;

  constructor(
    readonly list: ConnectionList,
    readonly keys: KeyStore,
    private readonly memory: Memory,
    private readonly createClient: ClientFactory,
    private readonly startSample: StartSample,
  ) {
    super();
    this.activeName =
      decodeName(memory.workspace.get(activeInWorkspace)) ?? decodeName(memory.global.get(lastUsed));
    this.current = this.activeName === undefined ? undefined : this.access(this.activeName);
    this.own(
      list.onDidChange(() => {
        [...this.accesses.keys()].forEach((name) => this.access(name));
        this.follow();
        this.listChanged.fire();
      }),
    );
    this.own(
      keys.onDidChange((name) => {
        this.told.delete(name);
        this.keyChanged.fire(name);
      }),
    );
  }

  get active(): ServiceAccess | undefined {
    return this.current;
  }

  /** The service of the connection with this name, or nothing when there is none (any more). */
  access(name: string): ServiceAccess | undefined {
    const current = this.nameNow(name);
    const connection = this.find(current);
    const known = this.accesses.get(current);
    if (known && connection && sameConnection(known.connection, connection)) {
      return known;
    }
    known?.revoke();
    this.accesses.delete(current);
    if (!connection) {
      return undefined;
    }
    const access = this.accessTo(connection);
    this.accesses.set(current, access);
    return access;
  }

  /** Stands for a connection that is no more: sends nothing and says so. */
  formerAccess(name: string): ServiceAccess {
    const access = this.accessTo({ name, baseUrl: "", origin: "", dataset: "", sample: false });
    access.revoke();
    return access;
  }

  private accessTo(connection: Connection): ServiceAccess {
    return new ServiceAccess(connection, this.keys, this.createClient, this.startSample, (of, error) =>
      this.tellOfKey(of, error),
    );
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

  /** Only of a connection that is in use: one that was switched away from is nobody's concern any more. */
  private tellOfKey({ connection }: ServiceAccess, error: ApiError): void {
    if (!connection.sample && this.find(connection.name) && !this.told.has(connection.name)) {
      this.told.add(connection.name);
      this.keyRefused.fire({ connection, message: error.message });
    }
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
    const next = this.activeName === undefined ? undefined : this.access(this.activeName);
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
