import type { ClientOptions } from "../../src/service/types";
import type { Connection } from "../../src/connections/connection";
import type { ConnectionList } from "../../src/connections/connectionList";
import type { ClientProvider } from "../../src/connections/connectionClient";
import { Connections } from "../../src/connections/connections";
import type { KeyStore } from "../../src/connections/keyStore";
import { Emitter } from "../../src/shared/emitter";
import { memento } from "./fakes/memento";
import { testClient } from "./services/testClient";

/** Replaces `ConnectionList`. */
export class MemoryConnectionList {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(public all: readonly Connection[]) {}

  get names(): ReadonlySet<string> {
    return new Set(this.all.map(({ name }) => name));
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name);
  }

  /** If set, writing the setting fails with this error. */
  failure: Error | undefined;

  save(connection: Connection, replacedName = connection.name): Promise<void> {
    if (this.failure) {
      return Promise.reject(this.failure);
    }
    const { all } = this;
    const isKnown = all.some(({ name }) => name === replacedName);
    this.set(
      isKnown ? all.map((each) => (each.name === replacedName ? connection : each)) : [...all, connection],
    );
    return Promise.resolve();
  }

  remove(removed: string): Promise<void> {
    this.set(this.all.filter(({ name }) => name !== removed));
    return Promise.resolve();
  }

  set(all: readonly Connection[]): void {
    this.all = all;
    this.changed.fire();
  }
}

/** Creates real clients of local services. */
export function testClientProvider(
  options?: Partial<ClientOptions>,
  startSample: ClientProvider["startSample"] = () => Promise.reject(new Error("No sample service here.")),
): ClientProvider {
  return { createClient: (target) => Promise.resolve(testClient(target, options)), startSample };
}

/** One window's connections to local services. */
export function testConnections(
  list: MemoryConnectionList,
  keys: KeyStore,
  options?: Partial<ClientOptions>,
  provider: ClientProvider = testClientProvider(options),
  state = { workspaceState: memento(), globalState: memento() },
): Connections {
  return new Connections(list as unknown as ConnectionList, keys, provider, state);
}
