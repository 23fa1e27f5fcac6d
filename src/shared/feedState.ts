/** The state of a feed: its rows, what is loaded, and its answers to queries of the view. */
import type { CompanyEvent } from "./companyEvent";
import type { FeedQuery } from "./feedQuery";
import type { ProblemKind } from "./problemKind";
import type { EventRef, TimeSpan, View } from "./viewQueries";

// ---- Rows -------------------------------------------------------------------------------------------------------

export type Row = EventRow | DayRow | GapRow | UnreadRow;

/** The row of a loaded event. Long texts are truncated: details show them in full. */
export interface EventRow {
  readonly kind: "event";
  readonly id: string;
  /** Milliseconds since 1970 UTC; absent: the event has no readable date and comes last. */
  readonly publishedMs?: number;
  readonly type?: string;
  readonly title?: string;
  readonly subhead?: string;
  readonly company?: string;
  readonly sector?: string;
  /** USD. */
  readonly amount?: number;
  /** 0 to 1 as specified; the service may send other numbers. */
  readonly confidence?: number;
  /** It came after the mark of the saved feed. */
  readonly isUnread?: true;
}

/** Above the first event of a day. */
export interface DayRow {
  readonly kind: "day";
  /** Calendar day in the feed's time zone, `2026-11-14`; absent: the events below have no readable date. */
  readonly day?: string;
}

/** A part of the window that is known not to be loaded. It is filled from its newer end: `sinceMs` stays and identifies it. */
export interface GapRow extends TimeSpan {
  readonly kind: "gap";
  readonly filling: boolean;
}

/**
 * In a saved feed, below the oldest event that is unread, or was until it was marked as read. `count`: unread
 * events of the feed, in the list or not; `inView`: those in the list. `atLeast`: there may be more. `markedRead`: all
 * at once, which can be undone.
 */
export type UnreadRow = { readonly kind: "unread" } & (
  | { readonly state: "unread"; readonly inView: number; readonly count: number; readonly atLeast: boolean }
  | { readonly state: "markedRead" | "allRead" }
);

export interface RowsInfo {
  /** Increases whenever any row changes. */
  readonly revision: number;
  /** Rows of every kind. */
  readonly rowCount: number;
  /** Events that are loaded, in view or not. */
  readonly eventCount: number;
}

export interface RowsResult extends RowsInfo {
  /** Row index of `rows[0]` at this revision. */
  readonly start: number;
  readonly rows: readonly Row[];
  /** How many rows the anchor has moved down; 0 without one. */
  readonly shift: number;
}

// ---- State ------------------------------------------------------------------------------------------------------

export interface FeedState {
  readonly query: FeedQuery;
  /** The time span that was requested, milliseconds since 1970 UTC; absent before the first request. */
  readonly window?: {
    readonly sinceMs: number;
    readonly untilMs?: number;
    /** Older events from before the query's window were loaded. */
    readonly extended?: true;
  };
  /** `none`: no page of any query was loaded yet. `previous`: the rows are those of the previous query. */
  readonly content: "none" | "previous" | "current";
  readonly completeness: Completeness;
  /** How much of the window is not loaded; absent: nothing. */
  readonly notLoadedMs?: number;
  readonly activity?: Activity;
  /** Older events are being loaded although nobody asked for them. */
  readonly preloading?: true;
  readonly problem?: Problem;
  /** How many of the loaded events have rows: those that match the search, the zoom and the saved feed. */
  readonly inView: number;
  /** How many companies the saved feed is limited to, by the extension rather than the service; absent: it is not limited. */
  readonly companyCount?: number;
  /** Items that could not be read as events, so far. */
  readonly malformed: number;
  /** When the newest page was read, milliseconds since 1970 UTC. */
  readonly updatedAtMs?: number;
  readonly facets: Facets;
  readonly view: ViewState;
  readonly live: LiveState;
  /** Events that live updates added since this query's rows were first shown. */
  readonly newEventCount: number;
  /** The read of the event whose details are shown; absent if it was not read by its ID. */
  readonly eventRead?: EventRead;
}

/** Whether all events of the window are loaded, and if not, why. */
export type Completeness =
  /** All are loaded. `before` is the window that "Load older" opens next; absent if no earlier dates exist. */
  | { readonly kind: "complete"; readonly before?: TimeSpan }
  /** The service has older events of the window, those of `older`. */
  | { readonly kind: "more"; readonly older?: TimeSpan | undefined }
  /** The window is loaded down to its start, but newer events are missing. */
  | { readonly kind: "gap"; readonly before?: TimeSpan }
  /** The limit of loaded events over all panels (setting `feed.maxEvents`) is reached. */
  | { readonly kind: "limit"; readonly maxEvents: number }
  /** Paging made no progress. `message` is a sentence. */
  | { readonly kind: "stopped"; readonly message: string };

/** What a feed loads when the user, or the panel on the user's behalf, requests it. */
export type OperationKind = "first" | "older" | "refresh" | "gap" | "window";

export interface Activity {
  readonly kind: OperationKind;
  /** Pages and new events that it has loaded so far. */
  readonly pages: number;
  readonly events: number;
  /** Only while loading an entire window: how much of it is loaded, 0 to 100. */
  readonly percentage?: number;
  /** A pause before another attempt, as the problem says: how many milliseconds after the state was sent that starts. */
  readonly waitMs?: number;
}

/** The one problem to show; loaded events stay on screen. */
export interface Problem {
  readonly kind: ProblemKind;
  /** A sentence. */
  readonly message: string;
  /** What failed: an operation, only live updates, or every request of the connection. */
  readonly action: OperationKind | "live" | "everything";
}

/**
 * The state of live updates. Times are durations in milliseconds, relative to when the host sent the state.
 * - `off`: no new events can arrive, as the window has ended, or nothing is shown yet.
 * - `stopped`: no more checks until the user has solved the feed's problem.
 * - `failing`: the last check failed, or the operation that it repeats did; the feed's problem says why.
 */
export type LiveState =
  | { readonly kind: "off" | "stopped" }
  /** Since the last check that succeeded or, before the first one, since the list was read. */
  | { readonly kind: "paused"; readonly checkedAgoMs: number }
  | {
      readonly kind: "waiting" | "checking";
      readonly failing?: true;
      /** Until the next check or attempt, also of an operation that failed; absent while the service is asked. */
      readonly nextInMs?: number;
      /** Since the last check that succeeded; absent before the first one. */
      readonly checkedAgoMs?: number;
    };

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

export interface ViewState extends View {
  /** How many events match; absent without a search. */
  readonly matches?: number;
  /** The rows and the number are still those of the previous view. */
  readonly searching: boolean;
}

// ---- Answers ----------------------------------------------------------------------------------------------------

export interface EventDetails {
  readonly kind: "known";
  readonly event: CompanyEvent;
  /** The item's JSON exactly as the service sent it. */
  readonly json: string;
  /** Why it is not in the list, although its details are known; absent if it is. */
  readonly missing?: MissingReason;
  /** Nothing but ID, title and date is known of it. */
  readonly titleOnly?: true;
  /** Absent if it is not in view. */
  readonly position?: EventPosition;
}

/** Place of an event among those in view, in the order of the rows. */
export interface EventPosition {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** An event of which nothing is known. */
export interface MissingEvent {
  readonly kind: "unknown";
  readonly missing: MissingReason;
}

/**
 * Why an event is not in the list. `outsideTimeRange`, `filteredOut`: the query excludes it. `gone`, `unlisted`: all events of its
 * time are loaded, and it is no longer among them, or never was. `notLoaded`: it may be in a part that is not loaded.
 */
export type MissingReason = "outsideTimeRange" | "filteredOut" | "gone" | "unlisted" | "notLoaded";

/** A read of one event (docs/service.md, Event by ID). `id`: the one that was asked for. */
export type EventRead = { readonly id: string } & (
  | { readonly kind: "reading" }
  | {
      readonly kind: "done";
      /** The event that was read: its `id` is another one if it was asked for by its `event_id`. */
      readonly event: EventRef;
    }
  | {
      readonly kind: "failed";
      /** A sentence. */
      readonly message: string;
      readonly canRetry: boolean;
    }
);

/** The events in view by time and type: of the zoomed span or, without one, of the window. */
export interface Chart extends TimeSpan {
  /** Where the buckets start, and the end of the last one; empty if there are none. One in which clocks change is longer or shorter. */
  readonly starts: readonly number[];
  /** The most frequent type first (empty: none), with all rare ones combined at the end. */
  readonly types: readonly {
    readonly type: string;
    /** Events in each bucket, the oldest first. */
    readonly counts: readonly number[];
  }[];
  /** What is not loaded, within the span. */
  readonly missing: readonly TimeSpan[];
  /** The amounts of funding rounds in each bucket, USD, and how many rounds have one. Absent if there are none. */
  readonly raised?: { readonly amounts: readonly number[]; readonly counts: readonly number[] };
}
