import assert from "node:assert/strict";
import type { Chart } from "../../../../src/shared/feedState";
import { ChartController } from "../../../../src/webview/chart/chartController";
import type { PlotLibrary } from "../../../../src/webview/chart/plotLibrary";
import { PendingFilters } from "../../../../src/webview/filters/pendingFilters";
import { panelState } from "../../../support/page/fakePanelHost";
import { ScriptedHost } from "../scriptedHost";

/** Draws nothing here. */
const library = {} as PlotLibrary;
const span = { sinceMs: 1000, untilMs: 2000 };

function chartOf(count: number): Chart {
  return { sinceMs: 0, untilMs: 5000, types: [{ type: "ipo", counts: [count] }], missing: [] };
}

function open() {
  const host = new ScriptedHost();
  const { element, connection, model } = host;
  const filters = new PendingFilters(element, connection, model);
  const controller = new ChartController(element, connection, model, filters, () => Promise.resolve(library));
  host.send({ type: "update", panel: panelState() });
  return { host, filters, controller };
}

describe("ChartController", () => {
  it("shows the latest zoom, regardless of the order of replies", async () => {
    const { host, controller } = open();
    controller.zoom(span);
    controller.zoom(undefined);
    assert.equal(host.requests("chart").length, 2);
    await host.reply("chart", chartOf(2), 1);
    await host.reply("chart", chartOf(1), 0);
    assert.deepEqual(controller.chart, chartOf(2));
    controller.zoom(span);
    await host.reply("chart", null);
    assert.deepEqual(controller.chart, chartOf(2), "stays when there is no newer one");
  });

  it("has no chart without events, unless it is zoomed to a span without events", async () => {
    const { host, controller } = open();
    const empty = { ...chartOf(0), types: [] };
    controller.zoom(span);
    await host.reply("chart", empty);
    assert.deepEqual(controller.chart, empty);
    controller.zoom(undefined);
    await host.reply("chart", empty);
    assert.deepEqual([controller.chart, controller.isAvailable], [undefined, false]);
  });

  it("stays when a search has no matches", async () => {
    const { host, filters, controller } = open();
    filters.setView({ text: "nobody" });
    controller.zoom(undefined);
    const empty = { ...chartOf(0), types: [] };
    await host.reply("chart", empty);
    assert.deepEqual(controller.chart, empty);
  });

  it("remembers whether it shows amounts", () => {
    const { controller } = open();
    assert.deepEqual([controller.mode, controller.savedState], ["events", {}]);
    controller.setMode("amount");
    const saved = controller.savedState;
    assert.deepEqual(saved, { chartMode: "amount" });
    const other = open().controller;
    other.restore({ version: 1, ...saved });
    assert.equal(other.mode, "amount");
  });

  it("requests nothing while hidden, and ends the zoom", async () => {
    const { host, filters, controller } = open();
    controller.zoom(span);
    await host.reply("chart", chartOf(1));
    controller.toggle();
    assert.deepEqual(
      [controller.chart, controller.isAvailable, filters.view?.span],
      [undefined, true, undefined],
    );
    assert.equal(host.requests("chart").length, 1);
    controller.toggle();
    assert.deepEqual(controller.chart, chartOf(1), "the previous one, until there is another");
    assert.deepEqual(host.requests("chart").at(-1)?.params, { buckets: 120 });
  });
});
