import assert from "node:assert/strict";
import {
  type CellProblem,
  type EntryKind,
  readCell,
} from "../../../../../src/savedFeeds/companies/import/companyCell";

describe("A cell of an imported list", () => {
  const understood: [EntryKind, string, string][] = [
    ["domain", "NovaGrid.example", "novagrid.example"],
    ["domain", "www.novagrid.example", "novagrid.example"],
    ["domain", "https://www.novagrid.example/about?x=1#y", "novagrid.example"],
    ["domain", "novagrid.example/about", "novagrid.example"],
    ["domain", "http://novagrid.example:8080", "novagrid.example"],
    ["domain", "jane@novagrid.example", "novagrid.example"],
    ["domain", "mailto:jane@novagrid.example", "novagrid.example"],
    ["domain", "Jane Doe <jane@mail.novagrid.example>", "mail.novagrid.example"],
    ["domain", "https://BÜCHER.example/", "bücher.example"],
    ["domain", "xn--bcher-kva.example", "bücher.example"],
    ["domain", '"novagrid.example",', "novagrid.example"],
    ["domain", "- novagrid.example", "novagrid.example"],
    ["domain", "linkedin.com", "linkedin.com"],
    ["domain", "https://linkedin.com/", "linkedin.com"],
    ["entityId", "ent_8kQ2", "ent_8kQ2"],
    ["name", " Nova \t Grid ", "Nova Grid"],
    ["name", "Apple, Inc.", "Apple, Inc."],
    ["name", "“Nova Grid”", "Nova Grid"],
    ["name", "“Nova Grid” ,", "Nova Grid"],
    ["name", 'Nova "Grid" Ltd', 'Nova "Grid" Ltd'],
    ["name", "A.B/C Holding", "A.B/C Holding"],
    ["name", "Yahoo!", "Yahoo!"],
    ["name", "3M", "3M"],
    ["name", "8x8", "8x8"],
    ["name", "3 Com", "3 Com"],
    ["name", "1-800-Flowers", "1-800-Flowers"],
    ["name", "株式会社ノバ", "株式会社ノバ"],
    ["name", "=HYPERLINK()", "=HYPERLINK()"],
  ];
  for (const [kind, cell, entry] of understood) {
    it(`is the ${kind} ${entry} if it says ${JSON.stringify(cell)}`, () =>
      assert.deepEqual(readCell(cell), { kind, entry }));
  }

  const problems: [CellProblem, string][] = [
    ["empty", " \t"],
    ["empty", '""'],
    ["placeholder", "N/A"],
    ["placeholder", "-"],
    ["number", "1234"],
    ["number", "1,234.50"],
    ["number", "$3M"],
    ["number", "€ 12"],
    ["number", "12 %"],
    ["number", "2026-11-22"],
    ["number", "22.11.2026"],
    ["noLetters", "***"],
    ["noLetters", "["],
    ["noLetters", "\u200b!"],
    ["tooLong", "x".repeat(201)],
    ["severalLines", "Nova\nGrid"],
    ["notAWebsite", "https://127.0.0.1/x"],
    ["notAWebsite", "http://localhost/"],
    ["notAWebsite", "ftp://novagrid.example/"],
    ["notAWebsite", "https://"],
    ["notAWebsite", "jane@localhost"],
    ["sharedWebsite", "https://www.linkedin.com/company/novagrid"],
    ["sharedWebsite", "de.linkedin.com/company/novagrid"],
    ["sharedWebsite", "https://github.com/novagrid"],
    ["mailProvider", "jane@gmail.com"],
  ];
  for (const [problem, cell] of problems) {
    it(`is not understood if it says ${JSON.stringify(cell).slice(0, 50)} (${problem})`, () =>
      assert.deepEqual(readCell(cell), { kind: "problem", problem }));
  }
});
