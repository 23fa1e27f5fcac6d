import assert from "node:assert/strict";
import { type Body, noon, SampleTester } from "./sampleTester";

const path = "/v2/datasets/companydata/webhooks/subscriptions";
const settings = { callback_url: "https://new.example.com/in", watchlist_domains: ["acme.example"] };

describe("The webhook alerts of the sample service", () => {
  let sample: SampleTester;

  beforeEach(() => {
    sample = new SampleTester();
  });

  const all = () => sample.get(path)["subscriptions"] as readonly Body[];

  it("can be created by either operation, read, updated and deleted", () => {
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
});
