import type { EventTotal } from "../../../feed/eventTotal";
import type { ReadOutcome, WindowRead } from "../../../feed/paging/windowReader";
import type { CompanyEvent } from "../../../shared/companyEvent";
import type { SavedFeed, SavedFeedId } from "../../model/savedFeed";

/** Which events are in a digest. Instants are milliseconds since 1970 UTC. */
export type DigestPeriod =
  | { readonly kind: "sinceLast"; readonly lastMs: number }
  | { readonly kind: "lastDays"; readonly days: number; readonly sinceMs: number };

/** A followed feed to be read for a digest. */
export interface DigestFeed {
  readonly id: SavedFeedId;
  readonly feed: SavedFeed;
  readonly connection: { readonly name: string; readonly origin: string };
  /** Of the key that it is read with; absent: not known. */
  readonly keyFingerprint?: string;
  /** Events published from here on are in the digest. */
  readonly sinceMs: number;
  /** IDs of events since then that were in the last digest. */
  readonly knownIds: ReadonlySet<string>;
  /** The last digest could not read it: its events since then are in this one. */
  readonly missedSinceMs?: number;
}

/** How far a feed could be read. */
export type DigestOutcome =
  | ReadOutcome
  /** The feed's time range ended before. */
  | { readonly kind: "ended"; readonly untilMs: number };

/** What the service returned for one query. */
export type DigestEvents = Pick<WindowRead, "events" | "malformedCount" | "completeUntilMs"> & {
  readonly outcome: DigestOutcome;
};

/** Where the next digest of a feed begins. */
export interface DigestMark {
  /** It reads events published from here on, except those with `ids`, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly ids: readonly string[];
}

/** The events of one type. */
export interface TypeTotal extends EventTotal {
  /** As the service spells it; absent: the event has none. */
  readonly type?: string;
}

/** What a digest says about one feed. */
export interface DigestSection {
  readonly feed: DigestFeed;
  readonly outcome: DigestOutcome;
  /** Newest first. Of events that tell the same story only the newest, with the amount that any of them states. */
  readonly events: readonly CompanyEvent[];
  /** How many others tell the same story, by the ID of the event above; absent if none does. */
  readonly retold: ReadonlyMap<string, number>;
  /** Events that match the filters, before companies and muted words are looked at. */
  readonly readCount: number;
  readonly mutedCount: number;
  /** Items that could not be read as events. */
  readonly malformedCount: number;
  /** The type with most events first. */
  readonly totals: readonly TypeTotal[];
  /** Absent if the next digest has to read the same time again. */
  readonly mark?: DigestMark;
}

export interface Digest {
  readonly createdMs: number;
  readonly period: DigestPeriod;
  /** In the order of the settings. */
  readonly sections: readonly DigestSection[];
  /** Saved feeds that are not followed, so that they were not read. */
  readonly notFollowedCount: number;
}
