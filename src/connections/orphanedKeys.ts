import type { Clock } from "../util/clock";
import { type Disposable, Owner, Slot } from "../util/disposable";
import type { Event } from "../util/event";
import { type Log, messageOf } from "../util/log";
import type { Connection } from "./connection";
import type { KeyStore } from "./keyStore";

/** The part of the list of connections that is watched. */
export interface WatchedList {
  readonly all: readonly Connection[];
  /** Names in the setting, of entries that cannot be used too. */
  readonly names: ReadonlySet<string>;
  readonly onDidChange: Event<void>;
}

/** The part of VS Code's Memento that is used. */
export interface NameMemory {
  get(key: string, otherwise: readonly string[]): readonly string[];
  update(key: string, value: readonly string[]): PromiseLike<void>;
}

/** Settings are also saved half-typed, and entries commented out for a try: what is gone for a moment is not gone. */
const graceMs = 60_000;
const namesKey = "connectionNames";

/**
 * Deletes the keys of connections that were removed from the setting by hand, or that point to another origin now. The
 * commands do so themselves; this is for people who edit settings.json, also while no window is open.
 */
export class OrphanedKeys extends Owner {
  private readonly waiting = this.own(new Slot<Disposable>());

  constructor(
    private readonly list: WatchedList,
    private readonly keys: KeyStore,
    /** Keeps the names whose keys may have lost their connection: what VS Code stores cannot be listed. */
    private readonly memory: NameMemory,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.own(list.onDidChange(() => this.sweepSoon()));
    if (this.known.some((name) => !list.names.has(name))) {
      this.sweepSoon();
    }
    void this.remember(this.known);
  }

  private get known(): readonly string[] {
    return this.memory.get(namesKey, []);
  }

  /** Notes the names of the list beside those that are still to be looked after. */
  private async remember(others: readonly string[]): Promise<void> {
    const names = [...new Set([...others, ...this.list.names])].sort();
    if (names.join("\n") !== this.known.join("\n")) {
      await this.memory.update(namesKey, names);
    }
  }

  private sweepSoon(): void {
    void this.remember(this.known);
    this.waiting.value = this.clock.after(graceMs, () => void this.sweep());
  }

  private async sweep(): Promise<void> {
    const gone = new Set(this.known.filter((name) => !this.list.names.has(name)));
    for (const connection of this.list.all) {
      if ((await this.keys.lookUp(connection)).kind === "otherOrigin") {
        gone.add(connection.name);
      }
    }
    const left = new Set(gone);
    try {
      for (const name of gone) {
        await this.keys.delete(name);
        left.delete(name);
        this.log.info("Deleted the key of a connection that was removed or moved to another address.");
      }
    } catch (error) {
      this.log.warn(`A key could not be deleted: ${messageOf(error)}`);
    }
    // What could not be deleted is tried again with the next change, or in the next window.
    await this.remember([...left]);
  }
}
