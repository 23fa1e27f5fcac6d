import assert from "node:assert/strict";
import { LastVisits } from "../../../src/panel/lastVisits";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { memento } from "../../support/memento";

const connection = {
  name: "Acme",
  baseUrl: "https://api.example.com",
  origin: "https://api.example.com",
  dataset: "companydata",
  sample: false,
};
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: ["funding", "ipo"] };

describe("the last visit of a query", () => {
  it("is remembered by connection, origin and what is asked, in whatever order", async () => {
    const visits = new LastVisits(memento());
    assert.equal(visits.of(connection, week), undefined);
    await visits.note(connection, week, 5);
    await visits.note(connection, week, 7);
    assert.equal(visits.of(connection, { ...week, types: ["ipo", "funding"] }), 7);
    assert.equal(visits.of(connection, { ...week, sector: "Fintech" }), undefined);
    assert.equal(visits.of({ ...connection, name: "Other" }, week), undefined);
    assert.equal(visits.of({ ...connection, origin: "https://other.example.com" }, week), undefined);
  });

  it("is forgotten once a hundred others came after it", async () => {
    const visits = new LastVisits(memento());
    const query = (days: number): FeedQuery => ({ window: { kind: "last", days }, types: [] });
    for (let days = 1; days <= 100; days++) {
      await visits.note(connection, query(days), days);
    }
    await visits.note(connection, query(1), 101);
    await visits.note(connection, query(101), 102);
    assert.equal(visits.of(connection, query(1)), 101, "looked at again");
    assert.equal(visits.of(connection, query(2)), undefined);
    assert.equal(visits.of(connection, query(101)), 102);
  });

  for (const nonsense of [null, 7, "text", [], { '["Acme"]': "yesterday" }]) {
    it(`is none where ${JSON.stringify(nonsense)} was kept`, async () => {
      const visits = new LastVisits(memento({ "feed.lastVisits": nonsense }));
      assert.equal(visits.of(connection, week), undefined);
      await visits.note(connection, week, 5);
      assert.equal(visits.of(connection, week), 5);
    });
  }
});
