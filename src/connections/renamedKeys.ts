import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";
import { type Log, errorMessage } from "../util/log";
import type { Connection } from "./connection";
import type { KeyStore } from "./keyStore";
import type { WatchedList } from "./orphanedKeys";

/** How long a connection that vanished may come back under another name: people save while they type. */
const graceMs = 60_000;

/**
 * Gives a connection that was renamed by hand the key it had under its old name, which `OrphanedKeys` then deletes. Renamed
 * is one that is gone while another with the same address, dataset and organization is new.
 */
export class RenamedKeys extends Disposable {
  private readonly vanished = new Map<string, Connection>();
  private readonly forgetting = this.register(new MutableDisposable<IDisposable>());
  private before: readonly Connection[];

  constructor(
    private readonly list: Pick<WatchedList, "all" | "onDidChange">,
    private readonly keys: KeyStore,
    private readonly clock: Clock,
    private readonly log: Pick<Log, "info" | "warn">,
  ) {
    super();
    this.before = list.all;
    this.register(list.onDidChange(() => this.compare()));
  }

  private compare(): void {
    const { before, vanished } = this;
    const { all } = this.list;
    this.before = all;
    const gone = without(before, all);
    const fresh = without(all, before);
    all.forEach(({ name }) => vanished.delete(name));
    for (const renamed of fresh) {
      const alike = (candidate: Connection) => sameService(candidate, renamed);
      const goneNow = gone.filter(alike);
      const [old, ...others] = goneNow.length > 0 ? goneNow : [...vanished.values()].filter(alike);
      // Which of several is meant cannot be told.
      if (old && others.length === 0 && fresh.filter(alike).length === 1) {
        void this.move(old, renamed);
      }
    }
    gone.forEach((connection) => vanished.set(connection.name, connection));
    this.forgetting.value = this.clock.after(graceMs, () => vanished.clear());
  }

  private async move(from: Connection, to: Connection): Promise<void> {
    const found = await this.keys.lookUp(from);
    if (found.kind !== "found" || (await this.keys.lookUp(to)).kind !== "missing") {
      return;
    }
    try {
      await this.keys.store(to, found.key);
      this.log.info("A connection was renamed in the settings; it keeps its key.");
    } catch (error) {
      this.log.warn(`The key of a renamed connection could not be stored: ${errorMessage(error)}`);
    }
  }
}

/** Those of `some` whose names `others` lack. */
function without(some: readonly Connection[], others: readonly Connection[]): Connection[] {
  return some.filter(({ name }) => !others.some((other) => other.name === name));
}

function sameService(a: Connection, b: Connection): boolean {
  return a.baseUrl === b.baseUrl && a.dataset === b.dataset && a.organizationId === b.organizationId;
}
