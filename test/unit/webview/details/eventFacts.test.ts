import assert from "node:assert/strict";
import { eventFacts } from "../../../../src/webview/details/eventFacts";

describe("The facts of an event", () => {
  it("are the specified fields, without the remaining ones", () => {
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

  it("are empty for invalid JSON", () => {
    for (const json of ["", "null", "[1]", "{", '"x"']) {
      assert.deepEqual(eventFacts({ event: { id: "e" }, json }), { company: [], data: [], rest: new Map() });
    }
  });

  it("keep fields that are named like properties of JavaScript objects", () => {
    const { rest } = eventFacts({ event: { id: "e" }, json: '{"__proto__":{"a":1},"constructor":2}' });
    assert.deepEqual(
      [...rest],
      [
        ["__proto__", '{"a":1}'],
        ["constructor", "2"],
      ],
    );
  });

  it("show numbers as they were sent, also those that JavaScript cannot represent", () => {
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
