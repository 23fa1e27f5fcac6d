import type { ApiError } from "../../../../../src/api/errors";
import type { ServiceClient } from "../../../../../src/api/types";
import type { AgentConnection } from "../../../../../src/agent/tools/environment";
import {
  type EventsRead,
  type EventsReadOptions,
  QuestionReader,
} from "../../../../../src/agent/tools/reading/questionReader";
import { RequestBudget } from "../../../../../src/agent/tools/reading/requestBudget";
import type { EventsQuestion } from "../../../../../src/agent/tools/reading/reuse";
import type { Window } from "../../../../../src/feed/feedRequest";
import type { LoadedFeed } from "../../../../../src/feed/loadedFeed";
import type { FeedQuery } from "../../../../../src/shared/feedQuery";
import { dayMs } from "../../../../../src/shared/instant";
import { FakeClock } from "../../../../support/fakes/fakeClock";

export const minuteMs = 60_000;

/** What agents read, in an editor whose panels and connection a test controls. */
export class ReaderFixture {
  panels: readonly LoadedFeed[] = [];
  overlapMs = 10 * minuteMs;
  connection: AgentConnection;
  readonly budget: RequestBudget;
  readonly reader: QuestionReader;
  private change = new AbortController();

  constructor(
    private readonly client: ServiceClient,
    readonly clock = new FakeClock(),
  ) {
    this.budget = new RequestBudget(clock);
    this.reader = new QuestionReader(
      { clock, loadedFeeds: () => this.panels, overlapMs: () => this.overlapMs },
      this.budget,
    );
    this.connection = { name: "Acme", client, changed: this.change.signal };
  }

  /** Another key for the same connection. */
  replaceKey(): void {
    this.change.abort();
    this.change = new AbortController();
    this.connection = { name: "Acme", client: this.client, changed: this.change.signal };
  }

  read(question: EventsQuestion, options?: EventsReadOptions): Promise<EventsRead> {
    return this.reader.read(this.connection, question, options);
  }

  /** The last days, until now: open-ended. */
  last(days: number, filters: Partial<FeedQuery> = {}): EventsQuestion {
    return questionOf({ sinceMs: this.clock.now() - days * dayMs }, filters);
  }
}

export function questionOf(window: Window, filters: Partial<FeedQuery> = {}): EventsQuestion {
  return { window, query: { window: { kind: "last", days: 7 }, types: [], ...filters } };
}

export function idsOf({ events }: Pick<EventsRead, "events">): string[] {
  return events.map(({ id }) => id);
}

/** Where the events came from, with how many requests. */
export function costOf({ source, requests }: EventsRead): string {
  return `${source}, ${requests}`;
}

/** Kind of the error with which work fails; "done" if it does not. */
export function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error as ApiError).kind,
  );
}
