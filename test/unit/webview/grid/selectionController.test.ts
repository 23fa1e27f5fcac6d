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
  const focused: { details?: EventRow } = {};
  const eventCommands = {
    event: () => events(count)[0],
    focusedDetails: () => focused.details,
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
  return { host, selection, controller, done, focused };
}

describe("SelectionController", () => {
  it("counts the selected events, and refuses too many of them", () => {
    const { controller } = select(3);
    assert.deepEqual([controller.count, controller.notice], [3, undefined]);
    const { controller: refused } = select(10_001);
    assert.deepEqual([refused.count, refused.notice?.text], [0, "At most 10,000 events can be selected"]);
  });

  it("opens, exports and copies the selected events; without any it only exports", async () => {
    const { host, selection, controller } = select(2);
    host.send({ type: "openSelected" });
    controller.export();
    host.send({ type: "copySelected", format: "json" });
    await host.reply("copy", 2);
    assert.equal(controller.notice?.text, "Copied 2 events (JSON)");
    selection.keepOnly(undefined);
    assert.equal(controller.notice, undefined, "the notice was about the previous selection");
    host.send({ type: "openSelected" });
    controller.copySelected("tsv");
    host.send({ type: "exportSelected" });
    const ids = ["evt_1", "evt_2"];
    assert.deepEqual(
      host.sent.map((message) => (message.type === "request" ? message.params : message)),
      [
        { type: "openJson", ids },
        { type: "export", ids },
        { ids, format: "json" },
        { type: "export", ids: [] },
      ],
    );
  });

  it("runs the commands of the context menu on the active event, if there is one", () => {
    const run = ({ host }: ReturnType<typeof select>) => {
      for (const type of [
        "showDetails",
        "onlyThisType",
        "onlyThisSector",
        "showCompanyEvents",
        "openWebsite",
        "followCompany",
      ] as const) {
        host.send({ type });
      }
    };
    const one = select(1);
    run(one);
    assert.deepEqual(one.done, ["details", { type: "ipo" }, { sector: "Fintech" }, "NovaGrid"]);
    assert.deepEqual(one.host.sent, [
      { type: "openDomain", id: "evt_1" },
      { type: "followCompany", id: "evt_1" },
    ]);
    const none = select(0);
    run(none);
    assert.deepEqual([...none.done, ...none.host.sent], []);
  });

  it("runs them on the event of the details if the focus is there, whatever is selected", async () => {
    const { host, done, focused, controller } = select(2);
    focused.details = { kind: "event", id: "evt_9", type: "funding" };
    host.send({ type: "onlyThisType" });
    host.send({ type: "openSelected" });
    host.send({ type: "followCompany" });
    host.send({ type: "copySelected", format: "id" });
    assert.deepEqual(host.requests("copy").at(-1)?.params, { ids: ["evt_9"], format: "id" });
    await host.reply("copy", 1);
    controller.copySelected("tsv");
    assert.deepEqual(host.requests("copy").at(-1)?.params, { ids: ["evt_1", "evt_2"], format: "tsv" });
    assert.deepEqual(done, [{ type: "funding" }]);
    assert.deepEqual(
      host.sent.filter(({ type }) => type !== "request"),
      [
        { type: "openJson", ids: ["evt_9"] },
        { type: "followCompany", id: "evt_9" },
      ],
    );
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
