import assert from "node:assert/strict";
import type { VisibleEvents } from "../../../../src/shared/viewQueries";
import { type PersistedState, StatePersister } from "../../../../src/webview/host/statePersister";
import { panelState } from "../../../support/page/fakePanelHost";
import { ScriptedHost } from "../../../support/page/scriptedHost";

function open() {
  const host = new ScriptedHost();
  const states: unknown[] = [];
  const page = new EventTarget();
  let persisted: PersistedState | undefined;
  const persister = new StatePersister(host.element, host.connection, host.model, () => persisted);
  const start = () => {
    persister.start({ setState: (state) => states.push(state) }, page as Pick<Window, "addEventListener">);
  };
  const save = (visible?: VisibleEvents) => {
    persisted = { state: { version: 1 }, visible };
    persister.save();
  };
  return { host, states, persister, start, save, page };
}

describe("StatePersister", () => {
  it("saves when there is something to save, and when the page is closed", () => {
    const { states, persister, start, save, page } = open();
    save();
    assert.deepEqual(states, [], "the saved state is to be restored first");
    const other = open();
    other.start();
    other.persister.save();
    assert.deepEqual(other.states, [], "there is no state yet");
    start();
    persister.save();
    page.dispatchEvent(new Event("pagehide"));
    assert.deepEqual(states, [{ version: 1 }, { version: 1 }]);
  });

  it("reports the visible events to the host when they change, and again after a snapshot or another query", () => {
    const { host, start, save } = open();
    start();
    const event = (publishedMs: number) => ({ id: `evt_${publishedMs}`, publishedMs });
    const panel = panelState();
    save({ last: event(5000) });
    save({ last: event(5000) });
    save(undefined);
    save({ topmost: event(5000), last: event(4000) });
    save({ topmost: event(6000), last: event(4000) });
    const last = { topmost: event(6000), last: { id: "evt", publishedMs: 4000 } };
    save(last);
    host.send({
      type: "snapshot",
      panel,
      rows: { revision: 1, rowCount: 0, eventCount: 0, start: 0, rows: [], shift: 0 },
    });
    save(last);
    host.send({ type: "update", panel: { ...panel, query: { ...panel.query, types: ["ipo"] } } });
    save(last);
    assert.deepEqual(host.sent, [
      { type: "visibleEvents", last: event(5000) },
      { type: "visibleEvents", topmost: event(5000), last: event(4000) },
      { type: "visibleEvents", topmost: event(6000), last: event(4000) },
      ...[1, 2, 3].map(() => ({ type: "visibleEvents", ...last })),
    ]);
  });
});
