import assert from "node:assert/strict";
import { LastVisits, ViewTimer } from "../../../src/panel/lastVisits";
import { canonicalQuery, type FeedQuery } from "../../../src/shared/feedQuery";
import { FakeClock } from "../../support/fakes/fakeClock";
import { memento } from "../../support/fakes/memento";

const connection = {
  name: "Acme",
  baseUrl: "https://api.example.com",
  origin: "https://api.example.com",
  dataset: "companydata",
  sample: false,
};
const client = { connection, keyFingerprint: "0123456789ab" };
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: ["funding", "ipo"] };

describe("The last visit of a query", () => {
  const at = (changes: Partial<typeof connection>) => ({
    ...client,
    connection: { ...connection, ...changes },
  });
  /** A visit that ended less than half an hour ago is not shown. */
  const later = 30 * 60_000;

  it("is saved by connection, origin and query, in any order of types", async () => {
    const visits = new LastVisits(memento());
    assert.equal(visits.previousVisit(client, week, later), undefined);
    await visits.recordVisit(client, week, 5);
    await visits.recordVisit(client, week, 7);
    assert.equal(visits.previousVisit(client, { ...week, types: ["ipo", "funding"] }, 7 + later), 7);
    assert.equal(visits.previousVisit(client, { ...week, sector: "Fintech" }, 7 + later), undefined);
    assert.equal(visits.previousVisit(at({ name: "Other" }), week, 7 + later), undefined);
    assert.equal(
      visits.previousVisit(at({ origin: "https://other.example.com" }), week, 7 + later),
      undefined,
    );
  });

  it("is not that of another API key, which may be for another organization", async () => {
    const visits = new LastVisits(memento());
    const other = { connection, keyFingerprint: "ba9876543210" };
    await visits.recordVisit(client, week, 5);
    assert.equal(visits.previousVisit(other, week, 5 + later), undefined);
    await visits.recordVisit(other, week, 7);
    await visits.recordView(other, week, 8);
    assert.equal(visits.previousVisit(other, week, 8 + later), 7);
    assert.equal(visits.previousVisit(client, week, 8 + later), 5, "the first key is set again");
  });

  it("ends after half an hour away; a sooner return continues it", async () => {
    const visits = new LastVisits(memento());
    await visits.recordVisit(client, week, 0);
    assert.equal(visits.previousVisit(client, week, later - 1), undefined, "the first visit goes on");
    assert.equal(visits.previousVisit(client, week, later), 0);
    // During the second visit, and across short absences, the line stays where it is.
    for (const minutes of [30, 31, 45, 74]) {
      await visits.recordVisit(client, week, minutes * 60_000);
      assert.equal(visits.previousVisit(client, week, minutes * 60_000 + 1), 0);
    }
    assert.equal(visits.previousVisit(client, week, 74 * 60_000 + later), 74 * 60_000);
    assert.equal(visits.previousVisit(client, week, 10), 0, "our clock was set back");
  });

  it("continues while the feed is in view, even if it is not checked for hours", async () => {
    const visits = new LastVisits(memento());
    const minute = 60_000;
    await visits.recordVisit(client, week, 0);
    for (let minutes = 5; minutes <= 120; minutes += 5) {
      await visits.recordView(client, week, minutes * minute);
      assert.equal(visits.previousVisit(client, week, minutes * minute), undefined);
    }
    await visits.recordVisit(client, week, 121 * minute);
    assert.equal(visits.previousVisit(client, week, 122 * minute), undefined, "the first visit goes on");
  });

  it("ended when the feed was last seen up to date, not when it was last in view", async () => {
    const visits = new LastVisits(memento());
    await visits.recordVisit(client, week, 0);
    await visits.recordView(client, week, later - 1);
    assert.equal(visits.previousVisit(client, week, 2 * later), 0);
    await visits.recordView(client, week, 2 * later);
    assert.equal(visits.previousVisit(client, week, 2 * later + 1), 0, "back in view");
    await visits.recordVisit(client, week, 2 * later + 2);
    assert.equal(visits.previousVisit(client, week, 2 * later + 3), 0, "and up to date");
  });

  it("does not exist if the feed was in view but never loaded", async () => {
    const visits = new LastVisits(memento());
    await visits.recordView(client, week, 0);
    assert.equal(visits.previousVisit(client, week, later), undefined);
  });

  it("is forgotten after a hundred others", async () => {
    const visits = new LastVisits(memento());
    const query = (days: number): FeedQuery => ({ window: { kind: "last", days }, types: [] });
    for (let days = 1; days <= 100; days++) {
      await visits.recordVisit(client, query(days), days);
    }
    await visits.recordVisit(client, query(1), 101);
    await visits.recordVisit(client, query(101), 102);
    assert.equal(visits.previousVisit(client, query(1), 101 + later), 101, "looked at again");
    assert.equal(visits.previousVisit(client, query(2), later * 2), undefined);
    assert.equal(visits.previousVisit(client, query(101), 102 + later), 102);
  });

  it("is read as an earlier version saved it, if the key is not known", () => {
    const name = JSON.stringify([connection.name, connection.origin, canonicalQuery(week)]);
    const visits = new LastVisits(memento({ "feed.lastVisits": { [name]: 7 } }));
    assert.equal(visits.previousVisit({ connection, keyFingerprint: undefined }, week, 7 + later), 7);
    assert.equal(visits.previousVisit(client, week, 7 + later), undefined);
  });

  for (const invalid of [
    null,
    7,
    "text",
    [],
    { '["Acme"]': "yesterday" },
    { '["Acme"]': { endedMs: "x" } },
  ]) {
    it(`does not exist if ${JSON.stringify(invalid)} was saved`, async () => {
      const visits = new LastVisits(memento({ "feed.lastVisits": invalid }));
      assert.equal(visits.previousVisit(client, week, later), undefined);
      await visits.recordVisit(client, week, 5);
      assert.equal(visits.previousVisit(client, week, 5 + later), 5);
    });
  }
});

const minute = 60_000;

describe("ViewTimer", () => {
  let clock: FakeClock;
  let timer: ViewTimer;
  /** Minutes since the start of the test. */
  let reports: number[];

  beforeEach(() => {
    clock = new FakeClock();
    const start = clock.now();
    reports = [];
    timer = new ViewTimer(clock, () => reports.push((clock.now() - start) / minute));
  });

  afterEach(() => timer.dispose());

  it("reports when the panel is shown, every five minutes while it is visible, and when it is hidden", () => {
    clock.advance(minute);
    assert.deepEqual(reports, []);
    timer.setVisible(true);
    timer.setVisible(true);
    clock.advance(12 * minute);
    timer.setVisible(false);
    clock.advance(60 * minute);
    assert.deepEqual(reports, [1, 6, 11, 13]);
  });

  it("reports once when a visible panel is closed", () => {
    timer.setVisible(true);
    clock.advance(2 * minute);
    timer.dispose();
    clock.advance(60 * minute);
    assert.deepEqual(reports, [0, 2]);
    assert.deepEqual(clock.pending, []);
  });

  it("reports nothing when a hidden panel is closed", () => {
    timer.dispose();
    assert.deepEqual(reports, []);
  });
});
