import assert from "node:assert/strict";
import { companyListOf } from "../../../../src/savedFeeds/model/companyList";

describe("imported companies", () => {
  it("are the column called domain, website, company or name of a table, else the first", () => {
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

  it("are the lines of a text that is no table", () => {
    const { companies } = companyListOf('Acme, Inc.\r\n\r\n  nova.example \nent_8kQ2\n"Booking.com"');
    assert.deepEqual(companies, ["Acme, Inc.", "nova.example", "ent_8kQ2", "booking.com"]);
    assert.deepEqual(companyListOf("").companies, []);
  });

  it("leave out, and count, what names no company", () => {
    const text = "Nova\nn/a\n-\n120\nsomeone@gmail.com\nhttps://no host/\n" + "x".repeat(300);
    assert.deepEqual(companyListOf(text), { companies: ["Nova"], notUnderstood: 6 });
  });
});
