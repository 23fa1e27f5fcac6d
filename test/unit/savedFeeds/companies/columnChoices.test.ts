import assert from "node:assert/strict";
import { columnChoices } from "../../../../src/savedFeeds/companies/columnChoices";
import { readTable } from "../../../../src/savedFeeds/companies/import/importedTable";

describe("The columns that companies may be imported from", () => {
  const choices = async (text: string): Promise<(readonly (string | undefined)[])[]> =>
    columnChoices(await readTable(text), text).map(({ label, description, detail }) => [
      label,
      description,
      ...(detail === undefined ? [] : [detail]),
    ]);

  it("are in order of likelihood, with what each has, and without those that have none", async () => {
    assert.deepEqual(
      await choices("Since,Company,Website\n2020-01-01,Nova,nova.example\n2021-01-01,Helio,\n"),
      [
        ["Website, else Company", "1 domain, 1 name"],
        ["Website", "1 domain, 1 not understood", "nova.example"],
        ["Company", "2 names", "Nova, Helio"],
        ["Whole Lines", "each line is one company"],
      ],
    );
  });

  it("are not combined where the column of websites has names, too", async () => {
    assert.deepEqual(await choices("Company,Website\nNova,nova.example\nHelio,Helio Group\nThird,\n"), [
      ["Website", "1 domain, 1 name, 1 not understood", "nova.example, Helio Group"],
      ["Company", "3 names", "Nova, Helio, Third"],
      ["Whole Lines", "each line is one company"],
    ]);
  });

  it("are numbered without a heading", async () => {
    const labels = (await choices("a.example;Nova\nb.example;Helio\n")).map(([label]) => label);
    assert.deepEqual(labels, ["Column 1", "Column 2", "Whole Lines"]);
  });

  it("are whole lines first where a comma is part of the names", async () => {
    const [[label] = []] = await choices("Apple, Inc.\nAlphabet, Inc.\n");
    assert.equal(label, "Whole Lines");
  });

  it("are not asked for in a list, nor in an empty text", async () => {
    assert.equal((await choices("a.example\nb.example\n")).length, 1);
    assert.deepEqual(await choices(" \n\n"), []);
  });
});
