import assert from "node:assert/strict";
import fc from "fast-check";
import {
  validateName,
  validateOrganizationId,
  decodeConnections,
  parseKey,
  toEntry,
} from "../../../src/connections/connection";

describe("connections in the settings", () => {
  it("reads what is right and explains what is not, entry by entry", () => {
    const { connections, invalidEntries } = decodeConnections([
      {
        name: "Acme",
        baseUrl: "https://api.example.com/",
        dataset: "companydata",
        organizationId: " org-1 ",
      },
      { name: "Acme", baseUrl: "https://other.example.com" },
      { name: "No address" },
      { name: "Plain", baseUrl: "http://api.example.com" },
      "nonsense",
      null,
      { name: "Sample", baseUrl: "https://api.example.com" },
      { name: "Odd dataset", baseUrl: "https://api.example.com", dataset: "../x" },
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

  it("never throws and invents nothing, whatever stands there", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { connections } = decodeConnections(value);
        assert.equal(connections.length, 0);
      }),
    );
  });

  it("writes an entry that reads back as the same connection", () => {
    const [connection] = decodeConnections([
      { name: "A", baseUrl: "https://x.example/api", dataset: "d", organizationId: "o" },
    ]).connections;
    assert.ok(connection);
    assert.deepEqual(decodeConnections([toEntry(connection)]).connections, [connection]);
  });
});

describe("what a person types", () => {
  it("takes keys as they come out of mails and documents", () => {
    for (const pasted of ["sk_1", "  sk_1\n", "“sk_1”", "'sk_1'", "Bearer sk_1", '"sk_1" ']) {
      assert.deepEqual(parseKey(pasted), { key: "sk_1" }, pasted);
    }
    for (const wrong of ["", "   ", '""', "sk_1 sk_2", "sk\n1", "schlüssel"]) {
      assert.ok("reason" in parseKey(wrong), wrong);
    }
  });

  it("wants a name that is free, and an organization ID that fits a header", () => {
    assert.equal(validateName("Acme", []), undefined);
    assert.match(validateName(" Acme ", ["Acme"]) ?? "", /already/);
    assert.ok(validateName(" ", []));
    assert.ok(validateName("Sample", []));
    assert.ok(validateName("x".repeat(101), []));
    assert.equal(validateOrganizationId(""), undefined);
    assert.equal(validateOrganizationId("6f9619ff-8b86-d011-b42d-00cf4fc964ff"), undefined);
    assert.ok(validateOrganizationId("a b"));
    assert.ok(validateOrganizationId("a\r\nX-Evil: 1"));
  });
});
