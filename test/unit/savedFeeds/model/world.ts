import { completeUntil } from "../../../../src/feed/paging/serviceTime";
import type { FeedCheck } from "../../../../src/savedFeeds/model/actions";
import {
  type FollowedFeed,
  needsMatching,
  nextCheckFrom,
  type SeenEvent,
} from "../../../../src/savedFeeds/model/followedFeeds";
import { hourMs, overlapMs, startMs } from "./fixture";

export interface WorldEvent {
  readonly id: string;
  readonly number: number;
  /** Undefined: without a date. */
  publishedMs: number | undefined;
  /** By the true time. */
  readonly arrivedMs: number;
  removedMs?: number;
}

/** What one check has read, when it was read, and of which feed. */
export interface WorldCheck {
  readonly check: FeedCheck;
  /** By the true time. */
  readonly readMs: number;
}

/** A service, this machine's clock, and the time that passes for both. */
export class World {
  readonly events: WorldEvent[] = [];
  trueMs = startMs;
  ourOffsetMs = 0;
  serviceOffsetMs = 0;
  /** Whether the service reports its time. */
  hasDate = true;
  /** Events that one check can read. */
  maxEvents = Infinity;

  get ourMs(): number {
    return this.trueMs + this.ourOffsetMs;
  }

  get serviceMs(): number {
    return this.trueMs + this.serviceOffsetMs;
  }

  /** @param agoMs how long before now it is dated, by the service's clock; undefined: without a date */
  publish(agoMs: number | undefined): WorldEvent {
    const number = this.events.length;
    const event: WorldEvent = {
      // Unlike the order of arrival.
      id: `evt_${(number * 7919) % 10_007}`,
      number,
      publishedMs: agoMs === undefined ? undefined : this.serviceMs - agoMs,
      arrivedMs: this.trueMs,
    };
    this.events.push(event);
    return event;
  }

  isThere({ arrivedMs, removedMs }: WorldEvent): boolean {
    return arrivedMs <= this.trueMs && (removedMs === undefined || removedMs > this.trueMs);
  }

  /** Reads what a check of this feed reads, as the poller does. The check ends some time later. */
  startCheck(
    before: FollowedFeed,
    answers: {
      readonly has: (event: WorldEvent) => boolean;
      readonly counts: (event: WorldEvent) => boolean;
    },
    durationMs: number,
  ): WorldCheck {
    const requestedMs = nextCheckFrom(before, overlapMs) ?? this.ourMs - overlapMs;
    const sentAt = this.ourMs;
    const listed = this.events
      .filter((event) => this.isThere(event) && answers.has(event))
      .filter(({ publishedMs }) => publishedMs === undefined || publishedMs >= requestedMs)
      .sort((a, b) => (b.publishedMs ?? -Infinity) - (a.publishedMs ?? -Infinity));
    const read = listed.slice(0, this.maxEvents);
    const isCutShort = read.length < listed.length;
    const fromMs = isCutShort ? (read.at(-1)?.publishedMs ?? requestedMs) + 1 : requestedMs;
    const newestMs = read.find(({ publishedMs }) => publishedMs !== undefined)?.publishedMs;
    const serviceClockMs = this.hasDate ? this.serviceMs : undefined;
    const startedAt = {
      byOurClock: sentAt,
      ...(serviceClockMs !== undefined && { byServiceClock: serviceClockMs }),
    };
    const newest = newestMs !== undefined && newestMs <= sentAt ? newestMs : undefined;
    const needs = needsMatching(before);
    const uncounted = read.filter((event) => needs(event.id) && !answers.counts(event)).map(({ id }) => id);
    return {
      readMs: this.trueMs,
      check: {
        kind: "checked",
        before,
        fromMs,
        untilMs: completeUntil(startedAt, newest),
        ...(serviceClockMs !== undefined && { serviceClockMs }),
        overlapMs,
        events: read.map(seenEvent),
        uncounted: new Set(uncounted),
        ...(isCutShort && { isCutShort }),
        atMs: sentAt + durationMs,
      },
    };
  }
}

export function seenEvent({ id, publishedMs }: WorldEvent): SeenEvent {
  return { id, ...(publishedMs !== undefined && { publishedMs }) };
}

/** Offsets of a clock that is wrong. */
export const wrongByMs = [0, 30_000, -30_000, 3 * hourMs, -3 * hourMs, 11 * hourMs, -11 * hourMs];
