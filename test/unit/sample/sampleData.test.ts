import assert from "node:assert/strict";
import fc from "fast-check";
import { historyDays, SampleData } from "../../../src/sample/sampleData";
import { sampleOrganizations } from "../../../src/sample/data/collections";
import { dayMs } from "../../../src/shared/instant";
import { dayStart, type SampleEvent } from "../../../src/sample/sampleSource";
import { feedOrder } from "../../support/services/listSource";

/** A Wednesday. */
const noon = Date.UTC(2026, 2, 11, 12);
const minute = 60_000;

function everything(data: SampleData, now: number): SampleEvent[] {
  const events: SampleEvent[] = [];
  for (let day = data.dayBefore(Infinity, now); day !== undefined; day = data.dayBefore(day, now)) {
    events.push(...data.eventsOn(day, now));
  }
  return events;
}

const byId = (events: readonly SampleEvent[]) => new Map(events.map((event) => [event.id, event]));

describe("The sample events", () => {
  const data = new SampleData();
  const all = everything(data, noon);
  const companyOf = (event: SampleEvent) => event["company"] as Record<string, string>;

  it("cover 60 days and today, with more on weekdays than on weekends", () => {
    const counts = new Map<number, number>();
    for (const event of all) {
      const day = dayStart(Date.parse(event.published_at));
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    assert.equal(counts.size, historyDays + 1);
    assert.equal(Math.min(...counts.keys()), dayStart(noon) - historyDays * dayMs);
    for (const [day, count] of counts) {
      const weekend = [0, 6].includes(new Date(day).getUTCDay());
      const [low, high] = day === dayStart(noon) ? [50, 300] : weekend ? [100, 180] : [300, 400];
      assert.ok(count >= low && count <= high, `${new Date(day).toISOString()}: ${count}`);
    }
  });

  it("have all eight types and companies with several events", () => {
    assert.deepEqual(
      new Set(all.map(({ type }) => type)),
      new Set([
        "funding",
        "acquisition",
        "ipo",
        "executive_change",
        "layoff",
        "partnership",
        "shutdown",
        "product_launch",
      ]),
    );
    const perCompany = new Map<string, number>();
    for (const event of all) {
      const id = companyOf(event)["entity_id"] ?? "";
      perCompany.set(id, (perCompany.get(id) ?? 0) + 1);
    }
    assert.ok(perCompany.size > 500 && perCompany.size < 2_500, `${perCompany.size} companies`);
    assert.ok([...perCompany.values()].filter((count) => count > 3).length > 500);
    const names = new Set(all.map((event) => companyOf(event)["name"]));
    assert.equal(names.size, perCompany.size, "a name is a company");
  });

  it("have all specified fields, unique ids and hardly any repeated titles", () => {
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const titles = new Set(all.map(({ title }) => title));
    assert.ok(titles.size > all.length * 0.998, `${all.length - titles.size} titles repeat`);
    assert.ok(new Set(all.map(({ sector }) => sector)).size >= 12);
    for (const event of all) {
      assert.match(event.id, /^evt_[0-9a-z]{16}$/);
      assert.match(event.published_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.ok(typeof event["subhead"] === "string" && event["subhead"].length > 20);
      const confidence = event["confidence"] as number;
      assert.ok(confidence > 0.5 && confidence <= 1);
      const company = companyOf(event);
      assert.deepEqual(Object.keys(company), ["role", "name", "domain", "entity_id", "industry", "location"]);
      assert.match(company["entity_id"] ?? "", /^ent_[0-9a-z]{14}$/);
      assert.match(company["domain"] ?? "", /^[a-z]+\.example$/);
      assert.doesNotMatch(JSON.stringify(event), /undefined|NaN|null|\[object/);
      assert.ok(event.title.includes(company["name"] ?? "?"), event.title);
    }
    assert.ok(all.some((event) => "event_id" in event) && all.some((event) => !("event_id" in event)));
  });

  it("have the specified funding data, at times without an amount", () => {
    const rounds = all.filter(({ type }) => type === "funding").map(({ event_data }) => event_data ?? {});
    for (const round of rounds) {
      const investors = round["investors"] as string[];
      assert.ok(investors.length >= 2);
      assert.equal(investors[0], round["lead_investor"]);
      assert.equal(typeof round["round"], "string");
      assert.ok(["number", "undefined"].includes(typeof round["amount"]));
      assert.ok(!("valuation" in round) || Number(round["valuation"]) > Number(round["amount"]));
    }
    const silent = rounds.filter((round) => !("amount" in round)).length;
    assert.ok(silent > 0 && silent < rounds.length / 5);
  });

  it("are in the feed's order", () => {
    assert.deepEqual(all, [...all].sort(feedOrder));
    const ties = all.filter((event, i) => event.published_at === all[i + 1]?.published_at);
    assert.ok(ties.length > 10, "several share an instant");
  });
});

describe("The sample events over time", () => {
  it("are the same in every instance and at any time", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.integer({ min: 0, max: historyDays }), { minLength: 1 }),
        (seed, days) => {
          const data = new SampleData(seed);
          for (const back of days) {
            const day = dayStart(noon) - back * dayMs;
            const fresh = new SampleData(seed).eventsOn(day, noon);
            assert.deepEqual(data.eventsOn(day, noon), fresh);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("depend on the seed", () => {
    const [one, two] = [1, 2].map((seed) => byId(new SampleData(seed).eventsOn(dayStart(noon), noon)));
    assert.ok(one && two && ![...one.keys()].some((id) => two.has(id)));
  });

  it("never disappear, and change only by a correction of the title", () => {
    const data = new SampleData();
    const day = dayStart(noon);
    let before = data.eventsOn(day, day);
    let corrections = 0;
    for (let now = day; now < day + dayMs + 30 * minute; now += minute) {
      const after = byId(data.eventsOn(day, now));
      for (const event of before) {
        const later = after.get(event.id);
        assert.ok(later, "an event has gone");
        assert.deepEqual({ ...later, title: "" }, { ...event, title: "" });
        // Even before the day is over.
        corrections += Number(later.title !== event.title && now < day + dayMs / 2);
      }
      before = [...after.values()];
      assert.ok(
        before.every((event) => Date.parse(event.published_at) <= now),
        "not before it is published",
      );
    }
    assert.ok(corrections > 0);
    assert.deepEqual(data.eventsOn(day, day + 2 * dayMs).length, before.length);
  });

  it("may arrive late, seconds to eight minutes after they were published", () => {
    const data = new SampleData();
    const day = dayStart(noon);
    const seen = new Map<string, number>();
    for (let now = day + 8 * 60 * minute; now < day + 12 * 60 * minute; now += 1_000) {
      for (const event of data.eventsOn(day, now)) {
        if (!seen.has(event.id)) {
          seen.set(event.id, now - Date.parse(event.published_at));
        }
      }
    }
    const recent = [...seen]
      .slice(data.eventsOn(day, day + 8 * 60 * minute).length)
      .map(([, delay]) => delay);
    const late = recent.filter((delay) => delay > 0);
    assert.ok(recent.length > 60, `${recent.length} in four hours`);
    assert.ok(late.length > 2 && late.length < recent.length / 3, `${late.length} of ${recent.length} late`);
    assert.ok(Math.min(...late) >= 5_000 && Math.max(...late) <= 8 * minute);
  });

  it("lose the oldest day when a new one begins", () => {
    const data = new SampleData();
    const midnight = dayStart(noon);
    const oldest = midnight - dayMs - historyDays * dayMs;
    assert.ok(data.eventsOn(oldest, midnight - 1).length > 0);
    assert.equal(data.dayBefore(oldest + 1, midnight - 1), oldest);
    assert.deepEqual(data.eventsOn(oldest, midnight), []);
    assert.equal(data.dayBefore(oldest + 1, midnight), undefined);
    assert.deepEqual(data.eventsOn(midnight, midnight - 1), []);
  });
});

describe("The sample collections", () => {
  const data = new SampleData();
  const mine = data.collections(undefined) ?? [];

  it("are about 2,300, always the same, with unique ids and plausible values", () => {
    assert.ok(mine.length > 2_200 && mine.length < 2_400);
    assert.deepEqual(new SampleData().collections(undefined), mine);
    assert.equal(new Set(mine.map((item) => item["collection_id"])).size, mine.length);
    for (const item of mine) {
      assert.match(String(item["collection_id"]), /^col_[0-9a-z]{20}$/);
      assert.match(String(item["database_name"]), /^[a-z0-9_-]{5,}$/);
      assert.ok(Number.isSafeInteger(item["file_count"]) && Number.isSafeInteger(item["request_count"]));
      assert.equal(new Date(String(item["created_at"])).toISOString(), item["created_at"]);
    }
    const environments = new Set(mine.map((item) => item["environment"]));
    assert.ok(["development", "staging", "production"].every((name) => environments.has(name)));
    assert.ok(environments.size > 3);
  });

  it("have old and new field names, at times only the old ones or with other values, and some are inactive", () => {
    const both = mine.filter((item) => "collection_name" in item && "document_count" in item);
    assert.ok(both.length < mine.length && both.length > mine.length * 0.9);
    assert.ok(both.some((item) => item["collection_name"] !== item["database_name"]));
    assert.ok(both.some((item) => item["document_count"] !== item["file_count"]));
    const inactive = mine.filter((item) => item["is_active"] === false).length;
    assert.ok(inactive > 100 && inactive < mine.length / 4);
  });

  it("belong to organizations", () => {
    const lists = sampleOrganizations.map(({ id }) => data.collections(id));
    assert.deepEqual(
      lists.map((list) => list?.length),
      sampleOrganizations.map(({ collections }) => collections),
    );
    assert.equal(lists[0], mine);
    assert.equal(data.collections(sampleOrganizations[1]?.id.toUpperCase()), lists[1]);
    const ids = lists.flatMap((list) => list?.map((item) => item["collection_id"]) ?? []);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(data.collections("00000000-0000-4000-8000-000000000000"), undefined);
    assert.equal(data.collections(""), undefined);
  });
});
