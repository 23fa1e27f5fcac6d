import { groupStories } from "../../../src/feed/stories/groupStories";
import { SampleData } from "../../../src/sample/sampleData";
import type { SampleEvent } from "../../../src/sample/sampleSource";
import { sampleEvents } from "../services/sampleEvents";

/** A time range as an answer has to state it: ISO 8601 with the offset of the user's zone. */
export interface OracleWindow {
  readonly since: string;
  readonly until: string;
}

export interface OracleFilter {
  readonly type?: string;
  readonly sector?: string;
  readonly minAmount?: number;
  readonly companies?: ReadonlySet<string>;
  /** Events whose titles match are left out. */
  readonly mute?: RegExp;
}

/** Counts of some events, each story once, and the exact sum of an amount. */
export interface OracleTotal {
  readonly count: number;
  readonly withAmount: number;
  readonly sum: bigint;
}

/** What is right about the sample's data at some instant: computed from the data itself, without the tools and the HTTP client. */
export class SampleOracle {
  private readonly known = new Map<string, readonly SampleEvent[]>();

  constructor(readonly nowMs: number) {}

  /** Newest first, then by ID. */
  events(window: OracleWindow, filter: OracleFilter = {}): SampleEvent[] {
    return this.allEvents(window).filter((event) => {
      const amount = event.event_data?.["amount"];
      return (
        (filter.type === undefined || event.type === filter.type) &&
        (filter.sector === undefined || event.sector === filter.sector) &&
        (filter.minAmount === undefined || (typeof amount === "number" && amount >= filter.minAmount)) &&
        (filter.companies === undefined || filter.companies.has(nameOf(event))) &&
        !filter.mute?.test(event.title)
      );
    });
  }

  private allEvents({ since, until }: OracleWindow): readonly SampleEvent[] {
    const key = `${since} ${until}`;
    const events = this.known.get(key) ?? sampleEvents(Date.parse(since), Date.parse(until), this.nowMs);
    this.known.set(key, events);
    return events;
  }

  /** The same by a property; each story once. The extension alone knows which events tell the same story. */
  totals(events: readonly SampleEvent[], keyOf: (event: SampleEvent) => string): Map<string, OracleTotal> {
    const totals = new Map<string, OracleTotal>();
    const stories = groupStories(
      events.map((event) => ({
        event,
        id: event.id,
        title: event.title,
        publishedMs: Date.parse(event.published_at),
        company: { name: nameOf(event), entityId: String(companyOf(event)["entity_id"]) },
        ...(event.type !== undefined && { type: event.type }),
        ...(amountOf(event) !== undefined && { amount: amountOf(event) as number }),
      })),
    );
    for (const story of stories) {
      const [first] = story;
      const amount = story.map(({ event }) => amountOf(event)).find((value) => value !== undefined);
      const key = first ? keyOf(first.event) : "";
      const { count, withAmount, sum } = totals.get(key) ?? { count: 0, withAmount: 0, sum: 0n };
      totals.set(key, {
        count: count + 1,
        withAmount: withAmount + (amount === undefined ? 0 : 1),
        sum: sum + BigInt(amount ?? 0),
      });
    }
    return totals;
  }

  /** The company with most events. */
  busiestCompany(window: OracleWindow): string {
    const counts = new Map<string, number>();
    for (const event of this.events(window)) {
      counts.set(nameOf(event), (counts.get(nameOf(event)) ?? 0) + 1);
    }
    const [busiest] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return busiest?.[0] ?? "";
  }

  collections(environment: string): { readonly name: string; readonly documents: number }[] {
    return (new SampleData().collections(undefined) ?? [])
      .filter((collection) => collection["environment"] === environment)
      .map((collection) => ({
        name: String(collection["database_name"]),
        documents: Number(collection["document_count"] ?? collection["file_count"]),
      }));
  }
}

export function companyOf(event: SampleEvent): Readonly<Record<string, unknown>> {
  return event["company"] as Readonly<Record<string, unknown>>;
}

export function nameOf(event: SampleEvent): string {
  return String(companyOf(event)["name"]);
}

/** The `amount` of an event; the sample's amounts are whole numbers. */
export function amountOf(event: SampleEvent): number | undefined {
  return event.event_data?.["amount"] as number | undefined;
}
