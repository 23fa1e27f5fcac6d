import assert from "node:assert/strict";
import type { EventRow } from "../../../../src/shared/feedState";
import { GridSelection } from "../../../../src/webview/grid/gridSelection";
import { SelectionController } from "../../../../src/webview/grid/selectionController";
import { ScriptedHost } from "../../../support/page/scriptedHost";

const events = (count: number): EventRow[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: "event",
    id: `evt_${i + 1}`,
    type: "ipo",
    sector: "Fintech",
    company: "NovaGrid",
  }));

/** Selects events 1 to `count`. */
function select(count: number) {
  const host = new ScriptedHost();
  const rows = {
    rowCount: count,
    indexOfEvent: () => undefined,
    eventsIn: () => events(count),
  };
  const loader = {
    fetchIndexOf: () => assert.fail("No row has to be loaded."),
    fetchEvents: () => assert.fail("No row has to be loaded."),
  };
  const done: unknown[] = [];
  const details: { event?: EventRow } = {};
  const eventCommands = {
    event: () => events(count)[0],
    ofDetails: () => details.event,
    showDetails: () => done.push("details"),
    filterBy: (value: unknown) => done.push(value),
    showCompany: (name: string) => done.push(name),
  };
  const selection = new GridSelection(rows, loader, (refused) => controller.selectionChanged({ refused }));
  const controller = new SelectionController(
    host.element,
    host.connection,
    host.model,
    () => selection,
    eventCommands,
  );
  void selection.selectAll();
  return { host, selection, controller, done, details };
}

describe("SelectionController", () => {
  it("counts the selected events, and refuses too many of them", () => {
    const { controller } = select(3);
    assert.deepEqual([controller.count, controller.notice], [3, undefined]);
    const { controller: refused } = select(10_001);
    assert.deepEqual([refused.count, refused.notice?.text], [0, "At most 10,000 events can be selected"]);
  });

  it("tells the host which events are selected, and says what it has copied", () => {
    const { host, selection, controller } = select(2);
    controller.copySelected("json");
    host.send({ type: "copied", count: 2, requested: 2, format: "json" });
    assert.equal(controller.notice?.text, "Copied 2 events (JSON)");
    selection.keepOnly(undefined);
    assert.equal(controller.notice, undefined, "the notice was about the previous selection");
    controller.copySelected("tsv");
    const ids = ["evt_1", "evt_2"];
    assert.deepEqual(host.sent, [
      { type: "select", ids },
      { type: "copy", ids, format: "json" },
      { type: "select", ids: [] },
    ]);
  });

  it("runs actions on the active event if there is one, or on that of the details", () => {
    const run = ({ host }: ReturnType<typeof select>, inDetails = false) => {
      for (const action of ["showDetails", "onlyThisType", "onlyThisSector", "showCompanyEvents"] as const) {
        host.send({ type: "eventAction", action, inDetails });
      }
    };
    const one = select(1);
    run(one);
    assert.deepEqual(one.done, ["details", { type: "ipo" }, { sector: "Fintech" }, "NovaGrid"]);
    const none = select(0);
    run(none);
    assert.deepEqual(none.done, []);
    const inDetails = select(2);
    inDetails.details.event = { kind: "event", id: "evt_9", type: "funding" };
    run(inDetails, true);
    assert.deepEqual(inDetails.done, ["details", { type: "funding" }]);
  });

  it("deselects events that are no longer loaded, and checks again if rows changed meanwhile", async () => {
    const { host, controller, selection } = select(3);
    void controller.removeUnloaded();
    void controller.removeUnloaded();
    await new Promise(setImmediate);
    assert.equal(host.requests("stillLoaded").length, 1, "one request at a time");
    await host.reply("stillLoaded", ["evt_2", "evt_3"]);
    assert.deepEqual(selection.ids, ["evt_2", "evt_3"]);
    assert.deepEqual(host.requests("stillLoaded").at(-1)?.params, { ids: ["evt_2", "evt_3"] });
    await host.reply("stillLoaded", ["evt_3"]);
    assert.deepEqual([selection.ids, controller.count], [["evt_3"], 1]);
    assert.equal(host.requests("stillLoaded").length, 2);
    void controller.removeUnloaded();
    assert.equal(host.requests("stillLoaded").length, 3, "requested again the next time");
  });

  it("keeps the selection if the host does not reply", async () => {
    const { host, controller, selection } = select(2);
    void controller.removeUnloaded();
    host.send({ type: "failed", id: host.requests("stillLoaded")[0]?.id ?? -1 });
    await new Promise(setImmediate);
    assert.equal(selection.size, 2);
  });
});
