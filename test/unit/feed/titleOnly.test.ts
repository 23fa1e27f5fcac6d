import assert from "node:assert/strict";
import { parseEvent } from "../../../src/service/decode";
import type { Item } from "../../../src/service/types";
import { isTitleOnly, repeatsTitleOnly } from "../../../src/feed/titleOnly";
import type { CompanyEvent } from "../../../src/shared/companyEvent";

const title = { id: "evt_1", title: "NovaGrid raises $42M", published_at: "2026-11-21T12:00:00Z" };

function item(fields: Record<string, unknown>): Item<CompanyEvent> {
  const json = JSON.stringify(fields);
  const value = parseEvent(json);
  assert.ok(value);
  return { value, json };
}

describe("An event with nothing but an ID, a title and a date", () => {
  it("has none of the other fields, not even one that can't be read", () => {
    assert.ok(isTitleOnly(item(title)));
    assert.ok(isTitleOnly(item({ id: "evt_1" })));
    assert.ok(isTitleOnly(item({ ...title, score: 1 })), "an unknown field");
    for (const more of [
      { type: "funding" },
      { subhead: "Series B" },
      { sector: "Energy" },
      { confidence: 0 },
      { company: { name: "NovaGrid" } },
      { event_data: { amount: 0 } },
    ]) {
      assert.ok(!isTitleOnly(item({ ...title, ...more })), JSON.stringify(more));
      const [name = ""] = Object.keys(more);
      assert.ok(!isTitleOnly(item({ ...title, [name]: null })), `${name}: null`);
    }
    // Without the JSON's own fields, what was decoded says so.
    const { json } = item(title);
    assert.ok(!isTitleOnly({ value: { id: "evt_1", amount: 1 }, json }));
  });

  it("repeats a known one with the same title and date, whatever that has beyond", () => {
    const known = item({ ...title, type: "funding" });
    const repeats = (fields: Record<string, unknown>): boolean => repeatsTitleOnly(item(fields), () => known);
    assert.ok(repeats(title));
    assert.ok(!repeats({ ...title, title: "NovaGrid raises $43M" }));
    assert.ok(!repeats({ ...title, published_at: "2026-11-21T12:00:01Z" }));
    assert.ok(!repeats({ id: "evt_1" }));
    assert.ok(!repeats({ ...title, type: "funding" }), "it has more than a title");
  });
});
