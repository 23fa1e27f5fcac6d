import assert from "node:assert/strict";
import { sampleConnection } from "../../../../src/connections/connection";
import { connectionLabel } from "../../../../src/shared/connectionLabel";
import type { SavedFeedSource } from "../../../../src/savedFeeds/model/savedFeed";
import type { InvalidSavedFeedEntry } from "../../../../src/savedFeeds/savedFeedList";
import { type FeedRow, savedFeedRows } from "../../../../src/savedFeeds/view/savedFeedRows";
import {
  accessibilityLabelOf,
  descriptionOf,
  invalidLabel,
  invalidReason,
  markedText,
  offersLabel,
  tooltipOf,
} from "../../../../src/savedFeeds/view/savedFeedText";
import { suggestedName } from "../../../../src/savedFeeds/model/feedSummary";
import { followed, nowMs, savedFeed, team, unfollowed, user } from "./fixture";

const rounds = savedFeed("Rounds", {
  query: { window: { kind: "last", days: 7 }, types: ["funding"], sector: "Fintech", minAmount: 5e7 },
});
const hour = 3_600_000;

describe("the rows of saved feeds", () => {
  const invalid = (source: SavedFeedSource): InvalidSavedFeedEntry => ({
    source,
    index: 2,
    reason: "days must be a number.",
  });

  it("are the user's feeds, followed ones of the workspace, its offers, and what is invalid", () => {
    const feeds = [
      followed(savedFeed("a")),
      unfollowed(savedFeed("b")),
      unfollowed(savedFeed("c"), team),
      followed(savedFeed("d"), 0, {}, team),
    ];
    const rows = savedFeedRows(feeds, [invalid(team), invalid(user)]);
    const nameOf = (row: FeedRow) => row.status.feed.name;
    assert.deepEqual(
      rows.map((row) => (row.kind === "feed" ? nameOf(row) : row.kind)),
      ["a", "b", "d", "offers", "invalid"],
    );
    const offers = rows.find((row) => row.kind === "offers");
    assert.deepEqual(offers?.feeds.map(nameOf), ["c"]);
    assert.equal(offers.invalid.length, 1);
  });

  it("have one row for all that a workspace offers, however much that is", () => {
    const feeds = Array.from({ length: 1000 }, (_, index) => unfollowed(savedFeed(`Feed ${index}`), team));
    const [row, ...others] = savedFeedRows(feeds, []);
    assert.deepEqual(others, []);
    assert.equal(row?.kind === "offers" && offersLabel(row), "1,000 feeds offered by this workspace");
    const [one] = savedFeedRows(feeds.slice(0, 1), [invalid(team)]);
    assert.equal(one?.kind === "offers" && offersLabel(one), "1 feed offered by this workspace");
    const [none] = savedFeedRows([], [invalid(team)]);
    assert.equal(none?.kind === "offers" && offersLabel(none), "1 invalid feed in this workspace");
    const [two] = savedFeedRows([], [invalid(team), invalid(team)]);
    assert.equal(two?.kind === "offers" && offersLabel(two), "2 invalid feeds in this workspace");
    assert.deepEqual(savedFeedRows([], []), []);
  });
});

describe("the texts of a saved feed", () => {
  it("say first what is new, then what it asks for", () => {
    const midnight = (month: number): string => new Date(2026, month, 1).toISOString();
    const january = { kind: "fixed", since: midnight(0), until: midnight(1) } as const;
    const cases: readonly (readonly [Parameters<typeof descriptionOf>[0], string])[] = [
      [followed(rounds), "Funding · Fintech · ≥ $50M"],
      [followed(rounds, 3), "3 new · Funding · Fintech · ≥ $50M"],
      [followed(savedFeed("x"), 1200), "1,200 new"],
      [followed(savedFeed("x"), 1000, { unread: { count: 1000, atLeast: true } }), "more than 1,000 new"],
      [followed(savedFeed("x"), 2, { snoozedUntilMs: nowMs + hour }), "2 new · snoozed until 19:00"],
      [followed(savedFeed("x"), 2, { snoozedUntilMs: nowMs }), "2 new"],
      [followed(savedFeed("x"), 0, { snoozedUntilMs: nowMs + 72 * hour }), "snoozed until Nov 25, 18:00"],
      [followed(savedFeed("x", { alert: "off" }), 2), "2 new · no alerts"],
      [followed(savedFeed("x"), 2, { problem: "The connection was removed." }), "2 new · not checked"],
      [unfollowed(rounds), "not followed · Funding · Fintech · ≥ $50M"],
      [unfollowed(rounds, team), "Funding · Fintech · ≥ $50M · team"],
      [followed(savedFeed("x"), 4, {}, team), "4 new · team"],
      [followed(savedFeed("x", { companies: ["a", "b"] })), "2 companies"],
      [
        followed(savedFeed("x", { query: { window: january, types: [] } }), 0, {
          problem: "The connection was removed.",
          snoozedUntilMs: nowMs + hour,
        }),
        "ended · Jan 1 – 31, 2026",
      ],
      [followed(savedFeed("Jan 1 – 31, 2026", { query: { window: january, types: [] } })), "ended"],
      [
        unfollowed(savedFeed("x", { query: { window: january, types: [] } }), team),
        "Jan 1 – 31, 2026 · team",
      ],
      // Not a second time what the name says.
      [followed({ ...rounds, name: "Funding · Fintech · ≥ $50M" }, 3), "3 new"],
    ];
    for (const [status, text] of cases) {
      assert.equal(descriptionOf(status, nowMs), text);
    }
  });

  it("are whole words for a screen reader", () => {
    assert.equal(
      accessibilityLabelOf(followed(rounds, 3), nowMs),
      "Rounds, 3 new events, Funding, Fintech, ≥ $50M",
    );
    assert.equal(accessibilityLabelOf(followed(savedFeed("x"), 1), nowMs), "x, 1 new event");
    assert.equal(accessibilityLabelOf(followed(savedFeed("x")), nowMs), "x, nothing new");
    assert.equal(accessibilityLabelOf(unfollowed(savedFeed("x"), team), nowMs), "x, not followed, team");
    assert.equal(accessibilityLabelOf(unfollowed(savedFeed("x")), nowMs), "x, not followed");
    assert.equal(
      accessibilityLabelOf(followed(savedFeed("x"), 9, { unread: { count: 9, atLeast: true } }), nowMs),
      "x, more than 9 new",
    );
  });

  it("tell the rest in the tooltip, one fact on each line", () => {
    const portfolio = savedFeed("Portfolio", {
      companies: Array.from({ length: 42 }, (_, index) => `c${index}.example`),
      mute: ["rumor", "opinion"],
      alert: "toast",
    });
    assert.equal(
      tooltipOf(followed(portfolio, 1, { checkedAtMs: nowMs - hour, problem: "No route." }, team), nowMs),
      [
        "Portfolio",
        "All types · Last 7 days",
        "42 companies: c0.example, c1.example, c2.example, c3.example, c4.example and 37 more",
        "Muted words: rumor, opinion",
        "From the settings of team",
        "Followed on Acme",
        "Alerts: Badge and notifications",
        "Not checked: No route.",
        "Last checked: today, 17:00",
      ].join("\n"),
    );
    assert.match(
      tooltipOf(unfollowed(rounds), nowMs),
      /^Rounds\nFunding · Fintech · ≥ \$50M · Last 7 days\nNot followed/,
    );
  });

  it("tell in the tooltip how new events are announced, and on which connection", () => {
    const linesOf = (...feed: Parameters<typeof followed>): string[] =>
      tooltipOf(followed(...feed), nowMs).split("\n");
    assert.deepEqual(linesOf(savedFeed("x", { companies: ["a.example"], mute: ["b"] })), [
      "x",
      "All types · Last 7 days",
      "1 company: a.example",
      "Muted words: b",
      "Followed on Acme",
      "Alerts: Badge only",
    ]);
    assert.deepEqual(linesOf(savedFeed("x", { alert: "off" })).slice(2), [
      "Followed on Acme",
      "Alerts: None",
    ]);
    const toast = savedFeed("x", { alert: "toast", companies: ["a", "b", "c", "d", "e"] });
    assert.deepEqual(linesOf(toast, 0, { snoozedUntilMs: nowMs + hour }).slice(2), [
      "5 companies: a, b, c, d, e",
      "Followed on Acme",
      "Snoozed until today, 19:00",
    ]);
    assert.deepEqual(linesOf(toast, 0, { snoozedUntilMs: nowMs }).slice(4), [
      "Alerts: Badge and notifications",
    ]);
    const { name } = sampleConnection;
    assert.deepEqual(linesOf(savedFeed("x"), 0, { connection: { ...sampleConnection, name } }).slice(2, 3), [
      `Followed on ${connectionLabel(sampleConnection)}`,
    ]);
    assert.notEqual(connectionLabel(sampleConnection), name);
  });

  it("tell in the tooltip of a feed whose time range is over that it isn't checked", () => {
    const window = {
      kind: "fixed",
      since: new Date(2026, 10, 1).toISOString(),
      until: new Date(2026, 10, 16).toISOString(),
    } as const;
    const parts = { snoozedUntilMs: nowMs + hour, problem: "The connection was removed." };
    const feed = savedFeed("Funding · Nov 1 – 15, 2026", { query: { window, types: ["funding"] } });
    assert.deepEqual(tooltipOf(followed(feed, 0, parts), nowMs).split("\n"), [
      "Funding · Nov 1 – 15, 2026",
      "Followed on Acme",
      "Ended Nov 15: not checked for new events",
    ]);
    assert.equal(accessibilityLabelOf(followed(feed, 0, parts), nowMs), `${feed.name}, ended`);
    assert.deepEqual(
      tooltipOf(followed({ ...rounds, name: "Funding · Fintech · ≥ $50M" }), nowMs)
        .split("\n")
        .slice(0, 2),
      ["Funding · Fintech · ≥ $50M", "Last 7 days"],
    );
  });

  it("say everything of a feed to a screen reader, and what is new only once", () => {
    const snoozed = { snoozedUntilMs: nowMs + hour, problem: "No." };
    assert.equal(
      accessibilityLabelOf(followed(savedFeed("x", { alert: "off" }), 1200, snoozed, team), nowMs),
      "x, 1,200 new events, not checked, snoozed until 19:00, no alerts, team",
    );
    assert.equal(
      accessibilityLabelOf(followed(savedFeed("x"), 0, { snoozedUntilMs: nowMs + 24 * hour }), nowMs),
      "x, nothing new, snoozed until Nov 23, 18:00",
    );
    assert.equal(
      accessibilityLabelOf(followed(savedFeed("x"), 0, { snoozedUntilMs: nowMs + 24 * hour - 1 }), nowMs),
      "x, nothing new, snoozed until 17:59",
    );
  });

  it("show nothing but text of a hostile workspace, and not too much of it", () => {
    const hostile = { kind: "folder", uri: "file:///x", label: `a\u202e\n${"b".repeat(1e6)}` } as const;
    const status = unfollowed(savedFeed("x", { companies: ["\u001b[31m", "y".repeat(200)] }), hostile);
    assert.match(descriptionOf(status, nowMs), /^2 companies · a b{37}…$/);
    assert.ok(tooltipOf(status, nowMs).length < 1000);
    assert.doesNotMatch(tooltipOf(status, nowMs), /[\u001b\u202e]/u);
  });

  it("say what was marked as read", () => {
    assert.deepEqual(
      [markedText(1), markedText(1200)],
      ["Marked 1 event as read", "Marked 1,200 events as read"],
    );
  });

  it("explain an invalid entry", () => {
    const entry = { source: user, index: 2, reason: "days must be a number." };
    assert.equal(invalidLabel(entry), "Entry 3 is invalid");
    assert.equal(invalidReason(entry), "days must be a number.");
    assert.equal(invalidLabel({ ...entry, name: "x" }), "x");
    assert.equal(invalidReason({ ...entry, name: "x" }), "Entry 3: days must be a number.");
    assert.equal(invalidLabel({ ...entry, index: undefined }), "Invalid setting");
    assert.equal(
      invalidReason({ ...entry, name: "x", index: undefined, reason: "Not a list" }),
      "Not a list.",
    );
    assert.equal(invalidLabel({ ...entry, name: "n".repeat(200) }).length, 100);
  });

  it("suggest a name from the filters", () => {
    assert.equal(suggestedName(rounds), "Funding · Fintech · ≥ $50M");
    assert.equal(suggestedName(savedFeed("")), "All events");
    assert.equal(suggestedName(savedFeed("", { companies: ["a"] })), "1 company");
    const types = Array.from({ length: 50 }, (_, index) => `type ${index}`);
    assert.ok(suggestedName(savedFeed("", { query: { ...rounds.query, types } })).length <= 60);
  });
});
