import assert from "node:assert/strict";
import fc from "fast-check";
import { isParsable, scanItems, textOf, withoutOversizedItems } from "../../../../src/api/decode/jsonScanner";

function itemTexts(page: string, key = "events"): string[] {
  const bytes = Buffer.from(page);
  return scanItems(bytes, key).map((range) => textOf(bytes, range));
}

/** Formats JSON as a service might: with white space anywhere and any characters escaped. */
class Writer {
  private at = 0;

  /** `choices` decides, over and over. */
  constructor(private readonly choices: readonly number[]) {}

  write(value: unknown): string {
    if (typeof value === "string") {
      return this.string(value);
    }
    if (Array.isArray(value)) {
      return `[${this.gap()}${value.map((item) => this.write(item) + this.gap()).join(`,${this.gap()}`)}]`;
    }
    if (typeof value === "object" && value !== null) {
      const fields = Object.entries(value).map(
        ([name, field]) => `${this.string(name)}${this.gap()}:${this.gap()}${this.write(field)}${this.gap()}`,
      );
      return `{${this.gap()}${fields.join(`,${this.gap()}`)}}`;
    }
    return JSON.stringify(value);
  }

  gap(): string {
    return ["", "", " ", "\n", "\r\n\t", "   "][this.choose(6)] ?? "";
  }

  private string(text: string): string {
    const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    const isLone = /\p{Cs}/u.test(text);
    return `"${units.map((unit) => this.unit(unit, isLone)).join("")}"`;
  }

  private unit(unit: number, isLone: boolean): string {
    // A surrogate pair stays together; a lone surrogate can only be escaped in UTF-8.
    if (unit >= 0xd800 && unit <= 0xdfff ? isLone : this.choose(4) === 0) {
      return `\\u${unit.toString(16).padStart(4, "0")}`;
    }
    const char = String.fromCharCode(unit);
    return unit >= 0xd800 && unit <= 0xdfff ? char : JSON.stringify(char).slice(1, -1);
  }

  private choose(count: number): number {
    return (this.choices[this.at++ % this.choices.length] ?? 0) % count;
  }
}

const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 200 });
const json = fc.jsonValue({ maxDepth: 5 });
const key = fc.constantFrom("events", "collections", 'a"]{\\', "é\u2028", "");

describe("scanItems", () => {
  it("finds the text of every element, however the page is formatted", () => {
    const others = fc.dictionary(fc.oneof(fc.string(), fc.constant("events")), json);
    fc.assert(
      fc.property(fc.array(json), others, others, key, choices, (items, before, after, name, dice) => {
        const writer = new Writer(dice);
        const fields = (some: Record<string, unknown>) =>
          Object.entries(some).filter(([other]) => other !== name);
        const page =
          writer.gap() +
          writer.write(Object.fromEntries([...fields(before), [name, items], ...fields(after)])) +
          writer.gap();
        const parsed = (JSON.parse(page) as Record<string, unknown[]>)[name];
        assert.deepEqual(
          itemTexts(page, name).map((text): unknown => JSON.parse(text)),
          parsed,
        );
        assert.ok(itemTexts(page, name).every((text) => page.includes(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it("uses the last of several equal keys, as JSON.parse does", () => {
    assert.deepEqual(itemTexts('{"events":[1,2],"x":0,"events":[3]}'), ["3"]);
    assert.deepEqual(itemTexts('{"events":[1,2],"\\u0065vents":[3]}'), ["3"]);
    assert.deepEqual(itemTexts('{"events":[1,2],"events":7}'), []);
    assert.deepEqual(itemTexts('{"events":7,"events":[]}'), []);
  });

  it("ignores nested keys of the same name, and those in strings", () => {
    const page = '{"a":{"events":[1]},"b":"\\"events\\":[2]","c":[{"events":[3]}],"events":[{"events":[4]}]}';
    assert.deepEqual(itemTexts(page), ['{"events":[4]}']);
  });

  it("returns the characters as sent", () => {
    const items = ['{ "id" : "a", "n" : 1.50E+02 }', '"\\u00e9é\\/ ]},"', "-0.0", '{"a":1,"a":2}', "null"];
    assert.deepEqual(itemTexts(`\ufeff{ "events" : [ ${items.join(" ,\n")} ] }`), items);
  });

  it("finds nothing in an empty list or page", () => {
    assert.deepEqual(itemTexts('{"events":[ ]}'), []);
    assert.deepEqual(itemTexts("{}"), []);
    assert.deepEqual(itemTexts(" { } "), []);
  });

  it("handles any depth", () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    assert.deepEqual(itemTexts(`{"events":[${deep},1]}`), [deep, "1"]);
  });
});

describe("isParsable", () => {
  const limits = { depth: 3, containers: 5 };
  const parsable = (text: string) => isParsable(Buffer.from(text), limits);

  it("counts depth and containers", () => {
    assert.ok(parsable('{"a":[[1]],"b":[]}'));
    assert.ok(!parsable("[[[[]]]]"));
    assert.ok(parsable("[[],[],[],[]]"));
    assert.ok(!parsable("[[],[],[],[],[]]"));
  });

  it("ignores brackets in strings", () => {
    assert.ok(parsable('["[[[[[[[[[[", "\\"[[[[[[[[["]'));
  });

  it("does not validate the JSON", () => {
    assert.ok(parsable(""));
    assert.ok(parsable('"never closed \\'));
    assert.ok(parsable("]]]]}}}}"));
  });
});

describe("withoutOversizedItems", () => {
  const limits = { depth: 5, containers: 12 };
  const without = (text: string) => withoutOversizedItems(Buffer.from(text), "events", limits)?.toString();

  it("replaces only the elements that are nested too deeply", () => {
    assert.equal(
      without('{"a":[1], "events": [{"b":[1]}, [[[[1]]]] , "x", {"c":{"d":{"e":{}}}}],"z":null}'),
      '{"a":[1], "events": [{"b":[1]}, null , "x", null],"z":null}',
    );
  });

  it("replaces elements wherever those with more containers are", () => {
    const [many, more] = [11, 12].map((length) => JSON.stringify(Array.from({ length }, () => [])));
    assert.equal(without(`{"events":[${more},"x",${many},"y"]}`), '{"events":[null,"x",null,"y"]}');
    assert.equal(without(`{"events":["x",${many},"y",${more}]}`), '{"events":["x",null,"y",null]}');
  });

  it("replaces the elements with the most containers until the rest is within the limit", () => {
    const many = JSON.stringify(Array.from({ length: 9 }, () => []));
    assert.equal(
      without(`{"events":[${many},[[1],[2]],[[3]],${many}]}`),
      '{"events":[null,[[1],[2]],[[3]],null]}',
    );
  });

  it("returns nothing if the rest of the page exceeds the limits, or the page is not an object with a list", () => {
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

  it("takes linear time, however the brackets are arranged", () => {
    const size = 4 << 20;
    const large = { depth: 500, containers: 100_000 };
    for (const unit of ["[", '["[', "{", '{"events":[', "[],", '"', "\\", ","]) {
      const page = Buffer.from(`{"events":[${unit.repeat(size / unit.length)}`);
      // Of the processor, regardless of what else the machine does.
      const before = process.cpuUsage();
      withoutOversizedItems(page, "events", large);
      assert.ok(process.cpuUsage(before).user < 2_000_000, unit);
    }
  });

  it("equals the page with null in place of oversized elements", () => {
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
