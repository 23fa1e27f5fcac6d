import type * as vscode from "vscode";
import type { ConnectionClient } from "../connections/connectionClient";
import { canonicalQuery, type FeedQuery } from "../shared/feedQuery";
import { isNumber, isRecord } from "../shared/typeGuards";
import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";

const storageKey = "feed.lastVisits";
/** Maximum number of remembered queries; those visited longest ago are forgotten. */
const maxVisits = 100;

/** A user who returns sooner was not away: the visit continues. */
const absenceMs = 30 * 60_000;
/** Much shorter than the absence that ends a visit. */
const viewIntervalMs = 5 * 60_000;

interface Visit {
  /** When the feed was last seen up to date, milliseconds since 1970 UTC. */
  readonly endedMs: number;
  /** When it was last in view, up to date or not. If absent, that was at `endedMs`. */
  readonly inViewMs?: number;
  /** When the visit before this one ended. */
  readonly beforeMs?: number;
}

/** Where a feed was read. The key is a part of it, because another one may be for another organization. */
type Visited = Pick<ConnectionClient, "connection" | "keyFingerprint">;

/** When each query of each connection was last seen. Stored beyond the window. */
export class LastVisits {
  constructor(private readonly memento: vscode.Memento) {}

  /** When the visit before the one of `nowMs` ended, milliseconds since 1970 UTC; undefined if there was none. */
  previousVisit(client: Visited, query: FeedQuery, nowMs: number): number | undefined {
    return visitBefore(decodeVisit(this.visits[keyOf(client, query)]), nowMs);
  }

  /** The feed is seen up to date at `nowMs`. */
  async recordVisit(client: Visited, query: FeedQuery, nowMs: number): Promise<void> {
    await this.save(keyOf(client, query), { endedMs: nowMs, inViewMs: nowMs }, nowMs);
  }

  /** The feed is in view at `nowMs`, though it may not be up to date: the user was not away. */
  async recordView(client: Visited, query: FeedQuery, nowMs: number): Promise<void> {
    const key = keyOf(client, query);
    const visit = decodeVisit(this.visits[key]);
    if (visit) {
      await this.save(key, { endedMs: visit.endedMs, inViewMs: nowMs }, nowMs);
    }
  }

  private async save(key: string, current: Omit<Visit, "beforeMs">, nowMs: number): Promise<void> {
    const beforeMs = visitBefore(decodeVisit(this.visits[key]), nowMs);
    const visit: Visit = { ...current, ...(beforeMs !== undefined && { beforeMs }) };
    const others = Object.entries(this.visits).filter(([other]) => other !== key);
    await this.memento.update(storageKey, Object.fromEntries([...others, [key, visit]].slice(-maxVisits)));
  }

  private get visits(): Readonly<Record<string, unknown>> {
    const saved: unknown = this.memento.get(storageKey);
    return isRecord(saved) ? saved : {};
  }
}

/** Reports that a panel is in view: when it is shown, at intervals while it is visible, and when it is hidden or closed. */
export class ViewTimer extends Disposable {
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private visible = false;

  constructor(
    private readonly clock: Clock,
    private readonly report: () => void,
  ) {
    super();
    this.register({ dispose: () => this.setVisible(false) });
  }

  setVisible(visible: boolean): void {
    if (visible === this.visible) {
      return;
    }
    this.visible = visible;
    this.timer.value = undefined;
    if (visible) {
      this.tick();
    } else {
      this.report();
    }
  }

  private tick(): void {
    this.report();
    this.timer.value = this.clock.after(viewIntervalMs, () => this.tick());
  }
}

function visitBefore(visit: Visit | undefined, nowMs: number): number | undefined {
  return visit && nowMs - (visit.inViewMs ?? visit.endedMs) >= absenceMs ? visit.endedMs : visit?.beforeMs;
}

function decodeVisit(saved: unknown): Visit | undefined {
  if (isNumber(saved)) {
    // As earlier versions saved it.
    return { endedMs: saved };
  }
  if (!isRecord(saved) || !isNumber(saved["endedMs"])) {
    return undefined;
  }
  const { endedMs, inViewMs, beforeMs } = saved;
  return { endedMs, ...(isNumber(inViewMs) && { inViewMs }), ...(isNumber(beforeMs) && { beforeMs }) };
}

/** Earlier versions had no fingerprint. What they saved is not found any more, and is forgotten in time. */
function keyOf({ connection: { name, origin }, keyFingerprint }: Visited, query: FeedQuery): string {
  const fingerprint = keyFingerprint === undefined ? [] : [keyFingerprint];
  return JSON.stringify([name, origin, canonicalQuery(query), ...fingerprint]);
}
