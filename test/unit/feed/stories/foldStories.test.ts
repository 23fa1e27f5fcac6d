import assert from "node:assert/strict";
import { foldStories } from "../../../../src/feed/stories/foldStories";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";

const nowMs = Date.UTC(2026, 10, 21, 12);

/** An event of one story, unless it has another title. */
function event(id: string, more: Partial<CompanyEvent> = {}): CompanyEvent {
  return {
    id,
    type: "funding",
    title: "NovaGrid raises Series B to build battery storage",
    company: { name: "NovaGrid", domain: "novagrid.example" },
    publishedMs: nowMs,
    ...more,
  };
}

const other = event("evt_other", { title: "Helio appoints a chief executive", type: "executive_change" });

describe("Folded stories", () => {
  it("have the first event of each story, and how many others tell it", () => {
    const { events, retold } = foldStories([event("evt_3"), other, event("evt_2"), event("evt_1")]);
    assert.deepEqual(events, [event("evt_3"), other]);
    assert.deepEqual([...retold], [["evt_3", 2]]);
    assert.deepEqual(foldStories([]), { events: [], retold: new Map() });
  });

  it("have the first amount that any event of the story states", () => {
    const leadOf = (...story: readonly CompanyEvent[]): CompanyEvent | undefined =>
      foldStories(story).events[0];
    assert.deepEqual(
      leadOf(event("evt_3"), event("evt_2", { amount: 42 }), event("evt_1", { amount: 42 })),
      event("evt_3", { amount: 42 }),
    );
    const stated = leadOf(event("evt_2"), event("evt_1", { amount: 0 }));
    assert.deepEqual(stated, event("evt_2", { amount: 0 }));
    const own = event("evt_2", { amount: 42 });
    assert.equal(leadOf(own, event("evt_1", { amount: 42 })), own);
    const none = event("evt_2");
    assert.equal(leadOf(none, event("evt_1")), none);
  });
});
