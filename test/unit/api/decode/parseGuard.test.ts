import assert from "node:assert/strict";
import fc from "fast-check";
import { isParsable, withoutOversizedItems } from "../../../../src/api/decode/parseGuard";

describe("isParsable", () => {
  const limits = { depth: 3, containers: 5 };
  const parsable = (text: string) => isParsable(Buffer.from(text), limits);

  it("counts depth and containers", () => {
    assert.ok(parsable('{"a":[[1]],"b":[]}'));
    assert.ok(!parsable("[[[[]]]]"));
    assert.ok(parsable("[[],[],[],[]]"));
    assert.ok(!parsable("[[],[],[],[],[]]"));
  });

  it("leaves brackets inside strings alone", () => {
    assert.ok(parsable('["[[[[[[[[[[", "\\"[[[[[[[[["]'));
  });

  it("is not its business whether the text is JSON", () => {
    assert.ok(parsable(""));
    assert.ok(parsable('"never closed \\'));
    assert.ok(parsable("]]]]}}}}"));
  });
});

describe("withoutOversizedItems", () => {
  const limits = { depth: 5, containers: 12 };
  const without = (text: string) => withoutOversizedItems(Buffer.from(text), "events", limits)?.toString();

  it("leaves out the elements that are nested too deeply, and nothing else", () => {
    assert.equal(
      without('{"a":[1], "events": [{"b":[1]}, [[[[1]]]] , "x", {"c":{"d":{"e":{}}}}],"z":null}'),
      '{"a":[1], "events": [{"b":[1]}, null , "x", null],"z":null}',
    );
  });

  it("leaves out the elements with the most containers until the rest is few enough", () => {
    const many = JSON.stringify(Array.from({ length: 9 }, () => []));
    assert.equal(
      without(`{"events":[${many},[[1],[2]],[[3]],${many}]}`),
      '{"events":[null,[[1],[2]],[[3]],null]}',
    );
  });

  it("is of no help where the rest of the page is at fault, or the page is no object with a list", () => {
    for (const text of [
      '{"events":[1],"meta":[[[[[[1]]]]]]}',
      "[[[[[[[1]]]]]]]",
      '{"events":{"a":[[[[[[1]]]]]]}}',
      '{"events":[},[[[[[[1]]]]]]]}',
      '{"events":[,,[[[[[[1',
      '{"events" [[[[[[[1]]]]]]]}',
      '{"\\x":[[[[[[1]]]]]]}',
    ]) {
      assert.equal(without(text), undefined, text);
    }
  });

  it("takes as long as a page is long, however its brackets stand", () => {
    const size = 4 << 20;
    const large = { depth: 500, containers: 100_000 };
    for (const unit of ["[", '["[', "{", '{"events":[', "[],", '"', "\\", ","]) {
      const page = Buffer.from(`{"events":[${unit.repeat(size / unit.length)}`);
      const start = performance.now();
      withoutOversizedItems(page, "events", large);
      assert.ok(performance.now() - start < 2_000, unit);
    }
  });

  it("yields what JSON.parse would make of the page, with null for what is left out", () => {
    const depthOf = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner)))
        : 0;
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 7 }), { maxLength: 8 }), (events) => {
        const page = Buffer.from(JSON.stringify({ events, has_more: true }));
        const parsable = withoutOversizedItems(page, "events", { depth: 5, containers: 1_000_000 });
        const expected = {
          events: events.map((event) => (depthOf(event) > 3 ? null : event)),
          has_more: true,
        };
        assert.equal(parsable?.toString(), JSON.stringify(expected));
      }),
    );
  });
});
