import assert from "node:assert/strict";
import type { Chart } from "../../../../src/shared/feedState";
import { ChartController } from "../../../../src/webview/chart/chartController";
import { PendingFilters } from "../../../../src/webview/host/pendingFilters";
import { panelState } from "../../../support/page/fakePanelHost";
import { PageLink } from "../../../support/page/pageLink";

const span = { sinceMs: 1000, untilMs: 2000 };

function chartOf(count: number): Chart {
  return { sinceMs: 0, untilMs: 5000, types: [{ type: "ipo", counts: [count] }], missing: [] };
}

function charting() {
  const host = new PageLink();
  const changed = () => {
    // Nobody draws.
  };
  const wanted = new PendingFilters(host.link, changed);
  wanted.panelIs(panelState());
  return { host, wanted, chart: new ChartController(host.link, wanted, changed) };
}

describe("The chart of events over time", () => {
  it("is that of what is zoomed to last, in whatever order answers come", async () => {
    const { host, chart } = charting();
    chart.zoom(span);
    chart.zoom(undefined);
    assert.deepEqual(
      host.requests("chart").map(({ params }) => params),
      [{ buckets: 120, span }, { buckets: 120 }],
    );
    await host.answer("chart", chartOf(2), 1);
    await host.answer("chart", chartOf(1), 0);
    assert.deepEqual(chart.shown, chartOf(2));
    chart.zoom(span);
    await host.answer("chart", null);
    assert.deepEqual(chart.shown, chartOf(2), "nothing new is no reason to take it away");
  });

  it("is not there where nothing is loaded, but stays while a stretch without events is zoomed to", async () => {
    const { host, chart } = charting();
    const empty = { ...chartOf(0), types: [] };
    chart.zoom(span);
    await host.answer("chart", empty);
    assert.deepEqual(chart.shown, empty);
    chart.zoom(undefined);
    await host.answer("chart", empty);
    assert.deepEqual([chart.shown, chart.isThere], [undefined, false]);
  });

  it("is not asked for while it is hidden, and then zooms to nothing", async () => {
    const { host, wanted, chart } = charting();
    chart.zoom(span);
    await host.answer("chart", chartOf(1));
    chart.toggle();
    assert.deepEqual([chart.shown, chart.isThere, wanted.view?.span], [undefined, true, undefined]);
    assert.equal(host.requests("chart").length, 1);
    chart.toggle();
    assert.deepEqual(chart.shown, chartOf(1), "the one before, until there is another");
    assert.deepEqual(host.requests("chart").at(-1)?.params, { buckets: 120 });
  });
});
