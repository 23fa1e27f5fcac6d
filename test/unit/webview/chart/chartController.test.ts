import assert from "node:assert/strict";
import type { Chart } from "../../../../src/shared/feedState";
import { ChartController } from "../../../../src/webview/chart/chartController";
import { PendingFilters } from "../../../../src/webview/filters/pendingFilters";
import { chartSpan, panelState } from "../../../support/page/fakePanelHost";
import { ScriptedHost } from "../scriptedHost";

const span = { sinceMs: 1000, untilMs: 2000 };

function chartOf(count: number): Chart {
  return { ...chartSpan(0, 5000, 1), types: [{ type: "ipo", counts: [count] }], missing: [] };
}

describe("ChartController", () => {
  it("shows the latest zoom, regardless of the order of replies", async () => {
    const host = new ScriptedHost();
    const { element, connection, model } = host;
    const filters = new PendingFilters(element, connection, model);
    const controller = new ChartController(element, connection, model, filters);
    host.send({ type: "update", panel: panelState() });
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
});
