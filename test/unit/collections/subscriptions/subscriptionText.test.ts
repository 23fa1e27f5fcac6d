import assert from "node:assert/strict";
import {
  changedSettings,
  domainsText,
  settingsOf,
  shownSettings,
  subscriptionDescription,
  subscriptionLabel,
} from "../../../../src/collections/subscriptions/subscriptionText";

describe("The row of a webhook alert", () => {
  it("shows callback host, domains, feeds and status, as far as they are known", () => {
    const feeds = ["events", "other"];
    const alert = {
      id: "whk_1",
      callbackUrl: "https://hooks.example.com:8443/token",
      feeds,
      status: "active",
    };
    assert.equal(subscriptionLabel(alert), "hooks.example.com:8443");
    assert.equal(
      subscriptionDescription({ ...alert, domainCount: 1200 }),
      "1,200 domains · events, other · active",
    );
    assert.equal(subscriptionDescription({ id: "whk_1", domains: ["acme.example"] }), "1 domain");
    assert.deepEqual(
      [subscriptionLabel({ id: "whk_1" }), subscriptionDescription({ id: "whk_1" })],
      ["whk_1", ""],
    );
    assert.equal(subscriptionLabel({ id: "whk_1", callbackUrl: "nowhere" }), "whk_1");
    const domains = ["acme.example"];
    const texts = [{ domains }, { domains, domainCount: 2 }, {}].map((known) =>
      domainsText({ id: "whk_1", ...known }),
    );
    assert.deepEqual(texts, ["acme.example", "2 domains", ""]);
  });
});

describe("Editing a webhook alert", () => {
  const before = settingsOf({
    id: "whk_1",
    callbackUrl: "https://a.example/",
    domains: ["b.example", "c.example"],
    feeds: ["events"],
  });

  it("sends only changed fields", () => {
    assert.deepEqual(changedSettings(before, before), {});
    const reordered = { ...before, domains: ["c.example", "b.example"] };
    assert.deepEqual(changedSettings(before, reordered), {});
    const domains = ["b.example"];
    const feeds = ["events", "publications"];
    assert.deepEqual(changedSettings(before, { ...before, domains }), { domains });
    const callbackUrl = "https://d.example/";
    assert.deepEqual(changedSettings(before, { ...before, callbackUrl, feeds, secret: "s" }), {
      callbackUrl,
      feeds,
      secret: "s",
    });
  });

  it("sends domains even if the service doesn't list all current ones, which are not edited then", () => {
    const domains = ["b.example"];
    const unknown = settingsOf({ id: "whk_1", domains, domainCount: 2 });
    assert.deepEqual(changedSettings(unknown, unknown), {});
    assert.deepEqual(changedSettings(unknown, { ...unknown, domains }), { domains });
  });

  it("hides the secret in the shown request, and shortens long lists of domains", () => {
    assert.deepEqual(shownSettings({ secret: "s3cret" }), { secret: "(hidden)" });
    assert.deepEqual(shownSettings(before), before);
    const domains = Array.from({ length: 1500 }, (_, n) => `c${n}.example`);
    const shown = shownSettings({ domains }).domains;
    assert.deepEqual([shown.length, shown.at(9), shown.at(10)], [11, "c9.example", "… and 1,490 more"]);
  });
});
