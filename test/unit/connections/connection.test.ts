import assert from "node:assert/strict";
import { checkBaseUrl } from "../../../src/service/urls";
import {
  addScheme,
  decodeConnections,
  parseKey,
  toEntry,
  validateDataset,
  validateName,
  validateOrganizationId,
} from "../../../src/connections/connection";

describe("The connections setting", () => {
  it("is decoded entry by entry, with a reason for each invalid entry", () => {
    const decoded = decodeConnections([
      {
        name: "Acme",
        baseUrl: "https://api.example.com/",
        dataset: "companydata",
        organizationId: " org-1 ",
      },
      { name: "Acme", baseUrl: "https://other.example.com" },
      { name: "No URL" },
      { name: "Plain", baseUrl: "http://api.example.com" },
      "nonsense",
      null,
      { name: "Sample", baseUrl: "https://api.example.com" },
      { name: "Invalid dataset", baseUrl: "https://api.example.com", dataset: "../x" },
      { name: "Local", baseUrl: "http://127.0.0.1:8080/base/" },
      { name: "Changes", baseUrl: "https://api.example.com", allowChanges: "true" },
      { name: "Header", baseUrl: "https://api.example.com", organizationId: "org-1\r\nX-Evil: 1" },
      { name: "Host", baseUrl: "https://api.example.com", publicationsPath: "https://evil.example/a" },
      { name: "No ID", baseUrl: "https://api.example.com", articlePath: "v2/articles" },
    ]);
    const summary = decoded.map((entry) =>
      typeof entry === "string" ? "" : [entry.name, entry.origin, entry.organizationId],
    );
    const acme = ["Acme", "https://api.example.com", "org-1"];
    const local = ["Local", "http://127.0.0.1:8080", undefined];
    assert.deepEqual(summary, [acme, "", "", "", "", "", "", "", local, "", "", "", ""]);
    const reasons = decoded.filter((entry) => typeof entry === "string");
    assert.ok(
      reasons.every((reason) => /^[A-Z"].*\.$/s.test(reason)),
      JSON.stringify(reasons),
    );
  });

  it("names the field of an invalid entry that has the wrong type", () => {
    const baseUrl = "https://api.example.com";
    for (const [entry, field] of [
      [{ name: "A", baseUrl, dataset: 7 }, "dataset"],
      [{ name: "A", baseUrl, allowChanges: "yes" }, "allowChanges"],
      [{ name: "A" }, "baseUrl"],
      [{ baseUrl, dataset: 7 }, "name"],
      [null, "name"],
    ] as const) {
      assert.deepEqual(decodeConnections([entry]), [`"${field}" is missing or has the wrong type.`]);
    }
  });

  it("is restored as saved, and contains only non-default values", () => {
    const entry = { name: "A", baseUrl: "https://x.example/api" };
    for (const [saved, stored] of [
      [
        { ...entry, dataset: "d", organizationId: "o", allowChanges: true },
        { dataset: "d", organizationId: "o", allowChanges: true },
      ],
      [{ ...entry, dataset: "companydata", allowChanges: false }, {}],
      [
        { ...entry, publicationsPath: "v2/a", articlePath: "v2/b/{id}" },
        { publicationsPath: "v2/a", articlePath: "v2/b/{id}" },
      ],
      [{ ...entry, dataset: " " }, {}],
      [entry, {}],
    ] as const) {
      const [connection] = decodeConnections([saved]);
      assert.ok(connection && typeof connection !== "string");
      assert.equal(Boolean(connection.allowChanges), "allowChanges" in stored);
      assert.deepEqual(toEntry(connection), { ...entry, ...stored });
    }
  });
});

describe("Connection input", () => {
  it("gets a scheme if a host was typed, with or without port and path", () => {
    for (const [typed, completed] of [
      [" api.example.com ", "https://api.example.com"],
      ["api.example.com/v2", "https://api.example.com/v2"],
      ["API.example.com:8443/base", "https://API.example.com:8443/base"],
      ["bücher.example", "https://bücher.example"],
      ["10.0.0.1", "https://10.0.0.1"],
      ["localhost.example.com", "https://localhost.example.com"],
      ["localhost:8080", "http://localhost:8080"],
      ["127.0.0.1:8080/base", "http://127.0.0.1:8080/base"],
      ["[::1]:8080", "http://[::1]:8080"],
    ] as const) {
      assert.equal(addScheme(typed), completed);
      assert.equal(typeof checkBaseUrl(completed), "object", completed);
    }
  });

  it("is unchanged if it is a URL or could be a pasted API key", () => {
    for (const typed of [
      "",
      "https://api.example.com",
      "HTTP://api.example.com",
      "ftp://api.example.com",
      "//api.example.com",
      "sk_live_5ecret",
      "sk-live-5ecret",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
      "user:password@api.example.com",
      "javascript:alert(1)",
      "api.example.com.",
      "a b.example.com",
    ]) {
      assert.equal(addScheme(typed), typed);
      assert.equal(typeof checkBaseUrl(addScheme(typed)) === "object", /^https:/.test(typed), typed);
    }
  });

  it("may be an API key with pasted quotes and white space", () => {
    for (const pasted of [
      "sk_1",
      "  sk_1\n",
      "“sk_1”",
      "'sk_1'",
      '`"sk_1"`',
      "Bearer sk_1",
      'bearer  "sk_1"',
      '"sk_1" ',
    ]) {
      assert.deepEqual(parseKey(pasted), { kind: "key", key: "sk_1" }, pasted);
    }
    for (const invalid of ["", "Bearer", '""', "sk_1 sk_2", "sk\n1", "schlüssel", "x".repeat(4097)]) {
      assert.equal(parseKey(invalid).kind, "invalid", invalid);
    }
  });

  it("requires an unused name", () => {
    for (const valid of ["Acme", "x".repeat(100)]) {
      assert.equal(validateName(valid, []), undefined);
    }
    assert.match(validateName(" Acme ", ["Acme"]) ?? "", /already/);
    for (const invalid of [" ", "Sample", "SAMPLE", "x".repeat(101), "a\u0007b", "a\nb"]) {
      assert.ok(validateName(invalid, []), invalid);
    }
  });

  it("requires a dataset that is one path segment", () => {
    for (const dataset of ["", " companydata ", "...", "x".repeat(200)]) {
      assert.equal(validateDataset(dataset), undefined, dataset);
    }
    for (const invalid of [".", "..", "a/b", "a\\b", "a?b", "a#b", "a b", "x".repeat(201)]) {
      assert.equal(
        validateDataset(invalid),
        "Enter a dataset without spaces, slashes, ? or #.",
        JSON.stringify(invalid),
      );
    }
  });

  it("requires an organization ID that can be sent in a header", () => {
    assert.equal(validateOrganizationId(""), undefined);
    assert.equal(validateOrganizationId("6f9619ff-8b86-d011-b42d-00cf4fc964ff"), undefined);
    for (const invalid of ["a b", "a\r\nX-Evil: 1", "x".repeat(201)]) {
      assert.ok(validateOrganizationId(invalid), invalid);
    }
  });
});
