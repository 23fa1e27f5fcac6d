/** How a feed stands. Both the feed and the page speak of it. */
import type { DatedEventRef } from "./companyEvent";

/** A span of time `[sinceMs, untilMs)`, milliseconds since 1970 UTC. */
export interface Span {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Whether all events of the window are loaded, and if not, why. */
export type Completeness =
  /** All are loaded. `before` is the window that "Load older" opens next; absent where no earlier dates exist. */
  | { readonly kind: "complete"; readonly before?: Span }
  /** The service has older events of the window. */
  | { readonly kind: "more" }
  /** The window is loaded down to its start, but newer events are missing. */
  | { readonly kind: "gap"; readonly before?: Span }
  /** The limit of loaded events over all panels (setting `feed.maxEvents`) is reached. */
  | { readonly kind: "limit"; readonly maxEvents: number }
  /** Paging made no progress. `message` is a sentence. */
  | { readonly kind: "stopped"; readonly message: string };

/** Whether loading the entire window would load anything. */
export function canLoadWindow({ kind }: Completeness): boolean {
  return kind === "more" || kind === "gap" || kind === "stopped";
}

/** What a feed loads when the person, or the panel on their behalf, asks for it. */
export type OperationKind = "first" | "older" | "refresh" | "gap" | "window";

/** The operation in progress. */
export interface Activity {
  readonly kind: OperationKind;
  /** Pages and new events that it has loaded so far. */
  readonly pages: number;
  readonly events: number;
  /** Only while loading an entire window: when that started, and how many of the window's days are loaded. */
  readonly progress?: { readonly startedAt: number; readonly days: number; readonly ofDays: number };
  /** A pause before another attempt: what failed, and when the attempt starts, milliseconds since 1970 UTC. */
  readonly waiting?: { readonly message: string; readonly untilMs: number };
}

/** The one problem to show. Events that are loaded stay. */
export interface Problem {
  /**
   * What it means for the person; decides its icon and remedy. `offline`: the service cannot be reached or not be trusted;
   * `unavailable`: it answered that it is busy or down; `key`: another API key is needed; `connection`: the connection's
   * settings do not fit the service; `removed`: the connection no longer exists.
   */
  readonly kind: "offline" | "unavailable" | "key" | "connection" | "removed" | "service";
  /** A sentence. */
  readonly message: string;
  /** What failed: an operation, only live updates, or every request of the connection. */
  readonly action: OperationKind | "live" | "everything";
}

/**
 * How live updates stand; instants in milliseconds since 1970 UTC. `failing`: the last check failed, and none has succeeded
 * since; the feed's problem says why. `checkedAt`: when the last check succeeded.
 */
export type LiveState =
  /** Nothing new can come: the window has an end, or nothing is shown yet. */
  | { readonly kind: "off" }
  | { readonly kind: "paused"; readonly checkedAt?: number }
  /** `nextAt`: an attempt failed, and the check tries again then. */
  | {
      readonly kind: "checking";
      readonly failing?: true;
      readonly nextAt?: number;
      readonly checkedAt?: number;
    }
  | {
      readonly kind: "waiting";
      readonly nextAt: number;
      readonly failing?: true;
      readonly checkedAt?: number;
    }
  /** No further checks until the person has solved the feed's problem. */
  | { readonly kind: "stopped"; readonly checkedAt?: number };

/** Filter suggestions: values of the loaded events, most frequent first, then values of events loaded earlier. */
export interface Facets {
  readonly types: readonly Facet[];
  readonly sectors: readonly Facet[];
}

export interface Facet {
  readonly value: string;
  /** Number of loaded events with this value. */
  readonly count: number;
}

/** Which events are on screen. */
export interface VisibleEvents {
  /** The event that keeps its position while rows come and go; undefined when scrolled to the top. */
  readonly topmost?: DatedEventRef;
  readonly last: DatedEventRef;
}
