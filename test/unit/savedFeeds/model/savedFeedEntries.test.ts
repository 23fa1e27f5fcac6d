import assert from "node:assert/strict";
import fc from "fast-check";
import type { SavedFeed } from "../../../../src/savedFeeds/model/savedFeed";
import {
  checkTexts,
  decodeSavedFeeds,
  insertEntry,
  maxCompanies,
  maxMutedWords,
  maxSavedFeeds,
  moveEntry,
  removeEntry,
  replaceEntry,
  toEntry,
} from "../../../../src/savedFeeds/model/savedFeedEntries";
import type { FeedWindow } from "../../../../src/shared/feedQuery";
import { maxFilterLength } from "../../../../src/shared/limits";
import manifest from "../../../../package.json";

const week: FeedWindow = { kind: "last", days: 7 };
const decode = (value: unknown) => decodeSavedFeeds(value, week);
const names = (value: unknown) => decode(value).feeds.map(({ name }) => name);

const rounds = { name: "Rounds", days: 30, types: ["funding"], sector: "Fintech", minAmount: 5e7 };

describe("companies and muted words that are entered", () => {
  it("are refused with a reason if they are too many or too long", () => {
    const longest = "a".repeat(maxFilterLength);
    assert.equal(checkTexts([], 2), undefined);
    assert.equal(checkTexts(["rumor", longest], 2), undefined);
    assert.equal(checkTexts(["a", "b", "c"], 2), "Enter at most 2.");
    assert.equal(
      checkTexts(["rumor", `${longest}a`], 2),
      `"${"a".repeat(39)}…" is longer than ${maxFilterLength} characters.`,
    );
  });
});

describe("the setting of saved feeds", () => {
  it("is decoded with defaults for what is left out", () => {
    assert.deepEqual(decode([{ name: " All " }, rounds]).feeds, [
      { name: "All", query: { window: week, types: [] }, companies: [], mute: [], alert: "badge" },
      {
        name: "Rounds",
        query: {
          window: { kind: "last", days: 30 },
          types: ["funding"],
          sector: "Fintech",
          minAmount: 5e7,
        },
        companies: [],
        mute: [],
        alert: "badge",
      },
    ]);
    assert.deepEqual(
      decode([
        {
          name: "Portfolio",
          since: "2026-11-01",
          until: "2026-12-01T01:00:00+01:00",
          companies: [" novagrid.example ", "NovaGrid", "novagrid.example"],
          mute: ["rumor"],
          alert: "toast",
        },
      ]).feeds,
      [
        {
          name: "Portfolio",
          query: {
            window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-12-01T00:00:00.000Z" },
            types: [],
          },
          companies: ["novagrid.example", "NovaGrid"],
          mute: ["rumor"],
          alert: "toast",
        },
      ],
    );
    assert.deepEqual(decode(undefined), { feeds: [], invalidEntries: [] });
    assert.deepEqual(decode([]), { feeds: [], invalidEntries: [] });
  });

  it("explains each invalid entry, and decodes the others", () => {
    const invalid: readonly (readonly [unknown, string])[] = [
      [
        "funding",
        "The entry must be an object with name, days, since, until, types, sector, minAmount, companies, mute, alert.",
      ],
      [
        null,
        "The entry must be an object with name, days, since, until, types, sector, minAmount, companies, mute, alert.",
      ],
      [{ days: 7 }, "name is required."],
      [{ name: 7 }, "name must be a string."],
      [{ name: "  " }, "Enter a name."],
      [{ name: "x".repeat(101) }, "Enter a name of at most 100 characters."],
      [{ name: "a\nb" }, "Enter a name without control or invisible characters."],
      [{ name: "Roun\u200bds" }, "Enter a name without control or invisible characters."],
      [{ name: "abc\u202edef" }, "Enter a name without control or invisible characters."],
      [{ name: "a\ud800" }, "Enter a name without control or invisible characters."],
      [{ name: "Rounds" }, 'Another entry is already named "Rounds".'],
      [{ name: "x", days: 0 }, "days must be a number of days up to 3,650."],
      [{ name: "x", days: "7" }, "days must be a number of days up to 3,650."],
      [{ name: "x", days: 7, since: "2026-11-01" }, "days and since can't be combined."],
      [{ name: "x", until: "2026-11-01" }, "until requires since."],
      [{ name: "x", since: "yesterday" }, "since must be an ISO 8601 timestamp."],
      [{ name: "x", since: "2026-11-02", until: "2026-11-01" }, "until must be after since."],
      [{ name: "x", types: "funding" }, "types must be an array."],
      [{ name: "x", types: ["funding", ""] }, "types.1 must not be empty."],
      [{ name: "x", minAmount: "50M" }, "minAmount must be an amount in USD."],
      [{ name: "x", companies: "novagrid.example" }, "companies must be an array."],
      [{ name: "x", companies: ["a", 7] }, "companies must contain strings of 1 to 200 characters."],
      [
        { name: "x", companies: new Array(maxCompanies + 1).fill("a") },
        "companies must have at most 10,000 entries.",
      ],
      [{ name: "x", mute: [" "] }, "mute must contain strings of 1 to 200 characters."],
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
  });

  it("rejects an entry with an unknown field, which may be a filter", () => {
    const reject = (entry: unknown) => decode([entry]).invalidEntries.at(0);
    assert.equal(reject({ name: "x", minamount: 5e7 })?.name, "x");
    assert.match(
      reject({ name: "x", minamount: 5e7 })?.reason ?? "",
      /^minamount is unknown; use name, days, .*, alert\.$/,
    );
    const hostile = reject({ name: "x", [`a\u202e\n${"b".repeat(1e6)}`]: 1 });
    assert.ok((hostile?.reason.length ?? 1e6) < 400);
    assert.match(hostile?.reason ?? "", /^a ?b+…\.$/);
  });

  it("is one explained entry if it is not a list", () => {
    for (const value of [null, {}, "x", 7, { 0: rounds }]) {
      const { feeds, invalidEntries } = decode(value);
      assert.deepEqual(feeds, []);
      assert.deepEqual(invalidEntries, [
        { index: undefined, reason: "The setting companyFeed.savedFeeds must be a list." },
      ]);
    }
  });

  it("has a limit of feeds and of companies, so that a large one costs little", () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ name: `Feed ${index}` }));
    const { feeds, invalidEntries } = decode(many);
    assert.equal(feeds.length, maxSavedFeeds);
    assert.deepEqual(invalidEntries, [
      { index: undefined, reason: "A settings file can have up to 200 saved feeds. 800 more are ignored." },
    ]);
    const companies = Array.from({ length: maxCompanies }, (_, index) => `c${index}.example`);
    const large = decode(many.map((entry) => ({ ...entry, companies })));
    assert.equal(large.feeds.length, 10);
    assert.match(large.invalidEntries[0]?.reason ?? "", /up to 100,000 companies in total/);
  });

  it("has limits that are reached before they are exceeded", () => {
    const reasonsOf = (...entries: readonly unknown[]): string[] =>
      decode(entries).invalidEntries.map(({ reason }) => reason);
    const named = (count: number): unknown[] =>
      Array.from({ length: count }, (_, index) => ({ name: `Feed ${index}` }));
    const words = (count: number): string[] => Array.from({ length: count }, (_, index) => `word ${index}`);
    assert.deepEqual(reasonsOf(...named(maxSavedFeeds)), []);
    assert.deepEqual(reasonsOf(...named(maxSavedFeeds + 1)), [
      "A settings file can have up to 200 saved feeds. 1 more is ignored.",
    ]);
    assert.deepEqual(reasonsOf({ name: "x".repeat(100) }, { name: ` ${"y".repeat(100)} ` }), []);
    assert.deepEqual(reasonsOf({ name: "x", companies: words(maxCompanies) }), []);
    assert.deepEqual(reasonsOf({ name: "x", mute: words(maxMutedWords) }), []);
    assert.deepEqual(reasonsOf({ name: "x", mute: words(maxMutedWords + 1) }), [
      "mute must have at most 200 entries.",
    ]);
    const longest = "w".repeat(maxFilterLength);
    assert.deepEqual(reasonsOf({ name: "x", mute: [longest], companies: [longest] }), []);
    assert.deepEqual(reasonsOf({ name: "x", mute: [`${longest}w`] }), [
      "mute must contain strings of 1 to 200 characters.",
    ]);
    // Also invalid entries count, whatever their companies are.
    const companies = words(maxCompanies);
    const many = Array.from({ length: 10 }, () => ({ name: 1, companies }));
    assert.match(
      reasonsOf(...many, { name: "x", companies: [1] }).at(-1) ?? "",
      /100,000 companies in total/,
    );
    assert.equal(decode([...many, { name: "x", companies: "none" }, { name: "y" }]).feeds.length, 1);
  });

  it("names an invalid entry as it is named in the settings", () => {
    const nameOf = (entry: unknown): string | undefined => decode([entry]).invalidEntries[0]?.name;
    assert.equal(nameOf({ name: " x ", days: 0 }), "x");
    assert.deepEqual([{ name: "  " }, { name: 7 }, {}, "x", null].map(nameOf), new Array(5).fill(undefined));
    assert.ok(!("name" in (decode([{}]).invalidEntries[0] ?? {})));
  });

  it("never fails, whatever it contains", () => {
    const field = fc.constantFrom("name", "days", "since", "until", "types", "companies", "mute", "alert");
    const entry = fc.oneof(fc.anything(), fc.dictionary(field, fc.anything()));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(entry)), (value) => {
        const { feeds, invalidEntries } = decode(value);
        assert.ok(invalidEntries.every(({ reason }) => /^\S.*\.$/s.test(reason)));
        assert.equal(
          feeds.length + invalidEntries.length,
          Array.isArray(value) ? value.length : value === undefined ? 0 : 1,
        );
      }),
    );
  });

  it("decodes what was written", () => {
    const text = fc
      .string({ minLength: 1, maxLength: 20, unit: "grapheme-ascii" })
      .filter((value) => value.trim() === value);
    const feed = fc.record({
      name: text,
      query: fc.record(
        {
          window: fc.oneof(
            fc.record({ kind: fc.constant("last" as const), days: fc.integer({ min: 1, max: 3650 }) }),
            fc.record({
              kind: fc.constant("fixed" as const),
              since: fc.constant("2026-11-01T00:00:00.000Z"),
            }),
          ),
          types: fc.uniqueArray(text, { maxLength: 3 }),
          sector: text,
          minAmount: fc.nat(),
        },
        { requiredKeys: ["window", "types"] },
      ),
      companies: fc.uniqueArray(text, { maxLength: 3 }),
      mute: fc.uniqueArray(text, { maxLength: 3 }),
      alert: fc.constantFrom("off" as const, "badge" as const, "toast" as const),
    });
    fc.assert(
      fc.property(feed, (written) => {
        const [decoded] = decode(JSON.parse(JSON.stringify([toEntry(written)]))).feeds;
        assert.equal(JSON.stringify(decoded), JSON.stringify(written));
      }),
    );
  });

  it("has in its schema the fields, limits and alert levels that are decoded", () => {
    const schema = manifest.contributes.configuration.properties["companyFeed.savedFeeds"];
    const { properties } = schema.items;
    const [unknown] = decode([{ name: "x", unknown: 1 }]).invalidEntries;
    assert.equal(unknown?.reason, `unknown is unknown; use ${Object.keys(properties).join(", ")}.`);
    assert.equal(schema.maxItems, maxSavedFeeds);
    assert.equal(properties.companies.maxItems, maxCompanies);
    assert.deepEqual(properties.alert.enum, ["off", "badge", "toast"]);
  });
});

describe("a change to the saved feeds in the settings", () => {
  const [first, second] = decode([rounds, { name: "Second", alert: "off" }]).feeds as [SavedFeed, SavedFeed];
  const invalid = { name: "Rounds", days: -1 };
  const other = { name: "Other", mute: [] };

  it("adds at the end or at a place", () => {
    assert.deepEqual(names(insertEntry(undefined, first)), ["Rounds"]);
    assert.deepEqual(names(insertEntry([other], first)), ["Other", "Rounds"]);
    assert.deepEqual(names(insertEntry([other], first, 0)), ["Rounds", "Other"]);
    assert.deepEqual(names(insertEntry([other], first, 99)), ["Other", "Rounds"]);
    const full = Array.from({ length: maxSavedFeeds }, (_, index) => ({ name: `Feed ${index}` }));
    assert.throws(() => insertEntry(full, first), /up to 200 saved feeds/);
  });

  it("leaves other entries as they were, also invalid ones of the same name", () => {
    const setting = [invalid, "nonsense", rounds, other];
    assert.deepEqual(replaceEntry(setting, "Rounds", { ...first, name: "Renamed", alert: "toast" }, week), [
      invalid,
      "nonsense",
      { ...rounds, name: "Renamed", alert: "toast" },
      other,
    ]);
    assert.deepEqual(removeEntry(setting, "Rounds", week), {
      entries: [invalid, "nonsense", other],
      place: 2,
    });
    assert.deepEqual(moveEntry(setting, "Other", "Rounds", week), [invalid, "nonsense", other, rounds]);
    assert.deepEqual(moveEntry(setting, "Rounds", undefined, week), [invalid, "nonsense", other, rounds]);
    assert.deepEqual(setting, [invalid, "nonsense", rounds, other]);
  });

  it("keeps a feed without days without them, unless its window changes", () => {
    const [open] = decode([other]).feeds as [SavedFeed];
    assert.deepEqual(replaceEntry([other], "Other", { ...open, mute: ["x"] }, week), [
      { name: "Other", mute: ["x"] },
    ]);
    const query = { ...open.query, window: { kind: "last", days: 30 } as const };
    assert.deepEqual(replaceEntry([other], "Other", { ...open, query }, week), [{ name: "Other", days: 30 }]);
    assert.deepEqual(replaceEntry([{ ...other, days: 7 }], "Other", open, week), [
      { name: "Other", days: 7 },
    ]);
  });

  it("keeps the days of a feed that had a time range of its own", () => {
    const fixed = { name: "Other", since: "2026-11-01" };
    const [open] = decode([other]).feeds as [SavedFeed];
    assert.deepEqual(replaceEntry([fixed], "Other", open, week), [{ name: "Other", days: 7 }]);
    assert.deepEqual(
      replaceEntry([other], "Other", open, { kind: "last", days: 8 }),
      [{ name: "Other", days: 7 }],
      "the feed has 7 days, the setting 8",
    );
  });

  it("finds a feed whose name has spaces around it, but none beyond the limit", () => {
    assert.deepEqual(removeEntry([other, { name: " Rounds\t" }], "Rounds", week), {
      entries: [other],
      place: 1,
    });
    const full = Array.from({ length: maxSavedFeeds + 1 }, (_, index) => ({ name: `Feed ${index}` }));
    assert.equal(removeEntry(full, `Feed ${maxSavedFeeds - 1}`, week).place, maxSavedFeeds - 1);
    assert.throws(() => removeEntry(full, `Feed ${maxSavedFeeds}`, week), /is no longer in the settings/);
    assert.deepEqual(moveEntry([rounds, other, invalid], "Other", "Rounds", week), [other, rounds, invalid]);
  });

  it("is refused where the feed is gone, or the setting is not a list", () => {
    assert.throws(
      () => replaceEntry([other], "Rounds", first, week),
      /"Rounds" is no longer in the settings/,
    );
    assert.throws(() => removeEntry([invalid], "Rounds", week), /no longer in the settings/);
    assert.throws(() => moveEntry([rounds], "Rounds", "Second", week), /"Second" is no longer/);
    assert.throws(() => insertEntry({}, second), /must be a list\. Fix it in settings\.json first/);
  });
});
