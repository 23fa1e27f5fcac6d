import assert from "node:assert/strict";
import { SampleData } from "../../../src/sample/sampleData";
import { type Body, locationOf, noon, SampleTester } from "./sampleTester";

const path = "/v2/datasets/companydata/webhooks/subscriptions";
const settings = { callback_url: "https://new.example.com/in", watchlist_domains: ["acme.example"] };

describe("The webhook alerts of the sample service", () => {
  let sample: SampleTester;

  beforeEach(() => {
    sample = new SampleTester();
  });

  const all = () => sample.get(path)["subscriptions"] as readonly Body[];

  it("watch companies that have events", () => {
    const events = new SampleData().eventsOn(noon - (noon % 86_400_000) - 86_400_000, noon);
    const companies = new Set(events.map((event) => (event["company"] as Body)["domain"]));
    const domains = all().flatMap((alert) => alert["watchlist_domains"] as string[]);
    assert.ok(all().length >= 3 && domains.some((domain) => companies.has(domain)), domains.join());
  });

  it("are created, by either operation, read, updated and deleted", () => {
    const before = all();
    const created = sample.expect(201, "POST", path, { ...settings, secret: "s3cret" });
    const { id } = created;
    assert.match(String(id), /^whk_/);
    assert.deepEqual(created, {
      id,
      ...settings,
      watchlist_count: 1,
      feeds: ["events", "publications"],
      status: "active",
      created_at: new Date(noon).toISOString(),
    });
    assert.deepEqual(all(), [created, ...before]);
    const updated = sample.expect(200, "PATCH", `${path}/${String(id)}`, { feeds: ["events"] });
    assert.deepEqual(updated, { ...created, feeds: ["events"] });
    assert.deepEqual(sample.get(`${path}/${String(id)}`), updated);
    sample.expect(200, "DELETE", `${path}/${String(id)}`);
    assert.deepEqual(all(), before);
    sample.expect(201, "POST", path.replace(/subscriptions$/, "subscribe"), settings);
    assert.equal(all().length, before.length + 1);
  });

  it("are refused with the field that is wrong, and not found after they were deleted", () => {
    for (const [body, field] of [
      [{}, "callback_url"],
      [{ callback_url: settings.callback_url }, "watchlist_domains"],
      [{ ...settings, callback_url: "http://new.example.com/in" }, "callback_url"],
      [{ ...settings, watchlist_domains: [] }, "watchlist_domains"],
      [{ ...settings, watchlist_domains: ["acme"] }, "watchlist_domains.0"],
      [{ ...settings, feeds: ["all"] }, "feeds.0"],
      [{ ...settings, secret: "" }, "secret"],
      [{ ...settings, name: "x" }, "name"],
    ] as const) {
      assert.deepEqual(locationOf(sample.expect(422, "POST", path, body)), ["body", field]);
    }
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const { message } = sample.expect(404, method, `${path}/whk_none`, method === "PATCH" ? {} : undefined);
      assert.match(String(message), /No subscription has the ID/);
    }
    assert.equal(sample.send("PUT", path, {}).status, 405);
  });
});
