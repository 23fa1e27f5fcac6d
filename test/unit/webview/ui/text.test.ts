import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import { eventFacts } from "../../../../src/webview/details/eventFacts";
import { hiding, joined } from "../../../support/page/plainText";
import { eventTypeInfo } from "../../../../src/webview/ui/eventTypes";
import { expandedQuery } from "../../../../src/webview/filters/queryText";
import { counted } from "../../../../src/shared/text";
import { displayBlock, displayLine } from "../../../../src/webview/ui/text";

const kinds: Readonly<Record<string, readonly string[]>> = {
  Funding: ["funding", "FUNDING", "funding_round", "funding-rounds", "Funding Round"],
  Acquisition: ["acquisition", "acquisitions"],
  IPO: ["ipo", "IPOs", "I.P.O."],
  "Executive change": ["executive_change", "executive-changes", "executiveChange", "Executive Changes"],
  Layoffs: ["layoff", "layoffs", "lay_offs"],
  Partnership: ["partnership", "partnerships"],
  Shutdown: ["shutdown", "shut-downs"],
  "Product launch": ["product_launch", "product-launches", "productLaunch", "product_launchs"],
};

describe("The look of a type", () => {
  for (const [label, names] of Object.entries(kinds)) {
    it(`is that of ${label}, however it is spelled`, () => {
      for (const name of names) {
        assert.equal(eventTypeInfo(name).label, label, name);
      }
    });
  }

  it("is one of its own for each kind, of an icon that the font has", () => {
    const looks = Object.keys(kinds).map(eventTypeInfo);
    assert.equal(new Set(looks.map(({ icon }) => icon)).size, 8);
    assert.equal(new Set(looks.map(({ className }) => className)).size, 8);
    const css = readFileSync(
      createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css"),
      "utf8",
    );
    for (const { icon } of [...looks, eventTypeInfo("other")]) {
      assert.ok(css.includes(`.codicon-${icon}:before`), icon);
    }
  });

  it("is neutral for what nobody knows, under its own name", () => {
    assert.deepEqual(
      ["spin_off", "ß", "__proto__", "constructor"].map((type) => eventTypeInfo(type).label),
      ["spin_off", "ß", "__proto__", "constructor"],
    );
    assert.equal(eventTypeInfo(undefined).label, "Unknown type");
    assert.equal(eventTypeInfo(" ").className, "type-other");
  });
});

describe("Text of the service", () => {
  it("shows what would be invisible by its name", () => {
    assert.equal(
      displayLine("a\n\t b\u0000\u001b[0m\u009b\u202e\u2066\u200f\ufeff\ud800c"),
      "a b\u2400\u241b[0m\\u009b\\u202e\\u2066\\u200f\\ufeff\ufffdc",
    );
    assert.equal(displayBlock("a\r\nb\rc\n\td\u0007"), "a\nb\nc\n\td\u2407");
    assert.equal(displayLine("Søren 李 🚀 e\u0301"), "Søren 李 🚀 e\u0301");
  });

  it("leaves the characters alone that join letters and emoji", () => {
    for (const text of joined) {
      assert.equal(displayLine(text), text);
    }
  });

  it("shows every other character that draws nothing by its name, as JSON would", () => {
    for (const character of hiding) {
      const shown = displayLine(`a${character}b`);
      assert.match(shown, /^a(?:\\u[0-9a-f]{4})+b$/);
      assert.equal(JSON.parse(`"${shown}"`), `a${character}b`);
    }
  });

  it("counts in words", () => {
    assert.equal(counted(1, "event"), "1 event");
    assert.equal(counted(0, "event"), "0 events");
    assert.equal(counted(1, "entry", "entries"), "1 entry");
    assert.equal(counted(3, "entry", "entries"), "3 entries");
  });
});

describe("The facts of an event", () => {
  it("come from the fields that interface.md shows; all else is the rest", () => {
    const facts = eventFacts({
      event: { id: "e", title: "T" },
      json: '{"id":"e","title":"T","type":7,"company":{"name":"N","extra":1,"domain":5},"event_data":{"amount":42e6,"investors":["A","B"]}}',
    });
    assert.deepEqual(facts.company, [{ name: "name", label: "Name", value: "N" }]);
    assert.deepEqual(facts.data, [
      { name: "amount", label: "Amount", value: "$42M ($42,000,000)" },
      { name: "investors", label: "Investors", value: "A, B" },
    ]);
    assert.deepEqual(
      [...facts.rest],
      [
        ["type", "7"],
        ["company", '{"extra":1,"domain":5}'],
      ],
    );
  });

  it("are none where the JSON is none", () => {
    for (const json of ["", "null", "[1]", "{", '"x"']) {
      assert.deepEqual(eventFacts({ event: { id: "e" }, json }), { company: [], data: [], rest: new Map() });
    }
  });

  it("keep fields with names of JavaScript's own", () => {
    const { rest } = eventFacts({ event: { id: "e" }, json: '{"__proto__":{"a":1},"constructor":2}' });
    assert.deepEqual(
      [...rest],
      [
        ["__proto__", '{"a":1}'],
        ["constructor", "2"],
      ],
    );
  });

  it("have the numbers that were sent, those that JavaScript cannot hold too", () => {
    const shown = (amount: string) =>
      eventFacts({ event: { id: "e" }, json: `{"event_data":{"amount":${amount},"x":${amount}}}` });
    for (const [sent, text] of [
      ["1e400", "$1e400"],
      ["-1E+400", "-$1E+400"],
      ["1e-400", "$1e-400"],
      ["12345678901234567890", "$1.23e+19 ($12,345,678,901,234,567,890)"],
      ["9007199254740993", "$9,007T ($9,007,199,254,740,993)"],
      ["42000000.0", "$42M ($42,000,000)"],
      ["0", "$0"],
    ] as const) {
      const { data, rest } = shown(sent);
      assert.deepEqual(
        data.map(({ value }) => value),
        [text],
      );
      assert.equal(rest.get("event_data"), `{"x":${sent}}`);
    }
  });
});

describe("A wider window", () => {
  const query = (window: FeedQuery["window"]): FeedQuery => ({ window, types: ["ipo"] });

  it("is 30 days, then twice as long, up to the limit", () => {
    assert.deepEqual(expandedQuery(query({ kind: "last", days: 7 })), query({ kind: "last", days: 30 }));
    assert.deepEqual(expandedQuery(query({ kind: "last", days: 30 })), query({ kind: "last", days: 60 }));
    assert.deepEqual(expandedQuery(query({ kind: "last", days: 3000 })), query({ kind: "last", days: 3650 }));
    assert.equal(expandedQuery(query({ kind: "last", days: 3650 })), undefined);
  });

  it("begins as much earlier as it is long", () => {
    const until = "2026-11-08T00:00:00.000Z";
    assert.deepEqual(
      expandedQuery(query({ kind: "fixed", since: "2026-11-01T00:00:00.000Z", until })),
      query({ kind: "fixed", since: "2026-10-25T00:00:00.000Z", until }),
    );
    assert.equal(
      expandedQuery(query({ kind: "fixed", since: "1970-01-01T00:00:00.000Z", until })),
      undefined,
    );
  });
});
