import assert from "node:assert/strict";
import { companyListOf } from "../../../../src/savedFeeds/model/companyList";

describe("Imported companies", () => {
  it("come from a table's domain, website, company or name column, or else the first column", () => {
    for (const [text, companies] of [
      ["Company,Website\nNova,https://www.nova.example/about\n", ["nova.example"]],
      ['Name;Domain\n"Nova; Inc.";nova.example', ["nova.example"]],
      ["Kunde\tOrt\nNova\tBerlin", ["Kunde", "Nova"]],
      ['\ufeffcompany,employees\n"Acme, Inc.",120', ["Acme, Inc."]],
      ["Acme,120\nHelio,35", ["Acme", "Helio"]],
    ] as const) {
      assert.deepEqual(companyListOf(text), { companies, notUnderstood: 0 }, text);
    }
  });

  it("are the lines of a text that isn't a table", () => {
    const { companies } = companyListOf('Acme, Inc.\r\n\r\n  nova.example \nent_8kQ2\n"Booking.com"');
    assert.deepEqual(companies, ["Acme, Inc.", "nova.example", "ent_8kQ2", "booking.com"]);
    assert.deepEqual(companyListOf("").companies, []);
  });

  it("exclude entries that don't name a company, and report their number", () => {
    const text = "Nova\nn/a\n-\n120\nsomeone@gmail.com\nhttps://no host/\n" + "x".repeat(300);
    assert.deepEqual(companyListOf(text), { companies: ["Nova"], notUnderstood: 6 });
  });
});
