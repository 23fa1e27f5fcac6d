import type { Clock } from "../util/clock";
import { type Disposable, Owner, Slot } from "../util/disposable";
import type { Event } from "../util/event";
import type { Log } from "../util/log";
import type { Connection } from "./connection";
import type { KeyStore } from "./keyStore";

/** The part of the list of connections that is watched. */
export interface WatchedList {
  readonly all: readonly Connection[];
  /** Names in the setting, of entries that cannot be used too. */
  readonly names: ReadonlySet<string>;
  readonly onDidChange: Event<void>;
}

/** Settings are also saved half-typed: what is gone for a moment is not gone. */
const graceMs = 5_000;

/**
 * Deletes the keys of connections that were removed from the setting by hand, or that point to another origin now. The
 * commands do so themselves; this is for people who edit settings.json.
 */
export class OrphanedKeys extends Owner {
  private readonly waiting = this.own(new Slot<Disposable>());
  /** Names whose keys may have lost their connection. */
  private known: ReadonlySet<string>;

  constructor(
    private readonly list: WatchedList,
    private readonly keys: KeyStore,
    clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.known = list.names;
    this.own(list.onDidChange(() => (this.waiting.value = clock.after(graceMs, () => void this.sweep()))));
  }

  private async sweep(): Promise<void> {
    const gone = [...this.known].filter((name) => !this.list.names.has(name));
    this.known = this.list.names;
    try {
      for (const connection of this.list.all) {
        if ((await this.keys.lookUp(connection)).kind === "otherOrigin") {
          gone.push(connection.name);
        }
      }
      for (const name of gone) {
        await this.keys.delete(name);
        this.log.info("Deleted the key of a connection that was removed or moved to another address.");
      }
    } catch (error) {
      this.log.warn(`A key could not be deleted: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
