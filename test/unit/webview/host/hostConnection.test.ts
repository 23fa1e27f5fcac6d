import assert from "node:assert/strict";
import { PageLink } from "../../../support/page/pageLink";

describe("HostConnection", () => {
  it("settles a request by its reply and no other", async () => {
    const host = new PageLink();
    const first = host.link.request("details", { id: "a" });
    const second = host.link.request("details", { id: "b" });
    await host.answer("details", { missing: "gone" });
    host.say({
      type: "reply",
      id: host.requests("details")[0]?.id ?? -1,
      result: { event: { id: "a" }, json: "{}" },
    });
    assert.deepEqual(await second, { missing: "gone" });
    assert.deepEqual(await first, { event: { id: "a" }, json: "{}" });
  });

  it("rejects with the host's sentence, and when no answer comes", async () => {
    const host = new PageLink(5);
    const { link } = host;
    const failed = link.request("details", { id: "a" });
    host.say({ type: "failed", id: host.requests("details")[0]?.id ?? -1, message: "No such event." });
    await assert.rejects(failed, /No such event/);
    await assert.rejects(link.request("rows", { start: 0, end: 1 }), /in time/);
  });

  it("passes on events, and ignores answers to requests that are settled", () => {
    const host = new PageLink();
    host.say({ type: "reply", id: 7, result: null });
    host.say({ type: "failed", id: 8, message: "Too late." });
    assert.deepEqual(host.events, []);
    host.say({ type: "focus" });
    assert.equal(host.events.length, 1);
  });
});
