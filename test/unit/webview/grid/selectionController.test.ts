import assert from "node:assert/strict";
import { GridSelection } from "../../../../src/webview/grid/gridSelection";
import { SelectionController } from "../../../../src/webview/grid/selectionController";
import { PageLink } from "../../../support/page/pageLink";

const settled = () => new Promise(setImmediate);

/** Events 1 to `count` are selected. */
function selecting(count: number) {
  const host = new PageLink();
  const rows = {
    rowCount: count,
    indexOfEvent: () => undefined,
    eventsIn: () => Array.from({ length: count }, (_, i) => ({ kind: "event" as const, id: `evt_${i + 1}` })),
  };
  const loader = {
    fetchIndexOf: () => assert.fail("No row has to be loaded."),
    fetchEvents: () => assert.fail("No row has to be loaded."),
  };
  const selection = new GridSelection(rows, loader, (refused) => selected.selectionIs({ refused }));
  const selected = new SelectionController(
    host.link,
    () => selection,
    () => {
      // Nobody draws.
    },
  );
  void selection.selectAll();
  return { host, selection, selected };
}

describe("Selected events", () => {
  it("are counted, and too many are refused in words", () => {
    const { selected } = selecting(3);
    assert.deepEqual([selected.count, selected.remark], [3, ""]);
    const { selected: none } = selecting(10_001);
    assert.deepEqual([none.count, none.remark], [0, "At most 10,000 events can be selected"]);
  });

  it("are opened, exported and copied as they are then, and none is nothing to do", async () => {
    const { host, selection, selected } = selecting(2);
    selected.choose("open");
    selected.export();
    selected.choose("json");
    await host.answer("copy", 2);
    assert.equal(selected.remark, "Copied 2 events (JSON)");
    selection.keepOnly(undefined);
    assert.equal(selected.remark, "", "what was said is of the selection before");
    selected.choose("open");
    selected.choose("tsv");
    selected.export();
    const ids = ["evt_1", "evt_2"];
    assert.deepEqual(
      host.sent.map((message) => (message.type === "request" ? message.params : message)),
      [
        { type: "openJson", ids },
        { type: "export", ids },
        { ids, as: "json" },
        { type: "export", ids: [] },
      ],
    );
  });

  it("are dropped once they are gone, and looked at again where rows changed meanwhile", async () => {
    const { host, selected, selection } = selecting(3);
    void selected.dropGone();
    void selected.dropGone();
    await settled();
    assert.equal(host.requests("loaded").length, 1, "one question at a time");
    await host.answer("loaded", ["evt_2", "evt_3"]);
    assert.deepEqual(selection.ids, ["evt_2", "evt_3"]);
    assert.deepEqual(host.requests("loaded").at(-1)?.params, { ids: ["evt_2", "evt_3"] });
    await host.answer("loaded", ["evt_3"]);
    assert.deepEqual([selection.ids, selected.count], [["evt_3"], 1]);
    assert.equal(host.requests("loaded").length, 2);
    void selected.dropGone();
    assert.equal(host.requests("loaded").length, 3, "and anew the next time");
  });

  it("stay where the host does not say what is gone", async () => {
    const { host, selected, selection } = selecting(2);
    void selected.dropGone();
    host.say({ type: "failed", id: host.requests("loaded")[0]?.id ?? -1, message: "No." });
    await settled();
    assert.equal(selection.size, 2);
  });
});
