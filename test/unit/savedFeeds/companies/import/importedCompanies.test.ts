import assert from "node:assert/strict";
import fc from "fast-check";
import { columnsOf, isSplitAtLegalForms } from "../../../../../src/savedFeeds/companies/import/columns";
import {
  checkImportedSize,
  decodeImportedFile,
} from "../../../../../src/savedFeeds/companies/import/importedText";
import {
  type ImportedCompanies,
  importedCompanies,
} from "../../../../../src/savedFeeds/companies/import/importedCompanies";
import { readLines, readTable } from "../../../../../src/savedFeeds/companies/import/importedTable";
import { importReport, kindsText } from "../../../../../src/savedFeeds/companies/import/importReport";
import { Watchlist } from "../../../../../src/savedFeeds/model/watchlist";

/** The likeliest column of a text, or its lines. */
async function imported(
  text: string,
  existing: readonly string[] = [],
  max = 10_000,
): Promise<ImportedCompanies> {
  const table = await readTable(text);
  const { rows, columns } = columnsOf(table);
  const chosen = table.delimiter === undefined ? undefined : [columns[0]?.index ?? 0];
  return importedCompanies(rows, chosen, existing, max);
}

describe("Imported companies", () => {
  it("are those of pasted lines", async () => {
    const { entries, counts, notUnderstood } = await imported(
      "novagrid.example\r\n\r\nhttps://www.helio.example/\r\nent_8kQ2\r\nApple, Inc.\r\nn/a\r\n",
    );
    assert.deepEqual(entries, ["novagrid.example", "helio.example", "ent_8kQ2", "Apple, Inc."]);
    assert.deepEqual(counts, { domain: 2, entityId: 1, name: 1 });
    assert.deepEqual(notUnderstood, [{ line: 6, lastLine: 6, text: "n/a", problem: "placeholder" }]);
  });

  it("are all domains of one line, but one name with commas", async () => {
    assert.deepEqual((await imported("a.example, b.example;jane@c.example d.example")).entries, [
      "a.example",
      "b.example",
      "c.example",
      "d.example",
    ]);
    assert.deepEqual((await imported("Smith, Jones, and Company")).entries, ["Smith, Jones, and Company"]);
    assert.deepEqual((await imported("Jane Doe <jane@a.example>")).entries, ["a.example"]);
  });

  it("are not split at the legal form behind a comma", async () => {
    const table = await readTable("Apple, Inc.\nAlphabet, Inc.\nSAP, SE\n");
    assert.ok(isSplitAtLegalForms(table));
    assert.ok(!isSplitAtLegalForms(await readTable("Apple,apple.example\nSAP,sap.example\n")));
    assert.deepEqual(
      readLines("\ufeffApple, Inc.\n\nSAP, SE").map(({ line, cells }) => [line, ...cells]),
      [
        [1, "Apple, Inc."],
        [3, "SAP, SE"],
      ],
    );
  });

  for (const [name, delimiter] of [
    ["a comma", ","],
    ["a semicolon", ";"],
    ["a tab", "\t"],
    ["a bar", "|"],
  ] as const) {
    it(`are found in the column of domains of a file with ${name}`, async () => {
      const lines = [
        ["Company", "Revenue", "Website", "Since"],
        ["Nova, Grid; Inc|x".replaceAll(delimiter, " "), "1200", "www.novagrid.example", "2020-01-02"],
        ['"Helio ""H"" AG"', "", "https://helio.example/", "2019-03-04"],
        ["Third", "7", "", "2018-01-01"],
      ];
      const text = lines.map((cells) => cells.join(delimiter)).join("\r\n");
      const { entries, notUnderstood } = await imported(text);
      assert.deepEqual(entries, ["novagrid.example", "helio.example"]);
      assert.deepEqual(
        notUnderstood.map(({ line, problem }) => [line, problem]),
        [[4, "empty"]],
      );
    });
  }

  it("are found with the delimiter that the first line names", async () => {
    const { delimiter, rows } = await readTable("sep=|\nName|x\nNova|1\n");
    assert.equal(delimiter, "|");
    assert.deepEqual(
      rows.map(({ line }) => line),
      [2, 3],
    );
  });

  it("are counted by lines of the file, also behind fields of several lines", async () => {
    const { notUnderstood, repeated } = await imported(
      'company,note\n"Nova\nGrid",1\n\nHelio,"a\nb\nc"\n-,2\nhelio,3\n',
    );
    assert.deepEqual(
      notUnderstood.map(({ line, lastLine, problem }) => [line, lastLine, problem]),
      [
        [2, 3, "severalLines"],
        [8, 8, "placeholder"],
      ],
    );
    assert.deepEqual(
      repeated.map(({ line, sameAsLine }) => [line, sameAsLine]),
      [[9, 5]],
    );
  });

  it("are those of every line if a quotation mark is never closed", async () => {
    const { entries } = await imported('company,x\nNova,1\n"Helio,2\nThird Ltd,3\n');
    assert.deepEqual(entries, ["Nova", "Helio", "Third Ltd"]);
    // One that is closed lines later is a field of several lines, which is listed.
    const { notUnderstood } = await imported('company,x\n"Nova,1\nHelio",2\nThird,3\n');
    assert.deepEqual(
      notUnderstood.map(({ line, lastLine, problem }) => [line, lastLine, problem]),
      [[2, 3, "severalLines"]],
    );
  });

  it("are told from the heading, which no company is read from", async () => {
    const columns = columnsOf(await readTable("entity_id,company_name\nent_a,Nova\nent_b,Helio\n"));
    assert.equal(columns.heading?.line, 1);
    assert.deepEqual(
      columns.columns.map(({ heading, samples }) => [heading, ...samples]),
      [
        ["entity_id", "ent_a", "ent_b"],
        ["company_name", "Nova", "Helio"],
      ],
    );
    for (const text of ["Company Name\nNova", "domain\na.example", "Companies\nNova"]) {
      assert.equal((await imported(text)).entries.length, 1, text);
    }
    for (const text of ["Nova Company\nHelio", "a.example\nb.example", "The Web Company, Inc.\nNova"]) {
      assert.equal((await imported(text)).entries.length, 2, text);
    }
  });

  it("have the heading that names a column of them, in a few words", async () => {
    for (const [text, heading] of [
      ["Company name of us,x\nNova,1\nHelio,2\n", true],
      ["Company name of our customers,x\nNova,1\nHelio,2\n", false],
      ["Company,a.example\nNova,b.example\nHelio,c.example\n", false],
      ["Country,Sector\nNova,1\nHelio,2\n", false],
      ["Company,2026\nNova,1\nHelio,2\n", true],
      ["Company,entity_id\nNova,1\nHelio,2\n", true],
      ["Company list\nNova\n", true],
      ["Firm ID\nNova\n", true],
      ["Company name list\nNova\n", false],
      ["Company news\nNova\n", false],
    ] as const) {
      assert.equal(columnsOf(await readTable(text)).heading !== undefined, heading, text);
    }
  });

  it("are most likely in a column of domains, then of entity IDs, then of names", async () => {
    for (const [lines, expected] of [
      [
        ["Nova;ent_a;a.example", "Helio;ent_b;b.example"],
        [2, 1, 0],
      ],
      // Of several such columns, the one that is called so.
      [
        ["Logo;Website", "a.example;b.example", "c.example;d.example"],
        [1, 0],
      ],
      [
        ["Country;Company", "Nova;Helio", "Spain;France"],
        [1, 0],
      ],
      [
        ["Investor;Entity", "ent_a;ent_b", "ent_c;ent_d"],
        [1, 0],
      ],
      // A column of websites may have few, but IDs identify every row.
      [
        ["Company;Website", "Nova;a.example", "Helio;", "Third;", "Fourth;", "Fifth;"],
        [1, 0],
      ],
      [
        ["Entity;Website", "ent_a;a.example", "ent_b;", "ent_c;", "ent_d;", "ent_e;"],
        [0, 1],
      ],
      [
        ["Company;Website", "Nova;-", "Helio;"],
        [0, 1],
      ],
      // Half of the cells are not most of them.
      [
        ["Nova;x", "a.example;y"],
        [0, 1],
      ],
      [
        ["x;Nova", "y;a.example", "z;b.example"],
        [1, 0],
      ],
      [
        ["x;ent_a", "y;Nova", "z;ent_b"],
        [1, 0],
      ],
      // Otherwise the one that has more, or is further left.
      [
        ["12;Nova", "13;Helio"],
        [1, 0],
      ],
      [
        ["Nova;x", "Helio;y"],
        [0, 1],
      ],
    ] as const) {
      const { columns } = columnsOf(await readTable(lines.join("\n")));
      assert.deepEqual(
        columns.map(({ index }) => index),
        expected,
        lines.join(" / "),
      );
    }
  });

  it("are counted and shown for each column: the first three that differ", async () => {
    const text = "Company;Notes;\nNova;;x\nNova;;x\nHelio;-;x\nThird;;x\nFourth;;x\na.example;;x\nent_a;;x\n";
    const byIndex = columnsOf(await readTable(text)).columns.toSorted((a, b) => a.index - b.index);
    assert.deepEqual(byIndex, [
      {
        index: 0,
        heading: "Company",
        counts: { domain: 1, entityId: 1, name: 5, problem: 0 },
        samples: ["Nova", "Helio", "Third"],
      },
      {
        index: 1,
        heading: "Notes",
        counts: { domain: 0, entityId: 0, name: 0, problem: 7 },
        samples: [],
      },
      {
        index: 2,
        heading: undefined,
        counts: { domain: 0, entityId: 0, name: 7, problem: 0 },
        samples: ["x"],
      },
    ]);
  });

  it("are split at the legal form if four of five rows are", () => {
    for (const [lines, isSplit] of [
      [["A, Inc.", "B, LLC", "C, GmbH", "D, S.A.", "E, Paris"], true],
      [["A, Inc.", "B, LLC", "C, GmbH", "D, Rome", "E, Paris"], false],
      [["A, Inc.", "B, LLC", "C, GmbH", "D, S.A.", "E"], true],
      [["A, Inc.", "B, LLC", "C, GmbH", "D", "E"], false],
      [["A, Inc., x", "B, LLC, x", "C, GmbH, x"], false],
    ] as const) {
      const cells = lines.map((line) => line.split(","));
      const rows = cells.map((row, index) => ({ line: index + 1, lastLine: index + 1, cells: row }));
      assert.equal(isSplitAtLegalForms({ delimiter: ",", rows }), isSplit, lines.join(" / "));
    }
  });

  it("are in a table by the delimiter that splits most lines alike", async () => {
    for (const [text, delimiter] of [
      ["a\tb,c\nd\te\nf\tg\n", "\t"],
      ["a;b,c\nd;e,f\n", ";"],
      ["a;b\nd,e\nf,g\nh,i\nj,k\n", ","],
      ["a,b\nc,d\ne,f\ng,h\ni\n", ","],
      ["a,b\nc,d\ne,f\ng\nh\n", undefined],
      ["a,b\n", undefined],
      ["a,b\n\n \nc,d\n", ","],
      ['"a;b",c\n"d;e",f\n', ","],
      ['"a,b\nc,d\n', ","],
      ["a\nb\n", undefined],
      ["sep=;\na,b\nc,d\n", ";"],
      ["SEP=,\na\nb\n", ","],
      ["\ufeffa|b\r\nc|d\r\n", "|"],
    ] as const) {
      assert.equal((await readTable(text)).delimiter, delimiter, JSON.stringify(text));
    }
  });

  it("are read from the next chosen column where the first has none", async () => {
    const { rows, columns } = columnsOf(
      await readTable("name,site\nNova,\nHelio,helio.example\n,\nThird,n/a\n,https://x\n12,\n"),
    );
    assert.deepEqual(
      columns.map(({ heading }) => heading),
      ["site", "name"],
    );
    const { entries, notUnderstood } = importedCompanies(rows, [1, 0], [], 100);
    assert.deepEqual(entries, ["Nova", "helio.example", "Third"]);
    assert.deepEqual(
      notUnderstood.map(({ line, problem }) => [line, problem]),
      [
        [6, "notAWebsite"],
        [7, "number"],
      ],
    );
  });

  it("are taken once, in whatever form they repeat, and not if the feed has them", async () => {
    const { entries, repeated } = await imported("WWW.nova.example\nhttps://nova.example/x\nHELIO\nHelio\n", [
      "helio",
    ]);
    assert.deepEqual(entries, ["nova.example"]);
    assert.deepEqual(
      repeated.map(({ line, entry, sameAsLine }) => [line, entry, sameAsLine]),
      [
        [2, "nova.example", 1],
        [3, "HELIO", undefined],
        [4, "Helio", undefined],
      ],
    );
  });

  it("are as many as a saved feed can have; the others are listed", async () => {
    const { entries, beyondLimit } = await imported(
      "a.example\nb.example\nb.example\nc.example\n",
      ["z.example"],
      3,
    );
    assert.deepEqual(entries, ["a.example", "b.example"]);
    assert.deepEqual(
      beyondLimit.map(({ line }) => line),
      [4],
    );
  });

  it("leave no line of any text unaccounted for", async () => {
    const cell = fc.oneof(
      fc.constantFrom("a.example", "Nova", "ent_a", "n/a", "", "12", '"', '"x', 'x"y"', "a\nb", "a,b", "a;b"),
      fc.string(),
    );
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(",", ";", "\t", "|"), async (lines, delimiter) => {
        const text = lines.map((cells) => cells.join(delimiter)).join("\n");
        const read = await readTable(text);
        const { heading, rows, columns } = columnsOf(read);
        const width = columns.map(({ index }) => index);
        const found = importedCompanies(rows, read.delimiter === undefined ? undefined : width, [], 5);
        const { entries, repeated, notUnderstood, beyondLimit } = found;
        const covered = new Set<number>();
        for (const { line, lastLine } of [...rows, ...(heading ? [heading] : [])]) {
          for (let at = line; at <= lastLine; at++) {
            assert.ok(!covered.has(at));
            covered.add(at);
          }
        }
        text
          .replace(/\r\n?/g, "\n")
          .split("\n")
          .forEach((line, index) => {
            if (/[\p{L}]/u.test(line) && !line.startsWith("sep=")) {
              assert.ok(covered.has(index + 1), `line ${index + 1}`);
            }
          });
        const outcomes = entries.length + repeated.length + notUnderstood.length + beyondLimit.length;
        assert.ok(outcomes >= rows.length);
        assert.ok(entries.every((entry) => !new Watchlist([entry]).isEmpty));
      }),
    );
  });
});

describe("A file of companies", () => {
  const text = "Bücher AG\nÉtoile";

  it("is read in the encodings that spreadsheets write", () => {
    const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
    for (const [name, bytes] of Object.entries({
      "UTF-8": Buffer.from(text),
      "UTF-8 with a byte order mark": Buffer.from(`\ufeff${text}`),
      "UTF-16": utf16,
      "UTF-16, big-endian": Buffer.from(utf16).swap16(),
      "Windows-1252": Buffer.from(text, "latin1"),
    })) {
      assert.equal(decodeImportedFile(bytes).replace(/^\ufeff/, ""), text, name);
    }
  });

  it("is refused with a reason if it is none", () => {
    assert.throws(() => decodeImportedFile(Buffer.from("PK\x03\x04rest")), /CSV/);
    assert.throws(() => decodeImportedFile(Buffer.from("a\0b")), /isn't a text file/);
    assert.throws(() => checkImportedSize(32 * 1024 * 1024 + 1), /too large: it can have up to 32 MB/);
    assert.doesNotThrow(() => checkImportedSize(32 * 1024 * 1024));
  });
});

describe("The report of an import", () => {
  it("lists what was not understood with line numbers", async () => {
    const companies = await imported(
      "company,site\nNova,nova.example\nHelio,n/a\nGmail,jane@gmail.com\nNova 2,www.nova.example\n[x](command:y)\u202e\n",
      ["third.example"],
    );
    assert.equal(
      importReport({ feed: "Portfolio", source: "companies.csv", column: "site" }, companies),
      [
        "Companies for Portfolio",
        "Source          companies.csv",
        "Column          site",
        "New companies   1 (1 domain)",
        "Not understood  3",
        "Repeated        1",
        "",
        "Not understood",
        "  Line 3: Helio | n/a  (a placeholder)",
        "  Line 4: Gmail | jane@gmail.com  (an address at a mail provider)",
        "  Line 6: [x](command:y)  (no company in the column)",
        "",
        "Repeated",
        "  Line 5: Nova 2 | www.nova.example  (nova.example is also on line 2)",
        "",
      ].join("\n"),
    );
  });

  it("lists what a saved feed has no more room for", async () => {
    assert.equal(
      importReport(
        { feed: "Portfolio", source: "Clipboard", column: undefined },
        await imported("a.example\nb.example\nNova\n", ["third.example"], 2),
      ),
      [
        "Companies for Portfolio",
        "Source          Clipboard",
        "New companies   1 (1 domain)",
        "Not understood  0",
        "Repeated        0",
        "Over the limit  2",
        "",
        "Over the limit",
        "  Line 2: b.example",
        "  Line 3: Nova",
        "",
      ].join("\n"),
    );
  });

  it("gives the kinds of companies, the lines of a field, and a reason for each line", async () => {
    const companies = await imported(
      [
        "company;x",
        "a.example;1",
        "b.example;1",
        "ent_a;1",
        "ent_b;1",
        "Nova;1",
        "Helio;1",
        '"Two',
        'lines";1',
        "***;1",
        `${"x".repeat(201)};1`,
        "https://localhost/;1",
        "https://github.com/nova;1",
        "HELIO;1",
        "third;1",
      ].join("\n"),
      ["Third"],
    );
    const report = importReport({ feed: "Port\nfolio", source: "a\nb.csv", column: "comp\nany" }, companies);
    assert.equal(
      report,
      [
        "Companies for Port folio",
        "Source          a b.csv",
        "Column          comp any",
        "New companies   6 (2 domains, 2 entity IDs, 2 names)",
        "Not understood  5",
        "Repeated        2",
        "",
        "Not understood",
        "  Lines 8–9: Two lines | 1  (contains line breaks)",
        "  Line 10: *** | 1  (neither letters nor digits)",
        `  Line 11: ${"x".repeat(199)}…  (too long for a name)`,
        "  Line 12: https://localhost/ | 1  (not a website with a domain)",
        "  Line 13: https://github.com/nova | 1  (a page of another company's website)",
        "",
        "Repeated",
        "  Line 14: HELIO | 1  (HELIO is also on line 7)",
        "  Line 15: third | 1  (third is already in the saved feed)",
        "",
      ].join("\n"),
    );
    assert.equal(kindsText({ domain: 1, entityId: 1, name: 1 }), "1 domain, 1 entity ID, 1 name");
    assert.equal(kindsText({ domain: 0, entityId: 0, name: 1234 }), "1,234 names");
  });

  it("says when nothing was understood", async () => {
    const report = importReport(
      { feed: "Portfolio", source: "Clipboard", column: undefined },
      await imported("-\n12\n"),
    );
    assert.match(report, /New companies\s+0\n/);
    assert.match(report, /Line 2: 12 {2}\(a number or a date\)/);
  });
});
