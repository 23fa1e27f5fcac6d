import type { VisibleEvents } from "../../../../src/shared/viewQueries";
import assert from "node:assert/strict";
import { type PersistedState, StatePersister } from "../../../../src/webview/host/statePersister";
import { PageLink } from "../../../support/page/pageLink";

function keeping() {
  const host = new PageLink();
  const states: unknown[] = [];
  let kept: PersistedState | undefined;
  const page = new EventTarget();
  const keeper = new StatePersister(
    { setState: (state) => states.push(state) },
    host.link,
    page as Pick<Window, "addEventListener">,
    () => kept,
  );
  const keep = (visible?: VisibleEvents) => {
    kept = { state: { version: 1 }, visible };
    keeper.now();
  };
  return { host, states, keeper, keep, page };
}

describe("The keeper of what the page has to come back with", () => {
  it("keeps nothing while there is nothing, and the last of it when the page goes", () => {
    const { states, keeper, keep, page } = keeping();
    keeper.now();
    assert.deepEqual(states, []);
    keep();
    page.dispatchEvent(new Event("pagehide"));
    assert.deepEqual(states, [{ version: 1 }, { version: 1 }]);
  });

  it("tells the host which events are on screen where that changed, and anew when the host begins anew", () => {
    const { host, keeper, keep } = keeping();
    const event = (publishedMs: number) => ({ id: `evt_${publishedMs}`, publishedMs });
    keep({ last: event(5000) });
    keep({ last: event(5000) });
    keep(undefined);
    keep({ topmost: event(5000), last: event(4000) });
    keep({ topmost: event(6000), last: event(4000) });
    keep({ topmost: event(6000), last: { id: "evt", publishedMs: 4000 } });
    keeper.tellAnew();
    keep({ topmost: event(6000), last: { id: "evt", publishedMs: 4000 } });
    assert.deepEqual(host.sent, [
      { type: "visibleEvents", last: event(5000) },
      { type: "visibleEvents", topmost: event(5000), last: event(4000) },
      { type: "visibleEvents", topmost: event(6000), last: event(4000) },
      { type: "visibleEvents", topmost: event(6000), last: { id: "evt", publishedMs: 4000 } },
      { type: "visibleEvents", topmost: event(6000), last: { id: "evt", publishedMs: 4000 } },
    ]);
  });
});
