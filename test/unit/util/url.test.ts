import assert from "node:assert/strict";
import { parseUrl } from "../../../src/util/url";

describe("parseUrl", () => {
  it("parses non-ASCII letters every time, even after V8 has optimized the call", () => {
    for (let count = 0; count < 20_000; count++) {
      assert.equal(parseUrl("https://bücher.example")?.host, "xn--bcher-kva.example");
    }
  });
});
