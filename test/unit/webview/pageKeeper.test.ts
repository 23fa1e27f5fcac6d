import assert from "node:assert/strict";
import { type Kept, PageKeeper } from "../../../src/webview/pageKeeper";
import { PageLink } from "../../support/pageLink";

function keeping() {
  const host = new PageLink();
  const states: unknown[] = [];
  let kept: Kept | undefined;
  const page = new EventTarget();
  const keeper = new PageKeeper(
    { setState: (state) => states.push(state) },
    host.link,
    page as Pick<Window, "addEventListener">,
    () => kept,
  );
  /** Keeps what is read down to an instant. */
  const keep = (readTo?: number) => {
    kept = { state: { version: 1 }, readTo };
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

  it("tells the host how far down is read where that changed, and anew when the host begins anew", () => {
    const { host, keeper, keep } = keeping();
    keep(5000);
    keep(5000);
    keep(undefined);
    keep(4000);
    keeper.tellAnew();
    keep(4000);
    assert.deepEqual(host.sent, [
      { type: "place", publishedMs: 5000 },
      { type: "place", publishedMs: 4000 },
      { type: "place", publishedMs: 4000 },
    ]);
  });
});
