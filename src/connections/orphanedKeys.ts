import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { errorMessage } from "../util/errors";
import { type Connection, decodeName, isSameService } from "./connection";
import type { ConnectionList } from "./connectionList";
import type { KeyStore } from "./keyStore";

/** Asks whether to delete the keys of these connections; undefined if the question was dismissed. */
export type ConfirmKeyDeletion = (names: readonly string[]) => PromiseLike<"delete" | "keep" | undefined>;

/** Grace period: settings.json may be saved half-typed, and entries may be commented out for a while. */
const gracePeriodMs = 60_000;
const namesKey = "connectionNames";
const maxNames = 1000;

/**
 * Maintains the keys of connections that are edited in settings.json, also while no window is open; the commands do this
 * themselves. A connection that was renamed keeps its key; the key of one that was removed, or has another origin now, is
 * deleted. If no readable key would be left, the user is asked first: the list may have been replaced by mistake.
 */
export class OrphanedKeys extends Disposable {
  private readonly cleanUpTimer = this.register(new MutableDisposable<IDisposable>());
  private readonly renames: RenameDetector;
  private queue = Promise.resolve();
  private readonly askedAbout = new Set<string>();
  /** By former name. The key under it may be the only one: it is moved at the next cleanup, and not deleted before. */
  private readonly failedRenames = new Map<string, Rename>();
  /** By former name: what a connection that is no longer in the list was renamed to. */
  private readonly renamed = new Map<string, Connection>();

  constructor(
    private readonly list: Pick<ConnectionList, "all" | "names" | "hasAllNames" | "onDidChange">,
    private readonly keys: KeyStore,
    /** Stores the names that keys may be stored under: secrets cannot be listed. */
    private readonly storage: Pick<vscode.Memento, "get" | "update">,
    private readonly confirmDeletion: ConfirmKeyDeletion,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.renames = new RenameDetector(list.all);
    this.register(
      list.onDidChange(() => {
        list.all.forEach(({ name }) => this.renamed.delete(name));
        for (const rename of this.renames.update(list.all)) {
          this.renamed.set(rename.from.name, rename.to);
          logRejection(this.moveKey(rename), log);
        }
        this.scheduleCleanUp();
      }),
    );
    if (this.knownNames.some((name) => !list.names.has(name))) {
      this.scheduleCleanUp();
    } else {
      logRejection(this.storeNames(this.knownNames), log);
    }
  }

  private get knownNames(): readonly string[] {
    const stored: unknown = this.storage.get(namesKey);
    const names: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return names.flatMap((name) => decodeName(name) ?? []).slice(0, maxNames);
  }

  /** Stores the names of the list and `others`. */
  private async storeNames(others: readonly string[]): Promise<void> {
    const names = [...new Set([...others, ...this.list.names])].sort();
    if (!isDeepStrictEqual(names, this.knownNames)) {
      await this.storage.update(namesKey, names);
    }
  }

  private async moveKey(rename: Rename): Promise<void> {
    const { from, to } = rename;
    const [found, existing] = [await this.keys.lookUp(from), await this.keys.lookUp(to)];
    this.failedRenames.delete(from.name);
    if (found.kind === "unreadable" || existing.kind === "unreadable") {
      this.failedRenames.set(from.name, rename);
    } else if (found.kind === "found" && existing.kind === "missing") {
      try {
        await this.keys.store(to, found.key);
        this.log.info("A connection was renamed in the settings and keeps its key.");
      } catch (error) {
        this.failedRenames.set(from.name, rename);
        this.log.warn(`Couldn't store the key of a renamed connection: ${errorMessage(error)}`);
      }
    }
  }

  private scheduleCleanUp(): void {
    logRejection(this.storeNames(this.knownNames), this.log);
    this.cleanUpTimer.value = this.clock.after(gracePeriodMs, () => {
      this.renames.clear();
      this.enqueue(() => this.cleanUp());
    });
  }

  private enqueue(operation: () => Promise<void>): void {
    this.queue = this.queue.catch(() => undefined).then(operation);
    logRejection(this.queue, this.log);
  }

  private async cleanUp(): Promise<void> {
    if (!this.list.hasAllNames) {
      return;
    }
    for (const rename of [...this.failedRenames.values()]) {
      const to = this.findRenamed(rename.to);
      if (to) {
        await this.moveKey({ from: rename.from, to });
      } else {
        this.failedRenames.delete(rename.from.name);
      }
    }
    const orphans = (await this.findOrphans()).filter(
      (name) => !this.askedAbout.has(name) && !this.failedRenames.has(name),
    );
    if (orphans.length > 0) {
      if (await this.hasReadableKey()) {
        await this.delete(orphans);
      } else {
        // Not awaited: the question may stay open, and must not block later cleanups.
        logRejection(this.ask(orphans), this.log);
      }
    }
    await this.forgetNames();
  }

  /** The connection in the list, which may have been renamed once more, as while its name is typed. */
  private findRenamed(connection: Connection): Connection | undefined {
    for (let next: Connection | undefined = connection; next; next = this.renamed.get(next.name)) {
      const { name } = next;
      const listed = this.list.all.find((each) => each.name === name);
      if (listed) {
        return isSameService(listed, connection) ? listed : undefined;
      }
    }
    return undefined;
  }

  /**
   * Keeps only the names of the list, and of keys that could not be deleted: they are retried after the next change. Those of
   * keys that the user wants to keep are forgotten. The list may change meanwhile: a name that is removed from it is still known.
   */
  private async forgetNames(keysToKeep: readonly string[] = []): Promise<void> {
    const { names } = this.list;
    const orphans = await this.findOrphans();
    await this.storeNames([...names, ...orphans.filter((name) => !keysToKeep.includes(name))]);
  }

  private async ask(names: readonly string[]): Promise<void> {
    names.forEach((name) => this.askedAbout.add(name));
    const answer = await this.confirmDeletion(names);
    if (answer === "delete") {
      this.enqueue(async () => {
        names.forEach((name) => this.askedAbout.delete(name));
        await this.delete(names);
        await this.forgetNames();
      });
    } else if (answer === "keep") {
      this.enqueue(() => this.forgetNames(names));
    }
  }

  /** Deletes the keys that are still orphaned: the list may have changed while the user was asked. */
  private async delete(names: readonly string[]): Promise<void> {
    const orphans = this.list.hasAllNames ? await this.findOrphans() : [];
    try {
      for (const name of orphans.filter((orphan) => names.includes(orphan))) {
        await this.keys.delete(name);
        this.log.info("Deleted the key of a connection that was removed or has a new URL.");
      }
    } catch (error) {
      this.log.warn(`Couldn't delete a key: ${errorMessage(error)}`);
    }
  }

  /** The names under which a key is stored that no connection can use. */
  private async findOrphans(): Promise<string[]> {
    const { list, keys } = this;
    const orphans: string[] = [];
    for (const name of this.knownNames.filter((known) => !list.names.has(known))) {
      if ((await keys.lookUp({ name, origin: "" })).kind !== "missing") {
        orphans.push(name);
      }
    }
    for (const connection of list.all) {
      if ((await keys.lookUp(connection)).kind === "otherOrigin") {
        orphans.push(connection.name);
      }
    }
    return orphans;
  }

  private async hasReadableKey(): Promise<boolean> {
    for (const connection of this.list.all) {
      if ((await this.keys.lookUp(connection)).kind === "found") {
        return true;
      }
    }
    return false;
  }
}

interface Rename {
  readonly from: Connection;
  readonly to: Connection;
}

/**
 * Recognizes a renamed connection: one is missing, and a new one has its URL, dataset and organization. The missing one
 * may have disappeared in an earlier update, because settings may be saved while a name is typed.
 */
class RenameDetector {
  private readonly missing = new Map<string, Connection>();

  constructor(private previous: readonly Connection[]) {}

  update(connections: readonly Connection[]): Rename[] {
    const removed = withoutNamesOf(this.previous, connections);
    const added = withoutNamesOf(connections, this.previous);
    this.previous = connections;
    connections.forEach(({ name }) => this.missing.delete(name));
    const renames = added.flatMap((to) => {
      const isSame = (other: Connection) => isSameService(other, to);
      const removedNow = removed.filter(isSame);
      const candidates = removedNow.length > 0 ? removedNow : [...this.missing.values()].filter(isSame);
      // If several match, the right one is unknown.
      const [from] = candidates;
      return from && candidates.length === 1 && added.filter(isSame).length === 1 ? [{ from, to }] : [];
    });
    removed.forEach((connection) => this.missing.set(connection.name, connection));
    return renames;
  }

  clear(): void {
    this.missing.clear();
  }
}

function withoutNamesOf(connections: readonly Connection[], others: readonly Connection[]): Connection[] {
  return connections.filter(({ name }) => !others.some((other) => other.name === name));
}
