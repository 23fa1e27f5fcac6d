import assert from "node:assert/strict";
import fc from "fast-check";
import { historyDays, SampleData } from "../../../src/sample/sampleData";
import { dayStart, type SampleEvent } from "../../../src/sample/sampleSource";
import { dayMs } from "../../../src/shared/instant";
import { noon } from "./sampleTester";

const minute = 60_000;
const byId = (events: readonly SampleEvent[]) => new Map(events.map((event) => [event.id, event]));

describe("The sample events", () => {
  const data = new SampleData();
  const today = dayStart(noon);
  const days = Array.from({ length: historyDays + 1 }, (_, back) =>
    data.eventsOn(today - back * dayMs, noon),
  );
  const all = days.flat();
  const companyOf = (event: SampleEvent) => event["company"] as Record<string, string>;

  it("cover 60 days and today, with more events on weekdays", () => {
    for (const [back, { length }] of days.entries()) {
      const isWeekend = [0, 6].includes(new Date(today - back * dayMs).getUTCDay());
      const [low, high] = back === 0 ? [50, 300] : isWeekend ? [100, 180] : [300, 400];
      assert.ok(length >= low && length <= high, `${back} days ago: ${length}`);
    }
  });

  it("include all eight types, and companies with several events", () => {
    const types = [...new Set(all.map(({ type }) => type))].sort();
    assert.deepEqual(types.slice(0, 4), ["acquisition", "executive_change", "funding", "ipo"]);
    assert.deepEqual(types.slice(4), ["layoff", "partnership", "product_launch", "shutdown"]);
    const perCompany = new Map<unknown, number>();
    for (const event of all) {
      const id = companyOf(event)["entity_id"];
      perCompany.set(id, (perCompany.get(id) ?? 0) + 1);
    }
    assert.ok(perCompany.size > 500 && perCompany.size < 2_500, `${perCompany.size} companies`);
    assert.ok([...perCompany.values()].filter((count) => count > 3).length > 500);
    const names = new Set(all.map((event) => companyOf(event)["name"]));
    assert.equal(names.size, perCompany.size, "a name is a company");
  });

  it("have all documented fields, unique IDs and hardly any repeated titles", () => {
    assert.equal(byId(all).size, all.length);
    const titles = new Set(all.map(({ title }) => title));
    assert.ok(titles.size > all.length * 0.998, `${all.length - titles.size} titles repeat`);
    assert.ok(new Set(all.map(({ sector }) => sector)).size >= 12);
    assert.ok(all.some((event) => "event_id" in event) && all.some((event) => !("event_id" in event)));
    for (const event of all) {
      assert.match(event.id, /^evt_[0-9a-z]{16}$/);
      assert.match(event.published_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const company = companyOf(event);
      assert.deepEqual(Object.keys(company), ["role", "name", "domain", "entity_id", "industry", "location"]);
      assert.match(company["domain"] ?? "", /^[a-z]+\.example$/);
      assert.doesNotMatch(JSON.stringify(event), /undefined|NaN|null|\[object|[{$]\w+\}/);
      assert.ok(event.title.includes(company["name"] ?? "?"), event.title);
    }
  });

  it("depend only on the seed", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(historyDays), (seed, back) => {
        const day = today - back * dayMs;
        const running = new SampleData(seed);
        running.eventsOn(today, noon);
        assert.deepEqual(running.eventsOn(day, noon), new SampleData(seed).eventsOn(day, noon));
      }),
      { numRuns: 5 },
    );
    const [one, two] = [1, 2].map((seed) => byId(new SampleData(seed).eventsOn(today, noon)));
    assert.ok(one && two && ![...one.keys()].some((id) => two.has(id)));
  });

  it("never change or disappear, and sometimes arrive up to eight minutes late", () => {
    const known = byId(data.eventsOn(today, today));
    const delays: number[] = [];
    for (let now = today; now < today + dayMs + 30 * minute; now += minute) {
      const events = data.eventsOn(today, now);
      for (const event of events) {
        if (!known.has(event.id)) {
          known.set(event.id, event);
          delays.push(now - Date.parse(event.published_at));
        }
      }
      assert.equal(events.length, known.size);
    }
    const late = delays.filter((delay) => delay > minute);
    assert.ok(late.length > 2 && late.length < delays.length / 3, `${late.length} of ${delays.length} late`);
    assert.ok(Math.min(...delays) >= 0 && Math.max(...late) <= 9 * minute);
  });
});
