import assert from "node:assert/strict";
import fc from "fast-check";
import { toolDefinitions } from "../../../../../src/agent/tools/definitions";
import { foldedLabel, nearestLabels } from "../../../../../src/agent/tools/input/nearestLabels";
import { sectors } from "../../../../../src/sample/data/sectors";

const labels = sectors.map(({ label }) => label);
const types = [
  "funding",
  "product_launch",
  "partnership",
  "executive_change",
  "acquisition",
  "layoffs",
  "ipo",
];

describe("The labels nearest to a text", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["health", labels, ["Healthcare"]],
    ["Health Care", labels, ["Healthcare"]],
    ["biotech", labels, ["Biotechnology"]],
    ["AI", labels, ["Artificial Intelligence"]],
    ["ai/ml", labels, ["Artificial Intelligence"]],
    ["Artifical Inteligence", labels, ["Artificial Intelligence"]],
    ["defence", labels, ["Space & Defense"]],
    ["e commerce", labels, ["E-commerce & Retail"]],
    ["robots", labels, ["Robotics & Manufacturing"]],
    ["cyber security", labels, ["Cybersecurity"]],
    ["security", labels, ["Cybersecurity"]],
    // The same word at their ends makes two names no less different.
    ["financial technology", labels, []],
    ["mining", labels, []],
    ["", labels, []],
    ["&", labels, []],
    ["aquisition", types, ["acquisition"]],
    ["funding_round", types, ["funding"]],
    ["exec", types, ["executive_change"]],
    ["aggregate", ["Überfälle", "überfällig"], []],
    ["ueberfall", ["Überfall"], ["Überfall"]],
    ["ロボット", ["ロボツト", "金融"], ["ロボツト"]],
  ];
  for (const [text, from, expected] of cases) {
    it(`to "${text}"`, () => assert.deepEqual(nearestLabels(text, from), expected));
  }

  it("are those that are the same but for case, spacing and punctuation before all others", () => {
    fc.assert(
      fc.property(fc.constantFrom(...labels), (label) => {
        const spelled = label.toUpperCase().replace(/ & /, " and ").replace(/[ -]/g, "_");
        assert.equal(foldedLabel(spelled), foldedLabel(label));
        assert.equal(nearestLabels(spelled, [...labels].reverse())[0], label);
      }),
    );
  });

  it("are labels, each once and at most so many, whatever the text and the labels are", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("x".repeat(2_000_000), "a b ".repeat(500_000)),
    );
    fc.assert(
      fc.property(text, fc.array(text), fc.integer({ min: 1, max: 5 }), (wanted, from, max) => {
        const nearest = nearestLabels(wanted, from, max);
        assert.ok(nearest.length <= max && new Set(nearest).size === nearest.length);
        assert.ok(nearest.every((label) => from.includes(label)));
      }),
    );
  });

  it("are the argument that is meant by a name that is nearly right", () => {
    const [search] = toolDefinitions;
    const names = Object.keys(search?.inputSchema.properties ?? {});
    for (const [wrong, right] of [
      ["type", "types"],
      ["event_types", "types"],
      ["sectors", "sector"],
      ["amount", "min_amount"],
      ["companies", "company"],
      ["company_name", "company"],
      ["feed", "saved_feed"],
      ["sort_by", "sort"],
      ["page_token", "page"],
      ["max_limit", "limit"],
    ] as const) {
      assert.equal(nearestLabels(wrong, names, 1)[0], right, wrong);
    }
  });
});
