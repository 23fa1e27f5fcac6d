import type * as vscode from "vscode";
import type { Connection } from "../connections/connection";
import { canonicalQuery, type FeedQuery } from "../shared/feedQuery";
import { isNumber, isRecord } from "../shared/unknown";

const key = "feed.lastVisits";
/** Queries that are remembered; those visited longest ago are forgotten. */
const maxVisits = 100;

/** Who comes back sooner was not away: the visit goes on. */
const absenceMs = 30 * 60_000;

interface Visit {
  /** When the feed was seen last, milliseconds since 1970 UTC. */
  readonly endedMs: number;
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

  /** The feed is seen at `nowMs`. */
  async note(connection: Connection, query: FeedQuery, nowMs: number): Promise<void> {
    const name = nameOf(connection, query);
    const beforeMs = this.of(connection, query, nowMs);
    const visit: Visit = { endedMs: nowMs, ...(beforeMs !== undefined && { beforeMs }) };
    const others = Object.entries(this.visits).filter(([other]) => other !== name);
    await this.memento.update(key, Object.fromEntries([...others, [name, visit]].slice(-maxVisits)));
  }

  private get visits(): Readonly<Record<string, unknown>> {
    const kept: unknown = this.memento.get(key);
    return isRecord(kept) ? kept : {};
  }
}

function visitBefore(visit: Visit | undefined, nowMs: number): number | undefined {
  return visit && nowMs - visit.endedMs >= absenceMs ? visit.endedMs : visit?.beforeMs;
}

function decodeVisit(kept: unknown): Visit | undefined {
  if (isNumber(kept)) {
    // As earlier versions kept it.
    return { endedMs: kept };
  }
  if (!isRecord(kept) || !isNumber(kept["endedMs"])) {
    return undefined;
  }
  const { endedMs, beforeMs } = kept;
  return { endedMs, ...(isNumber(beforeMs) && { beforeMs }) };
}

function nameOf({ name, origin }: Connection, query: FeedQuery): string {
  return JSON.stringify([name, origin, canonicalQuery(query)]);
}
