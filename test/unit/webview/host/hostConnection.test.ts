import assert from "node:assert/strict";
import { ScriptedHost } from "../scriptedHost";

describe("HostConnection", () => {
  it("settles a request by its reply and no other", async () => {
    const host = new ScriptedHost();
    const first = host.connection.request("details", { id: "a" });
    const second = host.connection.request("details", { id: "b" });
    await host.reply("details", { missing: "gone" });
    host.send({
      type: "reply",
      id: host.requests("details")[0]?.id ?? -1,
      result: { event: { id: "a" }, json: "{}" },
    });
    assert.deepEqual(await second, { missing: "gone" });
    assert.deepEqual(await first, { event: { id: "a" }, json: "{}" });
  });

  it("rejects when the host cannot answer, and when no answer comes", async () => {
    const host = new ScriptedHost(60_000);
    const failed = host.connection.request("details", { id: "a" });
    host.send({ type: "failed", id: host.requests("details")[0]?.id ?? -1 });
    await assert.rejects(failed);
    assert.deepEqual(host.answering, []);
    const silent = new ScriptedHost(5);
    await assert.rejects(silent.connection.request("rows", { start: 0, end: 1 }));
    assert.deepEqual(silent.answering, [false]);
    silent.send({ type: "focus" });
    assert.deepEqual(silent.answering, [false, true]);
  });

  it("passes on events, and ignores answers to requests that are settled", () => {
    const host = new ScriptedHost();
    host.send({ type: "reply", id: 7, result: null });
    host.send({ type: "failed", id: 8 });
    assert.deepEqual(host.events, []);
    host.send({ type: "focus" });
    assert.equal(host.events.length, 1);
  });
});
