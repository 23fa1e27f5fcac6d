import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeConnections,
  parseKey,
  toEntry,
  validateName,
  validateOrganizationId,
} from "../../../src/connections/connection";

describe("the connections setting", () => {
  it("is decoded entry by entry, with a reason for each invalid one", () => {
    const { connections, invalidEntries } = decodeConnections([
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
    ]);
    assert.deepEqual(
      connections.map(({ name, origin, organizationId }) => [name, origin, organizationId]),
      [
        ["Acme", "https://api.example.com", "org-1"],
        ["Local", "http://127.0.0.1:8080", undefined],
      ],
    );
    assert.deepEqual(
      invalidEntries.map(({ index }) => index),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.ok(
      invalidEntries.every(({ reason }) => /^[A-Z"].*\.$/s.test(reason)),
      JSON.stringify(invalidEntries),
    );
  });

  it("yields no connection from arbitrary values", () => {
    fc.assert(fc.property(fc.anything(), (value) => decodeConnections(value).connections.length === 0));
  });

  it("restores a connection that was saved as an entry", () => {
    const [connection] = decodeConnections([
      { name: "A", baseUrl: "https://x.example/api", dataset: "d", organizationId: "o" },
    ]).connections;
    assert.ok(connection);
    assert.deepEqual(decodeConnections([toEntry(connection)]).connections, [connection]);
  });
});

describe("input validation", () => {
  it("accepts API keys with the quotes and white space they are pasted with", () => {
    for (const pasted of ["sk_1", "  sk_1\n", "“sk_1”", "'sk_1'", "Bearer sk_1", '"sk_1" ']) {
      assert.deepEqual(parseKey(pasted), { key: "sk_1" }, pasted);
    }
    for (const invalid of ["", "   ", '""', "sk_1 sk_2", "sk\n1", "schlüssel"]) {
      assert.ok("reason" in parseKey(invalid), invalid);
    }
  });

  it("requires a name that is not in use", () => {
    assert.equal(validateName("Acme", []), undefined);
    assert.match(validateName(" Acme ", ["Acme"]) ?? "", /already/);
    for (const invalid of [" ", "Sample", "x".repeat(101)]) {
      assert.ok(validateName(invalid, []), invalid);
    }
  });

  it("requires an organization ID that can be sent in a header", () => {
    assert.equal(validateOrganizationId(""), undefined);
    assert.equal(validateOrganizationId("6f9619ff-8b86-d011-b42d-00cf4fc964ff"), undefined);
    for (const invalid of ["a b", "a\r\nX-Evil: 1"]) {
      assert.ok(validateOrganizationId(invalid), invalid);
    }
  });
});
