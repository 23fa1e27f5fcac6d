import assert from "node:assert/strict";
import type { ReactiveControllerHost } from "lit";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { PageMessage, PanelState } from "../../../../src/shared/protocol";
import { HostConnection } from "../../../../src/webview/host/hostConnection";
import { PendingFilters } from "../../../../src/webview/filters/pendingFilters";
import { panelState } from "../../../support/page/fakePanelHost";

const element: ReactiveControllerHost = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};

function open(patch: Partial<PanelState> = {}) {
  const sent: PageMessage[] = [];
  const connection = new HostConnection(
    () => undefined,
    () => undefined,
  );
  connection.connect({ postMessage: (message) => sent.push(message) }, { addEventListener: () => undefined });
  const host = { sent };
  const filters = new PendingFilters(element, connection);
  const panel = panelState(patch);
  const sendPanel = (next: PanelState): void => filters.update(next);
  sendPanel(panel);
  return { host, panel, filters, sendPanel };
}

const ipo = { window: { kind: "last", days: 7 }, types: ["ipo"] } as const;
const span = { sinceMs: Date.UTC(2026, 10, 13), untilMs: Date.UTC(2026, 10, 14) };

describe("Pending filters", () => {
  it("take precedence over those of the host until it confirms them", () => {
    const { host, panel, filters, sendPanel } = open();
    filters.changeQuery(() => ipo);
    filters.changeView({ text: "nova" });
    sendPanel(panel);
    assert.deepEqual(filters.query, ipo);
    assert.deepEqual(filters.view, { text: "nova", searching: true });
    assert.equal(filters.isQueryPending, true);
    const confirmed = { ...panel, queryChange: 1 };
    sendPanel({
      ...confirmed,
      query: ipo,
      view: { text: "nova", searching: false, matches: 3 },
    });
    assert.equal(filters.isQueryPending, false);
    sendPanel(confirmed);
    assert.deepEqual([filters.query, filters.view], [panel.query, panel.view], "later changes of the host");
    assert.deepEqual(
      host.sent.map(({ type }) => type),
      ["setQuery", "setView"],
    );
  });

  it("stay until the host has handled them, so that the next change adds to them", () => {
    const { host, panel, filters, sendPanel } = open();
    const timers = (): number => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
    const before = timers();
    filters.changeQuery(() => ipo);
    assert.equal(timers(), before, "nothing but the host ends it");
    sendPanel({ ...panel, inView: 7 });
    filters.filterBy({ sector: "Fintech" });
    sendPanel({ ...panel, query: ipo, queryChange: 1 });
    const both = { ...ipo, sector: "Fintech" };
    assert.deepEqual(filters.query, both);
    assert.deepEqual(host.sent, [
      { type: "setQuery", query: ipo, change: 1 },
      { type: "setQuery", query: both, change: 2 },
    ]);
  });

  it("are replaced by what the host made of them", () => {
    const { panel, filters, sendPanel } = open();
    filters.changeQuery(() => ipo);
    sendPanel({ ...panel, queryChange: 1 });
    assert.deepEqual([filters.query, filters.isQueryPending], [panel.query, false]);
  });

  it("are sent again to a restarted host", () => {
    const { host, filters } = open();
    filters.postQuery();
    assert.deepEqual(host.sent, []);
    filters.changeQuery(() => ipo);
    filters.postQuery();
    assert.deepEqual(filters.query, ipo);
    assert.deepEqual(host.sent, Array(2).fill({ type: "setQuery", query: ipo, change: 1 }));
  });

  it("accumulate", () => {
    const { filters } = open();
    filters.filterBy({ types: ["ipo"] });
    filters.filterBy({ sector: "Fintech" });
    filters.changeView({ text: "nova" });
    filters.changeView({ span });
    assert.deepEqual([filters.query?.types, filters.query?.sector], [["ipo"], "Fintech"]);
    assert.deepEqual(filters.view, { text: "nova", span, searching: true });
  });

  it("are not sent if they change nothing", () => {
    const { host, filters } = open();
    filters.changeQuery((query) => ({ ...query }));
    assert.deepEqual(host.sent, []);
  });

  it("can use the zoomed span as time range, which ends the zoom once it is shown", () => {
    const { host, filters, sendPanel } = open({ view: { text: "nova", span, searching: false } });
    filters.setTimeRangeToZoom();
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2026-11-13T00:00:00.000Z", until: "2026-11-14T00:00:00.000Z" },
      types: [],
    };
    assert.deepEqual(host.sent, [{ type: "setQuery", query, change: 1 }]);
    assert.deepEqual(filters.view?.span, span);
    sendPanel(panelState({ query, queryChange: 1 }));
    filters.setTimeRangeToZoom();
    assert.equal(host.sent.length, 1, "nothing is zoomed any more");
  });

  it("end the zoom if the time range already is the zoomed span", () => {
    const view = { text: "", span, searching: false };
    const { host, filters, sendPanel } = open({ view });
    filters.setTimeRangeToZoom();
    sendPanel(panelState({ query: filters.query ?? assert.fail(), view, queryChange: 1 }));
    filters.setTimeRangeToZoom();
    assert.deepEqual(host.sent.at(-1), { type: "setView", view: { text: "" } });
  });
});
