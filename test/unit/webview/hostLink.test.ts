import assert from "node:assert/strict";
import { type HostEvent, HostLink } from "../../../src/webview/hostLink";

function linked(timeoutMs = 1000) {
  const sent: { id: number }[] = [];
  const events: HostEvent[] = [];
  let hear: (event: { readonly data: unknown }) => void = () => assert.fail();
  const link = new HostLink((event) => events.push(event), timeoutMs);
  link.connect(
    { postMessage: (message) => sent.push(message as { id: number }) },
    { addEventListener: (_type, listener) => (hear = listener) },
  );
  return { link, sent, events, say: (data: unknown) => hear({ data }) };
}

describe("HostLink", () => {
  it("settles a request by its reply and no other", async () => {
    const { link, sent, say } = linked();
    const first = link.request("details", { id: "a" });
    const second = link.request("details", { id: "b" });
    say({ type: "reply", id: sent[1]?.id, result: null });
    say({ type: "reply", id: sent[0]?.id, result: { event: { id: "a" }, json: "{}" } });
    assert.equal(await second, null);
    assert.deepEqual(await first, { event: { id: "a" }, json: "{}" });
  });

  it("rejects with the host's sentence, when the answer is none, and when none comes", async () => {
    const { link, sent, say } = linked(5);
    const failed = link.request("details", { id: "a" });
    say({ type: "failed", id: sent[0]?.id, message: "No such thing." });
    await assert.rejects(failed, /No such thing/);
    const odd = link.request("rows", { start: 0, end: 1 });
    say({ type: "reply", id: sent[1]?.id, result: { rows: "none" } });
    await assert.rejects(odd, /cannot be read/);
    await assert.rejects(link.request("rows", { start: 0, end: 1 }), /in time/);
  });

  it("does not hear what is no message of the protocol", () => {
    const { events, say } = linked();
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
      say(data);
    }
    assert.deepEqual(events, []);
    say({ type: "rows", rows: { revision: 1, rowCount: 0, eventCount: 0 } });
    assert.equal(events.length, 1);
  });
});
