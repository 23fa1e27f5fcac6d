import type { SampleCompany } from "./companies";
import type { Random } from "./random";

/** What a story is told from. */
export interface Scene {
  readonly random: Random;
  readonly company: SampleCompany;
  /** Instant of publication in milliseconds since 1970 UTC. */
  readonly publishedMs: number;
  /** Grows with each story of the company: its funding rounds climb with it. */
  readonly chapter: number;
  /** Another company that recurs in the stream. */
  readonly other: () => SampleCompany;
  /** A company that is met here alone. */
  readonly stranger: () => SampleCompany;
}

/** What a story says, before the event around it. */
export interface Story {
  readonly title: string;
  readonly subhead: string;
  /** The event's `event_data`. Only that of funding is shown in `interface.md`; the rest is invented. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The company's role; `primary_subject` unless told. */
  readonly role?: string;
}

/** The eight kinds of event; `interface.md` names them all, and gives the identifier of funding alone. */
export type EventType =
  | "funding"
  | "acquisition"
  | "ipo"
  | "executive_change"
  | "layoff"
  | "partnership"
  | "shutdown"
  | "product_launch";
