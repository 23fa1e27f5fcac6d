import assert from "node:assert/strict";
import { typeLabel } from "../../../../src/shared/eventKind";
import { fieldOptions } from "../../../../src/webview/filters/suggestions";

describe("The options of a field with suggestions", () => {
  const suggestions = ["Retail", "Health", "Applied AI", "AI", "ai", "product_launch"].map((value) => ({
    value,
    count: 1,
  }));

  function offered(typed: string, values: readonly string[] = []): string[] {
    return fieldOptions(typed, values, suggestions, typeLabel).map((option) =>
      option.facet ? option.value : `use ${option.value}`,
    );
  }

  it("start with the best match: exact, other case, prefix, prefix of a word, anywhere", () => {
    assert.deepEqual(offered("AI"), ["AI", "ai", "Applied AI", "Retail"]);
    assert.deepEqual(offered("ai"), ["ai", "AI", "Applied AI", "Retail"]);
    assert.deepEqual(offered("a"), ["Applied AI", "AI", "ai", "Retail", "Health", "product_launch", "use a"]);
    assert.deepEqual(offered("launch"), ["product_launch", "use launch"]);
    assert.deepEqual(offered(" product launch "), ["product_launch", "use product launch"]);
  });

  it("end with the typed text, unless it is already suggested or selected", () => {
    assert.deepEqual(offered("Ai"), ["AI", "ai", "Applied AI", "Retail", "use Ai"]);
    assert.deepEqual(offered("zzz"), ["use zzz"]);
    assert.deepEqual(offered("zzz", ["zzz"]), []);
  });

  it("put selected values last", () => {
    assert.deepEqual(offered("", ["Retail", "AI"]), [
      "Health",
      "Applied AI",
      "ai",
      "product_launch",
      "Retail",
      "AI",
    ]);
    assert.deepEqual(offered("AI", ["AI"]), ["ai", "Applied AI", "Retail", "AI"]);
  });

  it("match the typed text literally", () => {
    assert.deepEqual(offered(".*"), ["use .*"]);
    assert.deepEqual(offered("("), ["use ("]);
  });
});
