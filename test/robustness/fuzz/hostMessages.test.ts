import assert from "node:assert/strict";
import fc from "fast-check";
import type {
  HostMessage,
  PanelState,
  RequestName,
  Requests,
  Row,
  RowsInfo,
} from "../../../src/shared/protocol";
import { gridRow } from "../../../src/webview/grid/gridRows";
import { isHostMessage, isResult } from "../../../src/webview/host/hostMessages";
import { listFooter, emptyStateOf, type ListActions } from "../../../src/webview/grid/emptyStates";
import { liveText } from "../../../src/webview/status/liveText";
import { noEventsText, expandedQuery } from "../../../src/webview/filters/queryText";
import { windowProgressText } from "../../../src/webview/status/windowProgress";
import { anythingLike } from "../../support/fakes/mutations";

const ms = Date.UTC(2026, 10, 14, 10);

const panel: PanelState = {
  connection: { name: "Acme", origin: "https://api.example.com", sample: false },
  query: {
    window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-11-08T00:00:00.000Z" },
    types: ["funding"],
    sector: "Fintech",
    minAmount: 1e6,
  },
  defaultQuery: { window: { kind: "last", days: 7 }, types: ["ipo"] },
  window: { sinceMs: ms, untilMs: ms + 1 },
  content: "current",
  completeness: { kind: "complete", before: { sinceMs: ms, untilMs: ms + 1 } },
  activity: {
    kind: "window",
    pages: 3,
    events: 120,
    progress: { startedAt: ms, days: 1.5, ofDays: 7 },
    waiting: { message: "Busy.", untilMs: ms },
  },
  problem: { kind: "unavailable", message: "Busy.", action: "older" },
  inView: 3,
  malformed: 1,
  readAt: ms,
  facets: { types: [{ value: "funding", count: 3 }], sectors: [{ value: "Fintech", count: 2 }] },
  view: { text: "nova", only: true, span: { sinceMs: ms, untilMs: ms + 1 }, matches: 2, searching: false },
  live: { kind: "waiting", nextAt: ms, failing: true, checkedAt: ms },
  arrived: 2,
};

/** The panel in other states than the one above. */
const panels: readonly PanelState[] = [
  panel,
  { ...panel, completeness: { kind: "limit", maxEvents: 5 }, live: { kind: "off" } },
  {
    ...panel,
    completeness: { kind: "stopped", message: "No way on." },
    live: { kind: "paused", checkedAt: ms },
  },
  { ...panel, completeness: { kind: "more" }, live: { kind: "stopped", checkedAt: ms } },
  { ...panel, live: { kind: "checking", failing: true, nextAt: ms, checkedAt: ms } },
];

const rowsInfo: RowsInfo = { revision: 3, rowCount: 4, eventCount: 1 };

const row: Extract<Row, { kind: "event" }> = {
  kind: "event",
  id: "evt_1",
  publishedMs: ms,
  type: "funding",
  title: "NovaGrid raises $42M",
  subhead: "Led by Terra Ventures",
  company: "NovaGrid",
  sector: "Fintech",
  amount: 42e6,
  confidence: 0.9,
};

const rows: readonly Row[] = [
  { kind: "day", day: "2026-11-14" },
  row,
  { kind: "gap", sinceMs: ms, untilMs: ms + 60_000, filling: false },
  { kind: "visit", endedMs: ms },
];

const messages: readonly HostMessage[] = [
  ...panels.map((state) => ({ type: "panel", panel: state }) as const),
  { type: "snapshot", panel, rows: rowsInfo },
  { type: "rows", rows: rowsInfo },
  { type: "failed", id: 1, message: "Something went wrong." },
];

const results: { readonly [N in RequestName]: Requests[N]["result"] } = {
  rows: { ...rowsInfo, start: 0, rows, shift: 2 },
  details: {
    event: {
      id: "evt_1",
      type: "funding",
      title: "NovaGrid raises $42M",
      subhead: "Led by Terra Ventures",
      publishedAt: "2026-11-14T10:00:00Z",
      publishedMs: ms,
      sector: "Fintech",
      confidence: 0.9,
      // Of its fields any may be missing: they have a test of their own.
      company: {},
      amount: 42e6,
    },
    json: "{}",
  },
  loaded: ["evt_1"],
  copy: 1,
  company: { name: "NovaGrid", entityId: "ent_1", events: [row], count: 1, raised: 42e6 },
  match: { id: "evt_1", publishedMs: ms, place: 1, count: 2 },
  chart: {
    sinceMs: ms,
    untilMs: ms + 1,
    types: [{ type: "funding", counts: [1, 2] }],
    missing: [{ sinceMs: ms, untilMs: ms + 1 }],
  },
};

/** Where `value` lacks what `sound` has, or has it in another type; a list may hold any number of what is in it. */
function lacks(sound: unknown, value: unknown): boolean {
  if (Array.isArray(sound)) {
    return (
      !Array.isArray(value) || value.some((item) => sound.every((example: unknown) => lacks(example, item)))
    );
  }
  if (typeof sound === "object" && sound !== null) {
    return (
      typeof value !== "object" ||
      value === null ||
      Object.entries(sound).some(([name, part]) => lacks(part, Reflect.get(value, name)))
    );
  }
  return typeof value !== typeof sound || (typeof value === "number" && !Number.isFinite(value));
}

const ways = {} as ListActions;

/** What the page makes of a panel's state without a document. */
function tell(state: PanelState): void {
  noEventsText(state, "utc", ms);
  emptyStateOf(state, 3, "utc", ways);
  listFooter(state, "utc", ways);
  liveText(state.live, ms);
  expandedQuery(state.query);
  if (state.activity) {
    windowProgressText(state.activity, ms);
  }
}

describe("arbitrary values from the host", () => {
  for (const message of messages) {
    it(`a message like ${JSON.stringify(message).slice(0, 40)} is whole or none`, () => {
      assert.ok(isHostMessage(message));
      fc.assert(
        fc.property(anythingLike(message), (value) => {
          if (isHostMessage(value)) {
            assert.equal(lacks(message, value), false);
            if (value.type === "panel" || value.type === "snapshot") {
              tell(value.panel);
            }
          }
        }),
        { numRuns: 2000 },
      );
    });
  }

  for (const [name, result] of Object.entries(results)) {
    it(`a result like one of ${name} is whole or none`, () => {
      const isWhole = isResult[name as RequestName];
      assert.ok(isWhole(result));
      fc.assert(
        fc.property(anythingLike(result), (value) => {
          if (isWhole(value) && value !== null) {
            assert.equal(lacks(result, value), false);
          }
        }),
        { numRuns: 2000 },
      );
    });
  }

  it("a row that is taken can be drawn", () => {
    const look = { zone: "utc", active: undefined, selected: () => false, search: "nova" } as const;
    fc.assert(
      fc.property(anythingLike(results.rows), (value) => {
        if (isResult.rows(value)) {
          value.rows.forEach((taken, index) => gridRow(index, taken, look));
        }
      }),
      { numRuns: 2000 },
    );
  });

  for (const name of ["role", "name", "domain", "entityId", "industry", "location"]) {
    it(`a company's ${name} is a text or missing`, () => {
      const details = (value: unknown) => ({ event: { id: "evt_1", company: { [name]: value } }, json: "" });
      assert.ok(isResult.details(details("text")));
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          assert.equal(isResult.details(details(value)), typeof value === "string");
        }),
      );
    });
  }

  it("what may be missing may be missing", () => {
    const optional = ["window", "activity", "problem", "readAt"];
    const needed = Object.fromEntries(Object.entries(panel).filter(([name]) => !optional.includes(name)));
    assert.ok(isHostMessage({ type: "panel", panel: needed }));
    assert.ok(isResult.rows({ ...results.rows, rows: [{ kind: "event", id: "evt_1" }, { kind: "day" }] }));
    assert.ok(isResult.details({ event: { id: "evt_1" }, json: "" }));
    for (const missing of ["gone", "notLoaded"]) {
      assert.ok(isResult.details({ missing }));
    }
    for (const nullable of ["company", "match", "chart"] as const) {
      assert.ok(isResult[nullable](null));
    }
    assert.ok(!isResult.rows(null));
    assert.ok(!isResult.details(null));
  });
});
