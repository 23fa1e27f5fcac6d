import type * as vscode from "vscode";
import type { Connection } from "../connections/connection";
import { canonicalQuery, type FeedQuery } from "../shared/feedQuery";
import { isNumber, isRecord } from "../shared/typeGuards";

const key = "feed.lastVisits";
/** Queries that are remembered; those visited longest ago are forgotten. */
const maxVisits = 100;

/** Someone who comes back sooner was not away: the visit continues. */
const absenceMs = 30 * 60_000;

interface Visit {
  /** When the feed was last seen up to date, milliseconds since 1970 UTC. */
  readonly endedMs: number;
  /** When it was last in view, up to date or not; absent: `endedMs`. */
  readonly inViewMs?: number;
  /** When the visit before this one ended. */
  readonly beforeMs?: number;
}

/** When each query of each connection was looked at last, kept beyond the window's end. */
export class LastVisits {
  constructor(private readonly memento: vscode.Memento) {}

  /** When the visit before the one of `nowMs` ended, milliseconds since 1970 UTC; undefined where there was none. */
  of(connection: Connection, query: FeedQuery, nowMs: number): number | undefined {
    return visitBefore(decodeVisit(this.visits[nameOf(connection, query)]), nowMs);
  }

  /** The feed is seen up to date at `nowMs`. */
  async note(connection: Connection, query: FeedQuery, nowMs: number): Promise<void> {
    await this.keep(nameOf(connection, query), { endedMs: nowMs, inViewMs: nowMs }, nowMs);
  }

  /** The feed is in view at `nowMs`, though it may not be up to date: nobody was away up to now. */
  async noteInView(connection: Connection, query: FeedQuery, nowMs: number): Promise<void> {
    const name = nameOf(connection, query);
    const visit = decodeVisit(this.visits[name]);
    if (visit) {
      await this.keep(name, { endedMs: visit.endedMs, inViewMs: nowMs }, nowMs);
    }
  }

  private async keep(name: string, current: Omit<Visit, "beforeMs">, nowMs: number): Promise<void> {
    const beforeMs = visitBefore(decodeVisit(this.visits[name]), nowMs);
    const visit: Visit = { ...current, ...(beforeMs !== undefined && { beforeMs }) };
    const others = Object.entries(this.visits).filter(([other]) => other !== name);
    await this.memento.update(key, Object.fromEntries([...others, [name, visit]].slice(-maxVisits)));
  }

  private get visits(): Readonly<Record<string, unknown>> {
    const kept: unknown = this.memento.get(key);
    return isRecord(kept) ? kept : {};
  }
}

function visitBefore(visit: Visit | undefined, nowMs: number): number | undefined {
  return visit && nowMs - (visit.inViewMs ?? visit.endedMs) >= absenceMs ? visit.endedMs : visit?.beforeMs;
}

function decodeVisit(kept: unknown): Visit | undefined {
  if (isNumber(kept)) {
    // As earlier versions kept it.
    return { endedMs: kept };
  }
  if (!isRecord(kept) || !isNumber(kept["endedMs"])) {
    return undefined;
  }
  const { endedMs, inViewMs, beforeMs } = kept;
  return { endedMs, ...(isNumber(inViewMs) && { inViewMs }), ...(isNumber(beforeMs) && { beforeMs }) };
}

function nameOf({ name, origin }: Connection, query: FeedQuery): string {
  return JSON.stringify([name, origin, canonicalQuery(query)]);
}
