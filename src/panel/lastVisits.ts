import type * as vscode from "vscode";
import type { Connection } from "../connections/connection";
import { canonicalQuery, type FeedQuery } from "../shared/feedQuery";
import { isNumber, isRecord } from "../shared/unknown";

const key = "feed.lastVisits";
/** Queries that are remembered; those visited longest ago are forgotten. */
const maxVisits = 100;

/** When each query of each connection was looked at last, kept beyond the window's end. */
export class LastVisits {
  constructor(private readonly memento: vscode.Memento) {}

  /** Milliseconds since 1970 UTC; undefined where there was no visit. */
  of(connection: Connection, query: FeedQuery): number | undefined {
    const visit = this.visits[nameOf(connection, query)];
    return isNumber(visit) ? visit : undefined;
  }

  async note(connection: Connection, query: FeedQuery, endedMs: number): Promise<void> {
    const name = nameOf(connection, query);
    const others = Object.entries(this.visits).filter(([other]) => other !== name);
    await this.memento.update(key, Object.fromEntries([...others, [name, endedMs]].slice(-maxVisits)));
  }

  private get visits(): Readonly<Record<string, unknown>> {
    const kept: unknown = this.memento.get(key);
    return isRecord(kept) ? kept : {};
  }
}

function nameOf({ name, origin }: Connection, query: FeedQuery): string {
  return JSON.stringify([name, origin, canonicalQuery(query)]);
}
