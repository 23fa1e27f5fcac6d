import assert from "node:assert/strict";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { companyEvents } from "../../../../src/feed/view/loadedEvents";
import type { Company } from "../../../../src/shared/companyEvent";
import { runInTimeSlices } from "../../../../src/util/timeSlices";
import { stored } from "../../../support/fakes/storedEvent";

describe("The events of a company", () => {
  it("are found by entity ID or else by name, with the sum of their funding", async () => {
    const store = new EventStore();
    store.insert(
      [
        {
          id: "a",
          publishedMs: 4,
          type: "funding",
          amount: 10,
          company: { entityId: "ent_1", name: "Nova" },
        },
        {
          id: "b",
          publishedMs: 3,
          type: "acquisition",
          amount: 99,
          company: { entityId: "ent_1", name: "Nova Inc" },
        },
        { id: "c", publishedMs: 2, type: "funding", amount: 5, company: { entityId: "ent_1" } },
        { id: "d", publishedMs: 1, type: "funding", amount: 7, company: { entityId: "ent_2", name: "Nova" } },
        { id: "e", type: "funding", company: { name: "Nova" } },
        { id: "f", type: "funding", amount: 1e308, company: { name: "Giant" } },
        { id: "g", type: "funding", amount: 1e308, company: { name: "Giant" } },
      ].map((event) => stored(event)),
    );
    const of = (company: Company) =>
      runInTimeSlices(companyEvents(store, company), new AbortController().signal);
    const found = await of({ entityId: "ent_1", name: "Nova" });
    assert.deepEqual(
      found?.events.map((row) => row.id),
      ["a", "b", "c"],
    );
    assert.equal(found.raised, 15);
    assert.deepEqual(
      (await of({ name: "Nova" }))?.events.map((row) => row.id),
      ["e"],
    );
    assert.equal((await of({ name: "Nova" }))?.raised, undefined);
    assert.equal(
      (await of({ name: "Giant" }))?.raised,
      undefined,
      "a sum too large for a number is left out",
    );
    assert.equal(await of({}), undefined);
  });
});
