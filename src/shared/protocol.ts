/**
 * What the feed panel's page and the extension host say to each other.
 *
 * The page says `ready`; the host answers with one `snapshot` and from then on sends what changed. Rows are not pushed:
 * the page asks for those it shows and is told when they are out of date. Every request is settled by a `reply` or a
 * `failed` with its id.
 */
import type { Activity, Completeness, Facets, LiveState, Problem, Span, VisibleEvents } from "./feedState";
import type { CompanyEvent, EventRef } from "./companyEvent";
import type { FeedQuery } from "./feedQuery";

// ---- Rows -------------------------------------------------------------------------------------------------------

export type Row = EventRow | DayRow | GapRow | VisitRow;

/** What the page needs of an event to draw one line. Long texts are cut: details have them whole. */
export interface EventRow {
  readonly kind: "event";
  readonly id: string;
  /** Milliseconds since 1970 UTC; absent: the event has no readable date and stands last. */
  readonly publishedMs?: number;
  readonly type?: string;
  readonly title?: string;
  readonly subhead?: string;
  readonly company?: string;
  readonly sector?: string;
  /** USD. */
  readonly amount?: number;
  /** 0 to 1 by shape; the service may say otherwise. */
  readonly confidence?: number;
}

/** Stands above the first event of a day in the page's time zone. */
export interface DayRow {
  readonly kind: "day";
  /** Calendar day in the page's zone, `2026-11-14`; absent: the events below have no readable date. */
  readonly day?: string;
}

/**
 * A stretch of the window that is known not to be loaded. `sinceMs` stays the same while it is filled from its newer end:
 * it names the gap.
 */
export interface GapRow extends Span {
  readonly kind: "gap";
  readonly filling: boolean;
}

/** Stands below the events that are newer than the last visit of this query. */
export interface VisitRow {
  readonly kind: "visit";
  /** When that visit ended, milliseconds since 1970 UTC. */
  readonly endedMs: number;
}

/**
 * How many rows there are. Whenever anything about rows changes, `revision` is a greater number; only a snapshot may begin
 * again with a smaller one.
 */
export interface RowsInfo {
  readonly revision: number;
  /** Rows of every kind. */
  readonly rowCount: number;
  /** Company events that are loaded, in view or not. */
  readonly eventCount: number;
}

/** What the host says when rows changed. */
export interface RowsNews extends RowsInfo {
  /** The first rows, for a page that has none yet: where it shows the top of the list it need not ask. */
  readonly top?: readonly Row[];
}

// ---- Panel state ------------------------------------------------------------------------------------------------

export interface PanelState {
  readonly connection: { readonly name: string; readonly origin: string; readonly sample: boolean };
  readonly query: FeedQuery;
  /** What "Reset filters" goes back to. */
  readonly defaultQuery: FeedQuery;
  /** The stretch of time that is asked for, milliseconds since 1970 UTC; absent before the first request. */
  readonly window?: {
    readonly sinceMs: number;
    readonly untilMs?: number;
    /** Loading older events went further back than the query asks for. */
    readonly extended?: boolean;
  };
  /** `none`: no page of any query came yet. `stale`: the rows are those of the query before. */
  readonly content: "none" | "stale" | "current";
  readonly completeness: Completeness;
  readonly activity?: Activity;
  readonly problem?: Problem;
  /** How many of the loaded events rows are made of: those that are searched for and zoomed to. */
  readonly inView: number;
  /** Items of the service that could not be read as events, so far. */
  readonly malformed: number;
  /** When the newest page came, milliseconds since 1970 UTC. */
  readonly readAt?: number;
  readonly facets: Facets;
  readonly view: ViewState;
  readonly live: LiveState;
  /** Events that live updates brought since the rows of this query are shown. */
  readonly arrived: number;
}

/** What is looked at of the loaded events; it never touches the service. */
export interface View {
  /** Searched for in titles, companies and sectors, whatever its case; empty: nothing is searched for. */
  readonly text: string;
  /** Rows of the matches only; otherwise the person goes from match to match among all. */
  readonly only: boolean;
  /** Only events published in it. */
  readonly span?: Span;
}

export interface ViewState extends View {
  /** How many events match; absent where nothing is searched for. */
  readonly matches?: number;
  /** The rows and the number are still those of the view before. */
  readonly searching: boolean;
}

// ---- Requests ---------------------------------------------------------------------------------------------------

/** Requests of the page, each with its parameters and its result. */
export interface Requests {
  readonly rows: { readonly params: RowsParams; readonly result: RowsResult };
  readonly details: { readonly params: EventRef; readonly result: EventDetails | MissingEvent };
  /** Those of the events that are loaded, or may be before a refresh is through. */
  readonly loaded: {
    readonly params: { readonly ids: readonly string[] };
    readonly result: readonly string[];
  };
  /** Puts events on the clipboard; the result is how many, and where that is none the clipboard stays as it is. */
  readonly copy: { readonly params: CopyParams; readonly result: number };
  /** The loaded events of the company that the event with this id is about; null when it names none. */
  readonly company: { readonly params: { readonly id: string }; readonly result: CompanyEvents | null };
  /** The next match of what is searched for; null when there is none. */
  readonly match: { readonly params: MatchParams; readonly result: Match | null };
  /** Counts over time; null when a newer question came in between, or nothing is loaded. */
  readonly chart: { readonly params: ChartParams; readonly result: Chart | null };
}

export type RequestName = keyof Requests;

export interface RowsParams {
  /** Half-open range of row indexes, as the page counts. */
  readonly start: number;
  readonly end: number;
  /**
   * An event the page holds on to, with the row index it has there. Where the host finds it at another index, the whole
   * range moves with it, so that rows which came in above do not move what is being read. Where it is gone, or has another
   * date than `publishedMs`, the event that stands in its place now is meant.
   */
  readonly anchor?: { readonly id: string; readonly publishedMs?: number; readonly index: number };
}

export interface RowsResult extends RowsInfo {
  /** Row index of `rows[0]` at this revision. */
  readonly start: number;
  readonly rows: readonly Row[];
  /** How far the anchor moved (0 without one). */
  readonly shift: number;
}

export interface MatchParams {
  /** Where to start; without it at the newest match. */
  readonly from?: { readonly id: string; readonly publishedMs?: number };
  /** Towards older events; otherwise towards newer ones. After the last comes the first. */
  readonly older: boolean;
}

export interface Match {
  readonly id: string;
  readonly publishedMs?: number;
  /** Its place among the matches, from 1. */
  readonly place: number;
  readonly count: number;
}

export interface ChartParams {
  /** Into how many parts the span is divided. */
  readonly buckets: number;
  /** Without it all of the window. */
  readonly span?: Span;
}

/** Loaded events by time and type. */
export interface Chart extends Span {
  /** The most frequent type (empty: none) first, with all the rare ones as one at the end. */
  readonly types: readonly ChartType[];
  /** What is not loaded. */
  readonly missing: readonly Span[];
}

export interface ChartType {
  readonly type: string;
  /** Events in each part, the oldest first. */
  readonly counts: readonly number[];
  /** Several types are taken together here; `type` says how many. */
  readonly others?: boolean;
}

export interface EventDetails {
  readonly event: CompanyEvent;
  /** The item's JSON exactly as the service sent it. */
  readonly json: string;
}

/** An event that is not loaded. `gone`: all of its time is, so the service no longer has it. */
export interface MissingEvent {
  readonly missing: "gone" | "notLoaded";
}

/** The loaded events of one company: of its entity ID, or where that is missing, of its name. */
export interface CompanyEvents {
  readonly name?: string;
  readonly entityId?: string;
  /** Newest first, at most 200. */
  readonly events: readonly EventRow[];
  /** How many there are in all. */
  readonly count: number;
  /** Sum of the funding amounts among them, USD; absent when there is none. */
  readonly raised?: number;
}

/** What is put on the clipboard of the selected events. */
export const copyForms = ["id", "entityId", "json", "tsv", "markdown"] as const;
export type CopyForm = (typeof copyForms)[number];

export interface CopyParams {
  /** At least one. */
  readonly ids: readonly string[];
  readonly as: CopyForm;
}

// ---- Messages ---------------------------------------------------------------------------------------------------

export type PageMessage =
  | { readonly type: "ready"; readonly timeZone: string }
  /** IANA name of the zone that days are counted in. */
  | { readonly type: "setTimeZone"; readonly timeZone: string }
  | { readonly type: "setQuery"; readonly query: FeedQuery }
  | { readonly type: "loadOlder" }
  /** Load the query's window to its end. */
  | { readonly type: "loadWindow" }
  /** End what `loadWindow` began; what came stays. */
  | { readonly type: "cancelWindow" }
  | { readonly type: "setView"; readonly view: View }
  | { readonly type: "pauseLive" }
  | { readonly type: "resumeLive" }
  | { readonly type: "refresh" }
  /** What is on screen: a refresh brings it back there. */
  | ({ readonly type: "place" } & VisibleEvents)
  /** Do again what the problem on screen kept from happening. */
  | { readonly type: "retry" }
  | { readonly type: "showLog" }
  /** Connect to a service, whichever. */
  | { readonly type: "connect" }
  /** Enter another key for the panel's connection. */
  | { readonly type: "setApiKey" }
  /** Change the panel's connection. */
  | { readonly type: "editConnection" }
  /** Load the events around one that is not loaded. */
  | ({ readonly type: "showAround" } & EventRef)
  /** Load the stretch of the gap that starts there. */
  | { readonly type: "fillGap"; readonly sinceMs: number }
  /** Export events; these are the selected ones. */
  | { readonly type: "export"; readonly ids: readonly string[] }
  /** Open the events as a JSON document. */
  | { readonly type: "openJson"; readonly ids: readonly string[] }
  /** Open the domain of the event's company in a browser. */
  | { readonly type: "openDomain"; readonly id: string }
  | PageRequest;

/** One request; `id` is the page's, unique while it lives. */
export type PageRequest = {
  [N in RequestName]: {
    readonly type: "request";
    readonly id: number;
    readonly name: N;
    readonly params: Requests[N]["params"];
  };
}[RequestName];

export type HostMessage =
  | { readonly type: "snapshot"; readonly panel: PanelState; readonly rows: RowsNews }
  /** Where rows changed with it, `rows` comes first: a panel's state is that of the rows announced last. */
  | { readonly type: "panel"; readonly panel: PanelState }
  | { readonly type: "rows"; readonly rows: RowsNews }
  /** Take up the keyboard focus (the panel was revealed by a command). */
  | { readonly type: "focus" }
  /** Say `export` with what is selected (a command asks for it). */
  | { readonly type: "export" }
  | { readonly type: "reply"; readonly id: number; readonly result: Requests[RequestName]["result"] }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
