import assert from "node:assert/strict";
import { companyMatcher } from "../../../../src/feed/store/search";
import { domainOf } from "../../../../src/util/url";
import type { Company } from "../../../../src/shared/companyEvent";

describe("The companies of a saved feed", () => {
  const nova: Company = { name: "Nova Grid", domain: "novagrid.example", entityId: "ent_8kQ2" };

  it("match by domain in every form, entity ID or name", () => {
    for (const entry of [
      "novagrid.example",
      "www.novagrid.example",
      "https://www.NovaGrid.example/",
      "ent_8kQ2",
      "nova grid",
      "  NOVA  GRID ",
    ]) {
      assert.ok(companyMatcher(["other", entry])(nova), entry);
    }
    for (const domain of ["WWW.novagrid.example", "https://novagrid.example/", "novagrid.example."]) {
      assert.ok(companyMatcher(["novagrid.example"])({ domain }), domain);
    }
    assert.ok(companyMatcher(["bücher.example"])({ domain: "xn--bcher-kva.example" }));
    assert.ok(companyMatcher(["xn--bcher-kva.example"])({ domain: "www.BÜCHER.example" }));
    // A Cyrillic "а" makes it another domain, although it looks the same.
    assert.ok(!companyMatcher(["nov\u0430grid.example"])(nova));
  });

  it("are compared quickly even if a name is very long", () => {
    const name = "word ".repeat(400_000);
    const startedAt = process.cpuUsage();
    for (let n = 0; n < 10; n++) {
      assert.ok(!companyMatcher(["novagrid.example"])({ name, domain: name }));
    }
    const { user, system } = process.cpuUsage(startedAt);
    assert.ok(user + system < 500_000, `${(user + system) / 1000} ms`);
  });

  it("don't match similar companies", () => {
    for (const entry of [
      "grid",
      "nova",
      "nova grid inc",
      "novagrid",
      "ent_8kq2",
      "ent_8kQ",
      "careers.novagrid.example",
      "evilnovagrid.example",
      "novagrid.example.org",
      "example",
    ]) {
      assert.ok(!companyMatcher([entry])(nova), entry);
    }
    assert.ok(!companyMatcher(["novagrid.example"])({ domain: "careers.novagrid.example" }));
  });

  it("match a name that looks like a domain, but never a field such as industry", () => {
    assert.ok(companyMatcher(["Booking.com"])({ name: "Booking.com", domain: "bookingholdings.example" }));
    assert.ok(companyMatcher(["monday.com"])({ name: "Monday", domain: "monday.com" }));
    assert.ok(!companyMatcher(["nova"])({ name: "Other", industry: "nova", location: "nova" }));
  });

  it("match names regardless of case, Unicode form, typography and accents", () => {
    const pairs: [string, string][] = [
      ["Straße AG", "STRASSE AG"],
      ["Cafe\u0301 Noir", "café noir"],
      ["Cafe", "Café"],
      ["Ｎｏｖａ", "nova"],
      ["Moody’s", "moody's"],
      ["Rolls‑Royce", "rolls-royce"],
      ["ΟΔΟΣ", "οδος"],
      ["No\u200bva", "nova"],
      ["A\u00a0B", "a b"],
    ];
    for (const [entry, name] of pairs) {
      assert.ok(companyMatcher([entry])({ name }), entry);
      assert.ok(companyMatcher([name])({ name: entry }), entry);
    }
  });

  it("are recognized as domains only if they are host names", () => {
    for (const wrong of [
      "",
      "nova",
      "nova grid.example",
      "1.2.3.4",
      "v2.10",
      "a..example",
      "-a.example",
      "a@b.example",
      "nova.example/path",
      "javascript:alert(1)",
      "Yahoo!",
      "Acme Inc.",
      `${"a".repeat(300)}.example`,
    ]) {
      assert.equal(domainOf(wrong), undefined, wrong);
    }
    assert.equal(domainOf("www.example"), "www.example");
    assert.equal(domainOf(" HTTP://WWW.Nova-Grid.co.uk:8080/ "), "nova-grid.co.uk");
  });
});
