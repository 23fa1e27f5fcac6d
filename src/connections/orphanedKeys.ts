import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";
import type { Event } from "../util/event";
import { type Log, errorMessage, logRejection } from "../util/log";
import { type Connection, decodeName } from "./connection";
import type { KeyStore } from "./keyStore";

/** The part of the list of connections that is watched. */
export interface WatchedList {
  readonly all: readonly Connection[];
  /** Names in the setting, of entries that cannot be used too. */
  readonly names: ReadonlySet<string>;
  /** Whether the setting could be read in full: only then is a name that it lacks one that was removed. */
  readonly complete: boolean;
  readonly onDidChange: Event<void>;
}

/** The part of VS Code's Memento that is used. */
export interface NameMemory {
  get(key: string): unknown;
  update(key: string, value: readonly string[]): PromiseLike<void>;
}

/** Asks whether the keys of these connections are to be deleted. Undefined when the person does not answer. */
export type ConfirmDeletion = (names: readonly string[]) => PromiseLike<"delete" | "keep" | undefined>;

/** Settings are also saved half-typed, and entries commented out for a try: what is gone for a moment is not gone. */
const graceMs = 60_000;
const namesKey = "connectionNames";
const maxNames = 1000;

/**
 * Deletes the keys of connections that were removed from the setting by hand, or that point to another origin now. The
 * commands do so themselves; this is for people who edit settings.json, also while no window is open. Asks first where no key
 * would be left: the list may have been emptied or replaced by mistake.
 */
export class OrphanedKeys extends Disposable {
  private readonly waiting = this.register(new MutableDisposable<IDisposable>());
  private sweeping = Promise.resolve();
  /** Names that the person was asked about in this window. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly list: WatchedList,
    private readonly keys: KeyStore,
    /** Keeps the names whose keys may have lost their connection: what VS Code stores cannot be listed. */
    private readonly memory: NameMemory,
    private readonly confirmDeletion: ConfirmDeletion,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.register(list.onDidChange(() => this.sweepSoon()));
    if (this.known.some((name) => !list.names.has(name))) {
      this.sweepSoon();
    }
    logRejection(this.remember(this.known), log);
  }

  private get known(): readonly string[] {
    const kept = this.memory.get(namesKey);
    const names: readonly unknown[] = Array.isArray(kept) ? kept : [];
    return names.flatMap((name) => decodeName(name) ?? []).slice(0, maxNames);
  }

  /** Notes the names of the list beside those that are still to be looked after. */
  private async remember(others: readonly string[]): Promise<void> {
    const names = [...new Set([...others, ...this.list.names])].sort();
    if (names.join("\n") !== this.known.join("\n")) {
      await this.memory.update(namesKey, names);
    }
  }

  private sweepSoon(): void {
    logRejection(this.remember(this.known), this.log);
    this.waiting.value = this.clock.after(graceMs, () => this.enqueue(() => this.sweep()));
  }

  /** Runs after what was enqueued before, whether or not that failed. */
  private enqueue(step: () => Promise<void>): void {
    this.sweeping = this.sweeping.catch(() => undefined).then(step);
    logRejection(this.sweeping, this.log);
  }

  private async sweep(): Promise<void> {
    if (!this.list.complete) {
      return;
    }
    const orphans = (await this.orphans()).filter((name) => !this.asked.has(name));
    if (orphans.length > 0) {
      if (await this.hasUsableKey()) {
        await this.delete(orphans);
      } else {
        // Not awaited: a question may stay open for as long as the window, and later sweeps must not wait for it.
        logRejection(this.ask(orphans), this.log);
      }
    }
    // What could not be deleted is tried again with the next change, or in the next window.
    await this.remember(await this.orphans());
  }

  private async ask(names: readonly string[]): Promise<void> {
    names.forEach((name) => this.asked.add(name));
    const answer = await this.confirmDeletion(names);
    if (answer !== undefined) {
      this.enqueue(() => (answer === "delete" ? this.deleteConfirmed(names) : this.keep(names)));
    }
  }

  private async deleteConfirmed(names: readonly string[]): Promise<void> {
    names.forEach((name) => this.asked.delete(name));
    await this.delete(names);
    await this.remember(await this.orphans());
  }

  private async keep(names: readonly string[]): Promise<void> {
    await this.remember((await this.orphans()).filter((name) => !names.includes(name)));
  }

  private async delete(names: readonly string[]): Promise<void> {
    // The list may have changed while the person was asked.
    const orphans = this.list.complete ? await this.orphans() : [];
    try {
      for (const name of orphans.filter((orphan) => names.includes(orphan))) {
        await this.keys.delete(name);
        this.log.info("Deleted the key of a connection that was removed or moved to another address.");
      }
    } catch (error) {
      this.log.warn(`A key could not be deleted: ${errorMessage(error)}`);
    }
  }

  /** Names under which a key is stored that no connection can use. */
  private async orphans(): Promise<string[]> {
    const { list, keys } = this;
    const orphans: string[] = [];
    for (const name of this.known.filter((known) => !list.names.has(known))) {
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

  private async hasUsableKey(): Promise<boolean> {
    for (const connection of this.list.all) {
      if ((await this.keys.lookUp(connection)).kind === "found") {
        return true;
      }
    }
    return false;
  }
}
