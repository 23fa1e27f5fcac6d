/**
 * Reads what the host says (src/shared/protocol.ts): a message is whole, or it is none. Nothing behind this has to ask
 * whether a field is there or a number is one.
 */
import type { Completeness, Activity, Facet, Facets, LiveState, Problem, Span } from "../../shared/feedState";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery, FeedWindow } from "../../shared/feedQuery";
import type {
  Chart,
  ChartType,
  CompanyEvents,
  DayRow,
  EventDetails,
  EventRow,
  GapRow,
  HostMessage,
  Match,
  MissingEvent,
  PanelState,
  RequestName,
  Requests,
  Row,
  RowsNews,
  RowsResult,
  ViewState,
  VisitRow,
} from "../../shared/protocol";
import { maxInstantMs } from "../../shared/pageState";
import { isNumber, isRecord } from "../../shared/unknown";

type Guard<T> = (value: unknown) => value is T;

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type Guards<T> = { readonly [K in keyof T]-?: Guard<NonNullable<T[K]>> };

/** @param optional fields that may be missing */
function shape<T>(
  required: Guards<Omit<T, OptionalKeys<T>>>,
  optional: Guards<Pick<T, OptionalKeys<T>>>,
): Guard<T> {
  const needed = Object.entries<Guard<unknown>>(required);
  const possible = Object.entries<Guard<unknown>>(optional);
  return (value): value is T =>
    isRecord(value) &&
    needed.every(([name, guard]) => guard(value[name])) &&
    possible.every(([name, guard]) => value[name] === undefined || guard(value[name]));
}

function list<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

function anyOf<T>(...guards: readonly Guard<T>[]): Guard<T> {
  return (value): value is T => guards.some((guard) => guard(value));
}

function word<T extends string>(...words: readonly T[]): Guard<T> {
  return (value): value is T => words.some((known) => known === value);
}

function text(value: unknown): value is string {
  return typeof value === "string";
}

function flag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isTrue(value: unknown): value is true {
  return value === true;
}

function count(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function whole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Milliseconds since 1970 UTC that a calendar has. */
function instant(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= maxInstantMs;
}

/** An instant as text. */
function instantText(value: unknown): value is string {
  return text(value) && !Number.isNaN(Date.parse(value));
}

function nothing(value: unknown): value is null {
  return value === null;
}

const span = shape<Span>({ sinceMs: instant, untilMs: instant }, {});

// ---- Panel state ------------------------------------------------------------------------------------------------

const feedWindow = anyOf<FeedWindow>(
  shape<Extract<FeedWindow, { kind: "last" }>>({ kind: word("last"), days: isNumber }, {}),
  shape<Extract<FeedWindow, { kind: "fixed" }>>(
    { kind: word("fixed"), since: instantText },
    { until: instantText },
  ),
);

const query = shape<FeedQuery>(
  { window: feedWindow, types: list(text) },
  { sector: text, minAmount: isNumber },
);

const completeness = anyOf<Completeness>(
  shape<Extract<Completeness, { kind: "complete" | "gap" }>>(
    { kind: word("complete", "gap") },
    { before: span },
  ),
  shape<Extract<Completeness, { kind: "more" }>>({ kind: word("more") }, {}),
  shape<Extract<Completeness, { kind: "limit" }>>({ kind: word("limit"), maxEvents: count }, {}),
  shape<Extract<Completeness, { kind: "stopped" }>>({ kind: word("stopped"), message: text }, {}),
);

const activityKind = word<Activity["kind"]>("first", "older", "refresh", "gap", "window");

const activity = shape<Activity>(
  { kind: activityKind, pages: count, events: count },
  {
    progress: shape<NonNullable<Activity["progress"]>>(
      { startedAt: instant, days: isNumber, ofDays: isNumber },
      {},
    ),
    waiting: shape<NonNullable<Activity["waiting"]>>({ message: text, untilMs: instant }, {}),
  },
);

const problem = shape<Problem>(
  {
    kind: word("offline", "unavailable", "key", "connection", "removed", "service"),
    message: text,
    action: anyOf<Problem["action"]>(activityKind, word("live", "everything")),
  },
  {},
);

const facets = list(shape<Facet>({ value: text, count }, {}));

const view = shape<ViewState>({ text, only: flag, searching: flag }, { span, matches: count });

const live = anyOf<LiveState>(
  shape<Extract<LiveState, { kind: "off" }>>({ kind: word("off") }, {}),
  shape<Extract<LiveState, { kind: "paused" }>>({ kind: word("paused") }, { checkedAt: instant }),
  shape<Extract<LiveState, { kind: "checking" }>>(
    { kind: word("checking") },
    { failing: isTrue, nextAt: instant, checkedAt: instant },
  ),
  shape<Extract<LiveState, { kind: "waiting" }>>(
    { kind: word("waiting"), nextAt: instant },
    { failing: isTrue, checkedAt: instant },
  ),
  shape<Extract<LiveState, { kind: "stopped" }>>({ kind: word("stopped") }, { checkedAt: instant }),
);

const panel = shape<PanelState>(
  {
    connection: shape<PanelState["connection"]>({ name: text, origin: text, sample: flag }, {}),
    query,
    defaultQuery: query,
    content: word("none", "stale", "current"),
    completeness,
    inView: count,
    malformed: count,
    facets: shape<Facets>({ types: facets, sectors: facets }, {}),
    view,
    live,
    arrived: count,
  },
  {
    window: shape<NonNullable<PanelState["window"]>>(
      { sinceMs: instant },
      { untilMs: instant, extended: flag },
    ),
    activity,
    problem,
    readAt: instant,
  },
);

// ---- Rows and events --------------------------------------------------------------------------------------------

const eventRow = shape<EventRow>(
  { kind: word("event"), id: text },
  {
    publishedMs: instant,
    type: text,
    title: text,
    subhead: text,
    company: text,
    sector: text,
    amount: isNumber,
    confidence: isNumber,
  },
);

const row = anyOf<Row>(
  eventRow,
  shape<DayRow>({ kind: word("day") }, { day: text }),
  shape<GapRow>({ kind: word("gap"), sinceMs: instant, untilMs: instant, filling: flag }, {}),
  shape<VisitRow>({ kind: word("visit"), endedMs: instant }, {}),
);

const rowsNews = shape<RowsNews>({ revision: whole, rowCount: count, eventCount: count }, { top: list(row) });

const companyEvent = shape<CompanyEvent>(
  { id: text },
  {
    type: text,
    title: text,
    subhead: text,
    publishedAt: text,
    publishedMs: instant,
    sector: text,
    confidence: isNumber,
    company: shape<Company>(
      {},
      { role: text, name: text, domain: text, entityId: text, industry: text, location: text },
    ),
    amount: isNumber,
  },
);

/** Whether a reply to a request is one. */
export const isResult: { readonly [N in RequestName]: Guard<Requests[N]["result"]> } = {
  rows: shape<RowsResult>(
    { revision: whole, rowCount: count, eventCount: count, start: count, rows: list(row), shift: whole },
    {},
  ),
  details: anyOf<EventDetails | MissingEvent>(
    shape<EventDetails>({ event: companyEvent, json: text }, {}),
    shape<MissingEvent>({ missing: word("gone", "notLoaded") }, {}),
  ),
  loaded: list(text),
  copy: count,
  company: anyOf<CompanyEvents | null>(
    nothing,
    shape<CompanyEvents>({ events: list(eventRow), count }, { name: text, entityId: text, raised: isNumber }),
  ),
  match: anyOf<Match | null>(
    nothing,
    shape<Match>({ id: text, place: count, count }, { publishedMs: instant }),
  ),
  chart: anyOf<Chart | null>(
    nothing,
    shape<Chart>(
      {
        sinceMs: instant,
        untilMs: instant,
        types: list(shape<ChartType>({ type: text, counts: list(count) }, { others: flag })),
        missing: list(span),
      },
      {},
    ),
  ),
};

/** A reply whose result was not looked at yet. */
type Reply = { readonly type: "reply"; readonly id: number; readonly result?: unknown };

/** What a message is before it is known which request it answers. */
export type Heard = Exclude<HostMessage, { readonly type: "reply" }> | Reply;

type Told<T extends HostMessage["type"]> = Extract<HostMessage, { readonly type: T }>;

export const isHostMessage = anyOf<Heard>(
  shape<Told<"snapshot">>({ type: word("snapshot"), panel, rows: rowsNews }, {}),
  shape<Told<"panel">>({ type: word("panel"), panel }, {}),
  shape<Told<"rows">>({ type: word("rows"), rows: rowsNews }, {}),
  shape<Told<"focus">>({ type: word("focus") }, {}),
  shape<Told<"export">>({ type: word("export") }, {}),
  shape<Told<"failed">>({ type: word("failed"), id: whole, message: text }, {}),
  (value): value is Reply => isRecord(value) && value["type"] === "reply" && whole(value["id"]),
);
