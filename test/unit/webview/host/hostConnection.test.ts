import assert from "node:assert/strict";
import { PageLink } from "../../../support/page/pageLink";

describe("HostLink", () => {
  it("settles a request by its reply and no other", async () => {
    const host = new PageLink();
    const first = host.link.request("details", { id: "a" });
    const second = host.link.request("details", { id: "b" });
    await host.answer("details", { missing: "gone" });
    host.say({
      type: "reply",
      id: host.requests("details")[0]?.id,
      result: { event: { id: "a" }, json: "{}" },
    });
    assert.deepEqual(await second, { missing: "gone" });
    assert.deepEqual(await first, { event: { id: "a" }, json: "{}" });
  });

  it("rejects with the host's sentence, when the answer is none, and when none comes", async () => {
    const host = new PageLink(5);
    const { link } = host;
    const failed = link.request("details", { id: "a" });
    host.say({ type: "failed", id: host.requests("details")[0]?.id, message: "No such thing." });
    await assert.rejects(failed, /No such thing/);
    const odd = link.request("rows", { start: 0, end: 1 });
    host.say({ type: "reply", id: host.requests("rows")[0]?.id, result: { rows: "none" } });
    await assert.rejects(odd, /cannot be read/);
    await assert.rejects(link.request("rows", { start: 0, end: 1 }), /in time/);
  });

  it("does not hear what is no message of the protocol", () => {
    const host = new PageLink();
    for (const data of [
      null,
      7,
      "x",
      [],
      {},
      { type: "reply" },
      { type: "rows" },
      { type: "panel", panel: {} },
      { type: 3 },
    ]) {
      host.say(data);
    }
    assert.deepEqual(host.events, []);
    host.say({ type: "rows", rows: { revision: 1, rowCount: 0, eventCount: 0 } });
    assert.equal(host.events.length, 1);
  });
});
