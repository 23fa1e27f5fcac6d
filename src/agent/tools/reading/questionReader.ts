import { abortedError, type ApiError } from "../../../api/errors";
import type { RequestOptions } from "../../../api/types";
import type { LoadedFeed } from "../../../feed/loadedFeed";
import { type ReadLimits, type ReadOutcome, readWindow } from "../../../feed/paging/windowReader";
import type { CompanyEvent } from "../../../shared/companyEvent";
import type { FeedQuery } from "../../../shared/feedQuery";
import { dayMs } from "../../../shared/instant";
import type { AgentConnection, AgentEnvironment } from "../environment";
import type { SeenLabels } from "../input/eventFilters";
import { type Answer, EarlierReads, knownOf, partialAnswer, type ServiceRead } from "./earlierReads";
import type { RequestBudget } from "./requestBudget";
import {
  answerFrom,
  coversWindow,
  type EventsQuestion,
  type KnownEvents,
  mayCoverFilters,
  narrowed,
  sameFilters,
} from "./reuse";
import { combinedLabels, LabelCounts } from "./seenLabels";
import { SharedRead } from "./sharedRead";
import { changedError, whileUnchanged } from "./unchangedConnection";

/** What a question reads at most: events, and pages where the service sends short or empty ones. */
const defaultLimits = { maxEvents: 12_000, maxPages: 100 };

/** The events that answer a question, and how far they were read. */
export interface EventsRead {
  /** Newest first, then by ID; those without a readable date last. Each ID once. */
  readonly events: readonly CompanyEvent[];
  readonly outcome: ReadOutcome;
  /** Why the outcome is `failed`, or `stopped` by a failure. */
  readonly error?: ApiError;
  /** Items that could not be read as events. */
  readonly skipped: number;
  /** How many of the events are too large to read, so that nothing but ID, title and date is known of them. */
  readonly titleOnly: number;
  /** When they were read, by our clock. */
  readonly readAtMs: number;
  /** Where they come from: the service now, an open panel, or an earlier question. */
  readonly source: "service" | "panel" | "earlier";
  /** Requests that were sent for this question. */
  readonly requests: number;
}

export interface EventsReadOptions extends Pick<RequestOptions, "signal">, Partial<ReadLimits> {}

/** What is remembered of a connection. */
interface ConnectionReads {
  readonly labels: LabelCounts;
  /** Whether `labels` has those of all events of some period, not only of filtered events. */
  hasAllLabels: boolean;
  readonly running: Set<RunningRead>;
}

interface RunningRead {
  readonly question: EventsQuestion;
  readonly limits: Required<ReadLimits>;
  readonly shared: SharedRead<ReadResult>;
}

type ReadResult = ServiceRead & { readonly requests: number };

/** How many days and pages are read to find labels if none were seen yet: the first pages may be empty. */
const labelDays = 7;
const labelLimits = { maxPages: 8, maxEvents: 1 };

/**
 * Reads the events that agents ask about. If a panel or an earlier question has read exactly these, they come from there, else from
 * the service. Equal questions at the same time share a read.
 */
export class QuestionReader {
  private readonly connections = new WeakMap<AgentConnection, ConnectionReads>();
  private readonly earlier: EarlierReads;

  constructor(
    private readonly environment: Pick<AgentEnvironment, "clock" | "loadedFeeds" | "overlapMs">,
    private readonly budget: RequestBudget,
  ) {
    this.earlier = new EarlierReads(environment.overlapMs);
  }

  /**
   * Reads the events of a question. If the service fails, that is an outcome.
   * @throws {ApiError} `aborted`, or `connectionChanged` if the connection or its key was changed meanwhile
   */
  async read(
    connection: AgentConnection,
    question: EventsQuestion,
    {
      signal,
      maxPages = defaultLimits.maxPages,
      maxEvents = defaultLimits.maxEvents,
    }: EventsReadOptions = {},
  ): Promise<EventsRead> {
    const limits = { maxPages, maxEvents };
    for (;;) {
      if (signal?.aborted) {
        throw abortedError();
      }
      if (connection.changed.aborted) {
        throw changedError();
      }
      const known = this.knownAnswer(connection, question, limits);
      if (known) {
        return known;
      }
      const running = this.runningRead(connection, question, limits);
      const { shared } = running ?? this.start(connection, question, limits);
      const result = await shared.join(signal);
      if (!running) {
        const { read, requests } = result;
        return eventsRead({ ...read, read }, "service", requests);
      }
      const answer = sharedAnswer(result, question);
      if (answer) {
        return eventsRead(answer, "service", 0);
      }
    }
  }

  /** An event of an earlier question. */
  event(connection: AgentConnection, id: string): CompanyEvent | undefined {
    return this.earlier.event(connection, id);
  }

  /**
   * Types and sectors of events that are loaded in panels or were read by agents; if there are none, some are read.
   * @throws {ApiError} if reading them fails and no other labels are known
   */
  async labels(connection: AgentConnection, signal?: AbortSignal): Promise<SeenLabels> {
    const { labels, hasAllLabels } = this.readsOf(connection);
    const feeds = this.environment.loadedFeeds(connection);
    if (!hasAllLabels && !feeds.some(({ query, types }) => isUnfiltered(query) && types.length > 0)) {
      const window = { sinceMs: this.environment.clock.now() - labelDays * dayMs };
      const query = { window: { kind: "last", days: labelDays }, types: [] } as const;
      const { error } = await this.read(
        connection,
        { window, query },
        { ...labelLimits, ...(signal && { signal }) },
      );
      if (error && labels.types.length + labels.sectors.length === 0) {
        // A question would fail, too.
        throw error;
      }
    }
    return combinedLabels([...feeds, labels]);
  }

  /** The answer from an open panel or an earlier read, whichever is more recent; undefined if neither has it. */
  private knownAnswer(
    connection: AgentConnection,
    question: EventsQuestion,
    limits: Required<ReadLimits>,
  ): EventsRead | undefined {
    const nowMs = this.environment.clock.now();
    const earlier = this.earlier.answer(connection, question, limits, nowMs);
    const panels = this.environment
      .loadedFeeds(connection)
      .filter(({ upToDateMs }) => upToDateMs >= (earlier?.read.readAtMs ?? -Infinity))
      .sort((a, b) => b.upToDateMs - a.upToDateMs);
    for (const feed of panels) {
      const events = panelAnswer(feed, question, this.environment.overlapMs(), nowMs);
      if (events) {
        const { upToDateMs: readAtMs } = feed;
        const outcome = { kind: "complete" } as const;
        return { events, outcome, skipped: 0, titleOnly: 0, readAtMs, source: "panel", requests: 0 };
      }
    }
    return earlier && eventsRead(earlier, "earlier", 0);
  }

  /** A read in progress that may have the events. */
  private runningRead(
    connection: AgentConnection,
    { window, query }: EventsQuestion,
    limits: Required<ReadLimits>,
  ): RunningRead | undefined {
    return [...this.readsOf(connection).running].find(
      ({ question, limits: { maxPages, maxEvents }, shared }) =>
        !shared.isCanceled &&
        maxPages >= limits.maxPages &&
        maxEvents >= limits.maxEvents &&
        coversWindow(question.window, window) &&
        mayCoverFilters(question.query, query),
    );
  }

  private start(
    connection: AgentConnection,
    question: EventsQuestion,
    limits: Required<ReadLimits>,
  ): RunningRead {
    const { running } = this.readsOf(connection);
    const started: RunningRead = {
      question,
      limits,
      shared: new SharedRead((signal) =>
        this.readFromService(connection, question, limits, signal).finally(() => running.delete(started)),
      ),
    };
    running.add(started);
    return started;
  }

  private async readFromService(
    connection: AgentConnection,
    question: EventsQuestion,
    limits: Required<ReadLimits>,
    canceled: AbortSignal,
  ): Promise<ReadResult> {
    const { clock } = this.environment;
    return whileUnchanged(connection, canceled, (signal) =>
      this.budget.run(connection.client, signal, async (limited) => {
        const { query, window } = question;
        const read = await readWindow({ client: limited.client, clock }, query, window, limits, { signal });
        const result = { connection, question, limits, read };
        this.remember(result);
        return { ...result, requests: limited.requests };
      }),
    );
  }

  private remember(result: ServiceRead): void {
    const { connection, question, read } = result;
    const reads = this.readsOf(connection);
    this.earlier.add(result);
    reads.labels.add(read.events);
    reads.hasAllLabels ||= isUnfiltered(question.query) && read.events.length > 0;
  }

  private readsOf(connection: AgentConnection): ConnectionReads {
    let reads = this.connections.get(connection);
    if (!reads) {
      reads = { labels: new LabelCounts(), hasAllLabels: false, running: new Set() };
      this.connections.set(connection, reads);
      connection.changed.addEventListener("abort", () => this.earlier.removeChanged(), { once: true });
    }
    return reads;
  }
}

/** The answer from a read that another call has started; undefined if it lacks events that a read of its own may find. */
function sharedAnswer(result: ReadResult, question: EventsQuestion): Answer | undefined {
  const { read, question: asked } = result;
  const events = narrowed(knownOf(result), question);
  if (events) {
    return { events, outcome: { kind: "complete" }, read };
  }
  // The same question would end at the same place, or fail again.
  return sameFilters(asked.query, question.query) ? partialAnswer(result, question) : undefined;
}

function panelAnswer(
  feed: LoadedFeed,
  question: EventsQuestion,
  overlapMs: number,
  nowMs: number,
): CompanyEvent[] | undefined {
  const { query, window, unloaded, upToDateMs, malformed, undated } = feed;
  const { sinceMs, untilMs = Infinity } = question.window;
  const isLoaded = !unloaded.some((span) => span.sinceMs < untilMs && sinceMs < span.untilMs);
  // Events that are unreadable, undated or have only a title belong to an answer, but a panel does not have them by window.
  const isWhole = malformed + undated === 0;
  // Decoding so many events takes time that people would notice.
  if (!isLoaded || !isWhole || feed.count(question.window) > defaultLimits.maxEvents) {
    return undefined;
  }
  const known: KnownEvents = {
    query,
    window,
    readAtMs: upToDateMs,
    // The service's clock is not known here.
    completeUntilMs: upToDateMs - dayMs,
    isVague: false,
    events: () => feed.events(question.window),
  };
  return answerFrom(known, question, overlapMs, nowMs);
}

function eventsRead(
  { events, outcome, read }: Answer,
  source: EventsRead["source"],
  requests: number,
): EventsRead {
  const { malformedCount: skipped, titleOnlyIds, readAtMs, error } = read;
  return {
    events,
    outcome,
    ...(error && outcome.kind !== "complete" && { error }),
    skipped,
    titleOnly: titleOnlyIds.size,
    readAtMs,
    source,
    requests,
  };
}

function isUnfiltered({ types, sector, minAmount }: FeedQuery): boolean {
  return types.length === 0 && sector === undefined && minAmount === undefined;
}
