import assert from "node:assert/strict";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { PageMessage, PanelState } from "../../../../src/shared/protocol";
import { PendingFilters } from "../../../../src/webview/filters/pendingFilters";
import { panelState } from "../../../support/page/fakePanelHost";

function open(patch: Partial<PanelState> = {}) {
  const sent: PageMessage[] = [];
  const filters = new PendingFilters(
    { requestUpdate: () => undefined },
    { post: (message) => void sent.push(message) },
  );
  const panel = panelState(patch);
  filters.update(panel);
  return { sent, panel, filters };
}

const ipo = { window: { kind: "last", days: 7 }, types: ["ipo"] } as const;
const span = { sinceMs: Date.UTC(2026, 10, 13), untilMs: Date.UTC(2026, 10, 14) };

describe("Pending filters", () => {
  it("take precedence over those of the host until it confirms them", () => {
    const { sent, panel, filters } = open();
    filters.changeQuery(() => ipo);
    filters.changeView({ text: "nova" });
    filters.update(panel);
    assert.deepEqual(filters.query, ipo);
    assert.deepEqual(filters.view, { text: "nova", searching: true });
    assert.equal(filters.isQueryPending, true);
    const confirmed = { ...panel, queryChange: 1 };
    filters.update({
      ...confirmed,
      query: ipo,
      view: { text: "nova", searching: false, matches: 3 },
    });
    assert.equal(filters.isQueryPending, false);
    filters.update(confirmed);
    assert.deepEqual([filters.query, filters.view], [panel.query, panel.view], "later changes of the host");
    assert.deepEqual(
      sent.map(({ type }) => type),
      ["setQuery", "setView"],
    );
  });

  it("stay until the host has handled them, so that the next change adds to them", () => {
    const { sent, panel, filters } = open();
    const timers = (): number => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
    const before = timers();
    filters.changeQuery(() => ipo);
    assert.equal(timers(), before, "nothing but the host ends it");
    filters.update({ ...panel, inView: 7 });
    filters.filterBy({ sector: "Fintech" });
    filters.update({ ...panel, query: ipo, queryChange: 1 });
    const both = { ...ipo, sector: "Fintech" };
    assert.deepEqual(filters.query, both);
    assert.deepEqual(sent, [
      { type: "setQuery", query: ipo, change: 1 },
      { type: "setQuery", query: both, change: 2 },
    ]);
  });

  it("are replaced by what the host made of them", () => {
    const { panel, filters } = open();
    filters.changeQuery(() => ipo);
    filters.update({ ...panel, queryChange: 1 });
    assert.deepEqual([filters.query, filters.isQueryPending], [panel.query, false]);
  });

  it("are sent again to a restarted host", () => {
    const { sent, filters } = open();
    filters.postQuery();
    assert.deepEqual(sent, []);
    filters.changeQuery(() => ipo);
    filters.postQuery();
    assert.deepEqual(filters.query, ipo);
    assert.deepEqual(sent, Array(2).fill({ type: "setQuery", query: ipo, change: 1 }));
  });

  it("are not sent if they change nothing", () => {
    const { sent, filters } = open();
    filters.changeQuery((query) => ({ ...query }));
    assert.deepEqual(sent, []);
  });

  it("can use the zoomed span as time range, which ends the zoom once it is shown", () => {
    const { sent, filters } = open({ view: { text: "nova", span, searching: false } });
    filters.setTimeRangeToZoom();
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2026-11-13T00:00:00.000Z", until: "2026-11-14T00:00:00.000Z" },
      types: [],
    };
    assert.deepEqual(sent, [{ type: "setQuery", query, change: 1 }]);
    assert.deepEqual(filters.view?.span, span);
    filters.update(panelState({ query, queryChange: 1 }));
    filters.setTimeRangeToZoom();
    assert.equal(sent.length, 1, "nothing is zoomed any more");
  });

  it("end the zoom if the time range already is the zoomed span", () => {
    const view = { text: "", span, searching: false };
    const { sent, filters } = open({ view });
    filters.setTimeRangeToZoom();
    filters.update(panelState({ query: filters.query ?? assert.fail(), view, queryChange: 1 }));
    filters.setTimeRangeToZoom();
    assert.deepEqual(sent.at(-1), { type: "setView", view: { text: "" } });
  });
});
