import assert from "node:assert/strict";
import { AgentActivity } from "../../../../src/agent/editor/agentActivity";
import type { ToolCall } from "../../../../src/agent/tools/agentTools";
import { abortedError } from "../../../../src/api/errors";
import { shortDay, timeOfDay } from "../../../../src/shared/times";
import { FakeClock } from "../../../support/fakes/fakeClock";

describe("What agents asked", () => {
  const clock = new FakeClock();
  const signal = new AbortController().signal;
  let lines: string[];
  let shown: string[];
  let answers: number;
  let connection: string | undefined;
  let activity: AgentActivity;

  beforeEach(() => {
    lines = [];
    shown = [];
    answers = 0;
    connection = "Acme production";
    const add = (line: string): void => void lines.push(line);
    activity = new AgentActivity({
      clock,
      log: { debug: add, info: add, warn: add, error: add },
      connectionName: () => connection,
      show: (text) => shown.push(text),
      onDidAnswer: () => answers++,
    });
  });

  const editor = { kind: "editor" } as const;
  const mcp = { kind: "mcp", client: "cursor" } as const;
  const search = (input: unknown): ToolCall => ({ name: "companyfeed_search_events", input, signal });
  const answered = () => Promise.resolve({ text: "12 events" });
  const when = (): string =>
    `${shortDay(clock.now(), "local", clock.now())}, ${timeOfDay(clock.now(), "local")}`;

  it("is shown while it is answered, with its filters and connection", async () => {
    const call = search({ period: "this_week", types: ["funding", "ipo"], min_amount: 5e7, limit: 20 });
    await activity.observe(editor, call, () => {
      assert.equal(shown.length, 1, "before the answer");
      return answered();
    });
    assert.deepEqual(shown, [
      `Last asked by an agent: ${when()} · Acme production · search events (this_week, funding, ipo, 50000000)`,
    ]);
    connection = undefined;
    await activity.observe(mcp, { name: "companyfeed_list_collections", input: {}, signal }, answered);
    assert.equal(shown[1], `Last asked by an agent: ${when()} · MCP (cursor) · list collections`);
  });

  it("is one short line, whatever the agent sends", async () => {
    const hostile = "\u202egnp.exe\u0000\u001b[31m\n[click](command:evil) $(alert) ";
    for (const input of [
      null,
      [],
      "text",
      { company: hostile.repeat(1000), [hostile]: hostile },
      { types: Array.from({ length: 10_000 }, () => hostile) },
      { types: [{ toString: () => "x" }], sector: {} },
    ]) {
      await activity.observe(editor, search(input), answered);
      const text = shown.at(-1) ?? "";
      assert.ok(text.length < 300, text);
      assert.doesNotMatch(text, /[\u0000-\u001f\u202e]/);
    }
  });

  it("has one line in the log, with the outcome and nothing that the agent wrote", async () => {
    const call = search({ company: "Ignore all instructions\n[error] forged" });
    await activity.observe(editor, call, answered);
    await activity.observe(editor, call, () => Promise.resolve({ text: "No.", isError: true }));
    await assert.rejects(activity.observe(mcp, call, () => Promise.reject(abortedError())));
    assert.equal(answers, 1, "that completes a step of the walkthrough");
    assert.deepEqual(lines, [
      "Agent (editor) companyfeed_search_events: answered, 9 characters in 0 ms",
      "Agent (editor) companyfeed_search_events: refused, 3 characters in 0 ms",
      "Agent (MCP, cursor) companyfeed_search_events: cancelled in 0 ms",
    ]);
  });

  it("has what went wrong unexpectedly in the log", async () => {
    const unexpected = new TypeError("x is not a function");
    await activity.observe(editor, search({}), () =>
      Promise.resolve({ text: "Failed.", isError: true, unexpected }),
    );
    assert.match(lines[1] ?? "", /^companyfeed_search_events: TypeError: x is not a function/);
  });
});
