import assert from "node:assert/strict";
import {
  checkCallbackUrl,
  checkDomains,
  domainsIn,
} from "../../../../src/collections/subscriptions/subscriptionInput";

describe("The callback URL of a webhook alert", () => {
  it("is a complete https URL without a user name", () => {
    for (const text of [
      "https://hooks.example.com",
      " HTTPS://hooks.example.com/a?token=b ",
      "https://日本.example/",
    ]) {
      assert.equal(checkCallbackUrl(text), undefined, text);
    }
    const incomplete = "Enter a complete URL, such as https://hooks.example.com/alerts.";
    for (const [text, reason] of [
      [" ", "Enter the callback URL."],
      ["http://hooks.example.com", "Enter a URL that starts with https://."],
      ["hooks.example.com", "Enter a URL that starts with https://."],
      ["https://", incomplete],
      ["https://a b.example/", incomplete],
      [`https://a.example/${"x".repeat(2000)}`, incomplete],
      ["https://me@hooks.example.com/", "Remove the user name and password from the URL."],
      ["https://:secret@hooks.example.com/", "Remove the user name and password from the URL."],
    ] as const) {
      assert.equal(checkCallbackUrl(text), reason, text);
    }
  });
});

describe("The domains of a webhook alert", () => {
  it("are read from any pasted text, each once, without the rest of a URL", () => {
    const text =
      "acme.example, Globex.example;initech.example\n\nhttps://www.acme.example/\r\n\tbücher.example,";
    assert.deepEqual(domainsIn(text), {
      domains: ["acme.example", "globex.example", "initech.example", "xn--bcher-kva.example"],
      others: [],
    });
    assert.equal(checkDomains(text), undefined);
  });

  it("are rejected with the reason if one is invalid", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `c${n}.example`).join("\n");
    assert.equal(checkDomains(" ,;\n"), "Enter at least one domain.");
    assert.equal(checkDomains("acme.example, acme"), '"acme" is not a domain.');
    assert.equal(
      checkDomains("a@b.example x 10.0.0.1 y z acme.example"),
      "These are not domains: a@b.example, x, 10.0.0.1 and 2 more.",
    );
    assert.equal(checkDomains(many(10_000)), undefined);
    assert.equal(
      checkDomains(many(10_001)),
      "A webhook alert can have up to 10,000 domains. You entered 10,001.",
    );
  });
});
