import {
  type ReadLimits,
  type ReadOutcome,
  textLengthOf,
  type WindowRead,
} from "../../../feed/paging/windowReader";
import type { CompanyEvent } from "../../../shared/companyEvent";
import type { AgentConnection } from "../environment";
import {
  answerFrom,
  beginsWithin,
  coversWindow,
  type EventsQuestion,
  isFresh,
  type KnownEvents,
  maxAgeOfPastMs,
  narrowed,
  sameFilters,
} from "./reuse";

/** Limits of what is kept, over all connections: reads, their events, and the characters of these. */
export const maxKeptReads = 10;
export const maxKeptEvents = 20_000;
const maxKeptTextLength = 16_000_000;

/** What was read from the service for a question. */
export interface ServiceRead {
  readonly connection: AgentConnection;
  readonly question: EventsQuestion;
  readonly limits: Required<ReadLimits>;
  readonly read: WindowRead;
}

/** What a read has for a question. */
export interface Answer {
  readonly events: readonly CompanyEvent[];
  readonly outcome: ReadOutcome;
  readonly read: WindowRead;
}

/** What agents have read, for the questions that follow; the oldest reads make room for new ones. */
export class EarlierReads {
  /** The reads that are kept, the latest first. */
  private reads: readonly (ServiceRead & { readonly textLength: number })[] = [];

  /** @param overlapMs how late events may be published */
  constructor(private readonly overlapMs: () => number) {}

  add(added: ServiceRead): void {
    const { connection, question, read } = added;
    const textLength = read.events.reduce((sum, event) => sum + textLengthOf(event), 0);
    if (read.outcome.kind === "failed" || connection.changed.aborted) {
      return;
    }
    const isReplaced = (earlier: ServiceRead): boolean =>
      earlier.connection === connection &&
      sameFilters(earlier.question.query, question.query) &&
      coversWindow(knownOf(added).window, knownOf(earlier).window);
    const room = { events: maxKeptEvents, textLength: maxKeptTextLength };
    this.reads = [{ ...added, textLength }, ...this.reads.filter((earlier) => !isReplaced(earlier))]
      .slice(0, maxKeptReads)
      .filter((kept) => {
        room.events -= kept.read.events.length;
        room.textLength -= kept.textLength;
        return room.events >= 0 && room.textLength >= 0;
      });
  }

  /** The answer of the latest read that has one. */
  answer(
    connection: AgentConnection,
    question: EventsQuestion,
    limits: Required<ReadLimits>,
    nowMs: number,
  ): Answer | undefined {
    this.reads = this.reads.filter(
      ({ connection: { changed }, read }) => !changed.aborted && nowMs - read.readAtMs <= maxAgeOfPastMs,
    );
    const overlapMs = this.overlapMs();
    for (const earlier of this.reads) {
      if (earlier.connection === connection) {
        const events = answerFrom(knownOf(earlier), question, overlapMs, nowMs);
        if (events) {
          return { events, outcome: { kind: "complete" }, read: earlier.read };
        }
        const isRepeated =
          endsAtSamePlace(earlier, question, limits) &&
          isFresh(earlier.read, question.window, overlapMs, nowMs);
        const partial = isRepeated ? partialAnswer(earlier, question) : undefined;
        if (partial) {
          return partial;
        }
      }
    }
    return undefined;
  }

  /** An event of a read that is kept, as it was read last. */
  event(connection: AgentConnection, id: string): CompanyEvent | undefined {
    for (const { connection: asked, read } of this.reads) {
      const event = asked === connection ? read.events.find((other) => other.id === id) : undefined;
      if (event) {
        return event;
      }
    }
    return undefined;
  }

  /** To be called when a connection has changed: what was read before is no longer its data. */
  removeChanged(): void {
    this.reads = this.reads.filter(({ connection }) => !connection.changed.aborted);
  }
}

/** The part of a read that is complete; nothing if the read failed. */
export function knownOf({ question: { query, window }, read }: ServiceRead): KnownEvents {
  const completeFromMs = startOf(read.outcome);
  return { ...known(read), query, window: { ...window, sinceMs: Math.max(window.sinceMs, completeFromMs) } };
}

function startOf(outcome: ReadOutcome): number {
  switch (outcome.kind) {
    case "complete":
      return -Infinity;
    case "limit":
    case "stopped":
      return outcome.completeFromMs;
    case "failed":
      return Infinity;
  }
}

/** Whether there is more than is read at once, so that reading again would end at the same place. */
function endsAtSamePlace(
  { question, limits, read }: ServiceRead,
  asked: EventsQuestion,
  askedLimits: Required<ReadLimits>,
): boolean {
  return (
    read.outcome.kind === "limit" &&
    sameFilters(question.query, asked.query) &&
    beginsWithin(question.window, asked.window) &&
    limits.maxPages >= askedLimits.maxPages &&
    limits.maxEvents >= askedLimits.maxEvents
  );
}

/** The answer from an incomplete read with the same filters; undefined if the question ends earlier: its own read may get further. */
export function partialAnswer({ question, read }: ServiceRead, asked: EventsQuestion): Answer | undefined {
  if (!beginsWithin(question.window, asked.window)) {
    return undefined;
  }
  const events = narrowed({ ...known(read), ...question }, asked);
  return events && { events, outcome: read.outcome, read };
}

function known(read: WindowRead): Omit<KnownEvents, keyof EventsQuestion> {
  const { readAtMs, completeUntilMs, malformedCount, titleOnlyIds, events } = read;
  return {
    readAtMs,
    completeUntilMs,
    isVague:
      malformedCount > 0 ||
      titleOnlyIds.size > 0 ||
      events.some(({ publishedMs }) => publishedMs === undefined),
    events: () => events,
  };
}
