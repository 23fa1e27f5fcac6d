import assert from "node:assert/strict";
import { websiteOf } from "../../../src/shared/companyEvent";

describe("The website of a company", () => {
  it("can only be a host name over http or https", () => {
    assert.equal(websiteOf("novagrid.example"), "https://novagrid.example/");
    assert.equal(websiteOf(" http://Nova-Grid.co.uk/ "), "http://nova-grid.co.uk/");
    assert.equal(websiteOf("xn--bcher-kva.example"), "https://xn--bcher-kva.example/");
    for (const wrong of [
      undefined,
      "",
      "javascript:alert(1)",
      "novagrid.example/path",
      "user@novagrid.example",
      "novagrid.example:8080",
      "169.254.169.0xfe",
    ]) {
      assert.equal(websiteOf(wrong), undefined, wrong);
    }
  });
});
