import assert from "node:assert/strict";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { PanelState } from "../../../../src/shared/protocol";
import { PendingFilters } from "../../../../src/webview/host/pendingFilters";
import { panelState } from "../../../support/page/fakePanelHost";
import { PageLink } from "../../../support/page/pageLink";

function wanted(patch: Partial<PanelState> = {}) {
  const host = new PageLink();
  const panel = panelState(patch);
  let changed = () => {
    // Nobody draws.
  };
  const wanted = new PendingFilters(host.link, () => changed(), 5);
  wanted.panelIs(panel);
  return { host, panel, wanted, once: () => new Promise<void>((resolve) => (changed = resolve)) };
}

const ipo = { window: { kind: "last", days: 7 }, types: ["ipo"] } as const;
const span = { sinceMs: Date.UTC(2026, 10, 13), untilMs: Date.UTC(2026, 10, 14) };

describe("What the person wants", () => {
  it("stands before what the host tells, until that is the same", () => {
    const { host, panel, wanted: it } = wanted();
    it.changeQuery(() => ipo);
    it.setView({ text: "nova", only: true });
    it.panelIs(panel);
    assert.deepEqual(it.query, ipo);
    assert.deepEqual(it.view, { text: "nova", only: true, searching: true });
    it.panelIs({ ...panel, query: ipo, view: { text: "nova", only: true, searching: false, matches: 3 } });
    it.panelIs(panel);
    assert.deepEqual([it.query, it.view], [panel.query, panel.view], "the host goes on by itself");
    assert.deepEqual(
      host.sent.map(({ type }) => type),
      ["setQuery", "setView"],
    );
  });

  it("is given up where the host does not take up the query", async () => {
    const { panel, wanted: it, once } = wanted();
    it.changeQuery(() => ipo);
    await once();
    assert.deepEqual(it.query, panel.query);
  });

  it("is built on what was wanted just before", () => {
    const { wanted: it } = wanted();
    it.filterBy({ type: "ipo" });
    it.filterBy({ sector: "Fintech" });
    it.setView({ text: "nova", only: false });
    it.zoom(span);
    assert.deepEqual([it.query?.types, it.query?.sector], [["ipo"], "Fintech"]);
    assert.deepEqual(it.view, { text: "nova", only: false, span, searching: true });
  });

  it("is not told when it is what is there", () => {
    const { host, wanted: it } = wanted();
    it.changeQuery((query) => ({ ...query }));
    it.resetQuery();
    assert.deepEqual(host.sent, []);
  });

  it("is the stretch zoomed to as From and To, and zoomed to until the host has changed over", () => {
    const { host, wanted: it } = wanted({ view: { text: "nova", only: true, span, searching: false } });
    it.takeSpan();
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2026-11-13T00:00:00.000Z", until: "2026-11-14T00:00:00.000Z" },
      types: [],
    };
    assert.deepEqual(host.sent, [{ type: "setQuery", query }]);
    assert.deepEqual(it.view?.span, span);
    it.panelIs(panelState({ query }));
    it.takeSpan();
    assert.equal(host.sent.length, 1, "nothing is zoomed to any more");
  });

  it("is no zoom where the window is what is zoomed to already", () => {
    const { host, wanted: it } = wanted({ view: { text: "", only: true, span, searching: false } });
    it.takeSpan();
    const { query } = it;
    assert.ok(query);
    it.panelIs(panelState({ query, view: { text: "", only: true, span, searching: false } }));
    it.takeSpan();
    assert.deepEqual(host.sent.at(-1), { type: "setView", view: { text: "", only: true } });
  });

  describe("of matches", () => {
    const match = { id: "evt_3", place: 2, count: 7 };

    it("knows the place of the one gone to, until something else is looked at", async () => {
      const { host, wanted: it } = wanted();
      const next = it.nextMatch({ id: "evt_9" }, true);
      await host.answer("match", match);
      assert.deepEqual([await next, it.matchPlace], [match, 2]);
      assert.deepEqual(host.requests("match")[0]?.params, { from: { id: "evt_9" }, older: true });
      it.setView({ text: "grid", only: false });
      assert.equal(it.matchPlace, undefined);
    });

    it("takes none of what was searched for before", async () => {
      const { host, wanted: it } = wanted();
      const next = it.nextMatch(undefined, true);
      it.setView({ text: "grid", only: false });
      await host.answer("match", match);
      assert.deepEqual([await next, it.matchPlace], [null, undefined]);
    });
  });
});
