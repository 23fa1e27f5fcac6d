import assert from "node:assert/strict";
import fc from "fast-check";
import type { SavedFeed } from "../../../../src/savedFeeds/model/savedFeed";
import {
  companiesIn,
  companiesText,
  decodeSavedFeeds,
  entriesOf,
  findEntry,
  maxCompanies,
  maxSavedFeeds,
  toEntry,
} from "../../../../src/savedFeeds/model/savedFeedEntries";
import type { FeedWindow } from "../../../../src/shared/feedQuery";
import manifest from "../../../../package.json";

const week: FeedWindow = { kind: "last", days: 7 };
const decode = (value: unknown) => decodeSavedFeeds(value, week);
const rounds = { name: "Rounds", days: 30, types: ["funding"], sector: "Fintech", minAmount: 5e7 };

function only(entry: unknown): SavedFeed {
  const [feed] = decode([entry]).feeds;
  assert.ok(feed);
  return feed;
}

describe("The setting for saved feeds", () => {
  it("is decoded with defaults for missing fields, and without unknown ones", () => {
    assert.deepEqual(decode([{ name: " All ", mute: ["rumor"], other: 1 }, rounds]), {
      feeds: [
        { name: "All", query: { window: week, types: [] }, companies: [], alert: "badge" },
        {
          name: "Rounds",
          query: {
            window: { kind: "last", days: 30 },
            types: ["funding"],
            sector: "Fintech",
            minAmount: 5e7,
          },
          companies: [],
          alert: "badge",
        },
      ],
      invalidEntries: [],
    });
    const fixed = only({
      name: "Portfolio",
      since: "2026-11-01",
      until: "2026-12-01T01:00:00+01:00",
      companies: [" novagrid.example ", "novagrid.example"],
      alert: "toast",
    });
    assert.deepEqual(fixed.query.window, {
      kind: "fixed",
      since: "2026-11-01T00:00:00.000Z",
      until: "2026-12-01T00:00:00.000Z",
    });
    assert.deepEqual([fixed.companies, fixed.alert], [["novagrid.example"], "toast"]);
    assert.deepEqual(decode(undefined), { feeds: [], invalidEntries: [] });
  });

  it("says what is wrong with each invalid entry, and decodes the others", () => {
    const invalid: readonly (readonly [unknown, string])[] = [
      [
        "funding",
        "The entry must be an object with name, days, since, until, types, sector, minAmount, companies, alert.",
      ],
      [{ days: 7 }, "name is required."],
      [{ name: "  " }, "Enter a name."],
      [{ name: "x".repeat(101) }, "Enter a name of at most 100 characters."],
      [{ name: "a\nb" }, "Enter a name without control or invisible characters."],
      [{ name: "Rounds" }, 'A saved feed named "Rounds" already exists.'],
      [{ name: "x", days: 0 }, "days must be a number of days up to 3,650."],
      [{ name: "x", days: 7, since: "2026-11-01" }, "days and since can't be combined."],
      [{ name: "x", since: "yesterday" }, "since must be an ISO 8601 timestamp."],
      [{ name: "x", types: ["funding", ""] }, "types.1 must not be empty."],
      [{ name: "x", companies: ["a", 7] }, "companies must contain strings of 1 to 200 characters."],
      [
        { name: "x", companies: new Array(maxCompanies + 1).fill("a") },
        "companies must have at most 10,000 entries.",
      ],
      [{ name: "x", alert: "popup" }, "alert must be one of off, badge, toast."],
    ];
    const { feeds, invalidEntries } = decode([rounds, ...invalid.map(([entry]) => entry), { name: "Last" }]);
    assert.deepEqual(
      feeds.map(({ name }) => name),
      ["Rounds", "Last"],
    );
    assert.deepEqual(
      invalidEntries.map(({ index, reason }) => [index, reason]),
      invalid.map(([, reason], index) => [index + 1, reason]),
    );
    assert.match(decode({}).invalidEntries[0]?.reason ?? "", /must be a list/);
    const tooMany = decode(Array.from({ length: maxSavedFeeds + 1 }, (_, n) => ({ name: `Feed ${n}` })));
    assert.deepEqual([tooMany.feeds.length, tooMany.invalidEntries.length], [maxSavedFeeds, 1]);
  });

  it("has entries that are found by name, and written without default values", () => {
    const value = [{ name: "Rounds", days: "x" }, rounds, "nonsense"];
    assert.deepEqual(findEntry(value, "Rounds", week), { place: 1, feed: only(rounds) });
    assert.throws(() => findEntry(value, "Gone", week), /"Gone" is no longer in the settings/);
    assert.deepEqual(toEntry(only(rounds)), rounds);
    assert.throws(() => entriesOf({}), /must be a list. Fix it/);
  });

  it("has the same fields and limits in package.json", () => {
    const declared = manifest.contributes.configuration.properties["companyFeed.savedFeeds"];
    assert.deepEqual(
      [declared.maxItems, declared.items.properties.companies.maxItems],
      [maxSavedFeeds, maxCompanies],
    );
    const reason = decode([1]).invalidEntries[0]?.reason;
    assert.equal(
      reason,
      `The entry must be an object with ${Object.keys(declared.items.properties).join(", ")}.`,
    );
  });

  it("lets companies be edited as one line, whatever characters they contain", () => {
    const company = fc
      .string({ minLength: 1 })
      .filter((text) => text.trim() === text && !/[\r\n]/.test(text));
    fc.assert(
      fc.property(fc.uniqueArray(company), (companies) => {
        assert.deepEqual(companiesIn(companiesText(companies)), companies);
      }),
    );
    assert.deepEqual(companiesIn('Acme, "Acme, Inc.", Acme,, '), ["Acme", "Acme, Inc."]);
  });
});
