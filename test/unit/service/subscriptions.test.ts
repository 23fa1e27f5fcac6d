/** The whole client: webhook alerts. */
import assert from "node:assert/strict";
import { page, status } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";
import { testClient } from "../../support/services/testClient";
import { failing } from "./fixture";

const first = {
  id: "whk_1",
  callback_url: "https://hooks.example.com/a",
  watchlist_count: 2,
  feeds: ["events"],
  status: "active",
  created_at: "2026-01-02T03:04:05Z",
};

describe("Webhook alerts", () => {
  let service: ScriptedService;

  beforeEach(async () => {
    service = await ScriptedService.start();
  });

  afterEach(() => service.dispose());

  const list = async (body: unknown) => {
    service.answer(page(body));
    return testClient({ baseUrl: service.origin }).listSubscriptions();
  };

  it("are read from an array, or from an array under any key", async () => {
    for (const body of [[first], { subscriptions: [first] }, { ok: true, data: [first] }]) {
      const { items, totalCount } = await list(body);
      const value = {
        id: "whk_1",
        callbackUrl: "https://hooks.example.com/a",
        domainCount: 2,
        feeds: ["events"],
        status: "active",
      };
      assert.deepEqual([items, totalCount], [[{ value, json: JSON.stringify(first) }], 1]);
    }
    assert.deepEqual((await list({ subscriptions: [] })).items, []);
  });

  it("need only an ID, and are counted without one", async () => {
    const odd = { id: "whk_2", callback_url: 7, watchlist_domains: "a", watchlist_count: -1, feeds: [1] };
    const { items, malformed } = await list([odd, { id: "" }, { callback_url: "https://a.example" }, null]);
    assert.deepEqual([items.map(({ value }) => value), malformed], [[{ id: "whk_2" }], 3]);
    const domains = ["acme.example"];
    const { items: known } = await list([{ id: "whk_3", watchlist_domains: domains }]);
    assert.deepEqual(known[0]?.value, { id: "whk_3", domains });
  });

  it("have no total if the service reports more", async () => {
    for (const more of [{ has_more: true }, { next_cursor: "a" }, { total_count: 2 }]) {
      assert.equal((await list({ subscriptions: [first], ...more })).totalCount, undefined);
    }
    const whole = { has_more: false, next_cursor: null, total_count: 1 };
    assert.equal((await list({ subscriptions: [first], ...whole })).totalCount, 1);
  });

  it("are rejected if the response is that of another operation", async () => {
    const event = { id: "evt_1", title: "Acme raises $5M", published_at: "2026-01-02T03:04:05Z" };
    const bodies = [{ events: [] }, { data: [event] }, [event], {}, null, { a: [first], b: [first] }];
    for (const body of bodies) {
      const error = await failing(list(body), { kind: "malformed" });
      assert.match(error.message, /unexpected JSON\.$/);
    }
  });

  it("are not offered after 404, 405 and 501, as is creating one", async () => {
    const client = testClient({ baseUrl: service.origin });
    const alert = { callbackUrl: "https://a.example/", domains: ["b.example"], feeds: ["events"] };
    for (const code of [404, 405, 501]) {
      service.answer(status(code), status(code));
      await failing(client.listSubscriptions(), { kind: "notOffered", status: code });
      const create = client.change({ kind: "createSubscription", settings: alert });
      await failing(create, { kind: "notOffered", status: code });
    }
    const remove = client.change({ kind: "deleteSubscription", id: "whk_1" });
    service.answer(status(404));
    const either = await failing(remove, { kind: "notOffered", status: 404 });
    assert.match(either.message, /nothing with this name or ID, or doesn't offer this operation/);
  });
});
