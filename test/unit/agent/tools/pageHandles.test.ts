import assert from "node:assert/strict";
import type { AgentConnection } from "../../../../src/agent/tools/environment";
import { type NextPage, type PagedAnswer, PageHandles } from "../../../../src/agent/tools/pageHandles";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { fakeClient } from "../../../support/fakes/unusedClient";

describe("Page handles of agents", () => {
  const clock = new FakeClock();
  const connectionTo = (name: string): AgentConnection => ({
    name,
    client: fakeClient({}),
    changed: new AbortController().signal,
  });
  const connection = connectionTo("Acme");
  const answerOf = (size = 100): PagedAnswer => ({ connection, size });
  let handles: PageHandles<PagedAnswer>;

  beforeEach(() => {
    handles = new PageHandles(clock);
  });

  const find = (handle: string): NextPage<PagedAnswer> | string => handles.get(handle, connection);

  /** What is said instead of a page. */
  const refusal = (handle: string, asked = connection): string => {
    const found = handles.get(handle, asked);
    return typeof found === "string" ? found : "";
  };

  it("give the same page as often as it is asked for", () => {
    const page = { answer: answerOf(), from: 20 };
    const handle = handles.add(page);
    assert.match(handle, /^p_[0-9a-f]{6}$/);
    for (let n = 0; n < 3; n++) {
      const found = find(handle);
      assert.ok(typeof found === "object" && found.answer === page.answer && found.from === 20);
    }
    assert.equal(handles.add(page), handle);
    assert.notEqual(handles.add({ ...page, from: 40 }), handle);
  });

  it("say what to do with an unknown, expired or foreign one", () => {
    const handle = handles.add({ answer: answerOf(), from: 20 });
    for (const invalid of ["", "p_", "431", "p_000000 ", "p_ABCDEF", "../p_000000", "p_0000000"]) {
      assert.match(refusal(invalid), /This is not a page handle\..* such as p_7f3a1c/, invalid);
    }
    assert.match(refusal(handle, connectionTo("Acme")), /was read from another connection/);
    clock.advance(29 * 60_000);
    assert.ok(typeof find(handle) === "object");
    clock.advance(29 * 60_000);
    assert.ok(typeof find(handle) === "object", "its time starts anew with each use");
    clock.advance(31 * 60_000);
    assert.match(refusal(handle), /no longer available/);
  });

  it("do not grow: those used last stay", () => {
    const first = handles.add({ answer: answerOf(9000), from: 20 });
    const second = handles.add({ answer: answerOf(9000), from: 20 });
    assert.ok(typeof find(first) === "object");
    const third = handles.add({ answer: answerOf(9000), from: 20 });
    assert.ok(typeof find(second) === "string", "more than 20,000 events");
    assert.ok(typeof find(first) === "object" && typeof find(third) === "object");

    const huge = handles.add({ answer: answerOf(50_000), from: 20 });
    assert.ok(typeof find(huge) === "object", "the page of the latest answer always exists");
    assert.ok(typeof find(third) === "string");

    const many = Array.from({ length: 300 }, (_, n) => handles.add({ answer: answerOf(1), from: n }));
    assert.equal(many.filter((handle) => typeof find(handle) === "object").length, 200);
    const ofOne = answerOf(1);
    const pages = Array.from({ length: 300 }, (_, n) => handles.add({ answer: ofOne, from: n }));
    assert.equal(pages.filter((handle) => typeof find(handle) === "object").length, 200);
  });
});
