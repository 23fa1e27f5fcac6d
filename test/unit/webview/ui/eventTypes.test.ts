import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { icons, typeClass, typeName } from "../../../../src/webview/ui/eventTypes";

const spellings: Readonly<Record<string, readonly string[]>> = {
  Funding: ["funding", "FUNDING"],
  Acquisition: ["acquisition", "acquisitions"],
  IPO: ["ipo", "IPOs", "I.P.O."],
  "Executive change": ["executive_change", "executive-changes", "executiveChange", "Executive Changes"],
  Layoffs: ["layoff", "layoffs", "lay_offs"],
  Partnership: ["partnership", "partnerships"],
  Shutdown: ["shutdown", "shut-down"],
  "Product launch": ["product_launch", "productLaunch", "Product Launch"],
};

describe("An event type", () => {
  for (const [label, names] of Object.entries(spellings)) {
    it(`has the label ${label} in any spelling`, () => {
      for (const name of names) {
        assert.equal(typeName(name), label, name);
      }
    });
  }

  it("has its own icon", () => {
    const names = Object.values(icons);
    assert.equal(new Set(names).size, names.length);
    const css = readFileSync(
      createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css"),
      "utf8",
    );
    for (const icon of names) {
      assert.ok(css.includes(`.codicon-${icon}:before`), icon);
    }
  });

  it("keeps its name, and has a neutral color, if it is unknown", () => {
    assert.deepEqual(
      ["spin_off", "ß", "__proto__", "constructor"].map((type) => typeName(type)),
      ["spin_off", "ß", "__proto__", "constructor"],
    );
    assert.equal(typeName(undefined), "Unknown type");
    assert.equal(typeClass(" "), "type-other");
  });
});
