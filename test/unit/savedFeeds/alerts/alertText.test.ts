import assert from "node:assert/strict";
import { badgeOf, type ToldFeed, toastText } from "../../../../src/savedFeeds/alerts/alertText";
import { savedFeedId } from "../../../../src/savedFeeds/model/savedFeed";
import { followed, nowMs, savedFeed, unfollowed, user } from "../view/fixture";

/** The news of a feed. @param titles of its events, newest first */
function told(name: string, titles: readonly string[], more: Partial<ToldFeed> = {}): ToldFeed {
  return {
    id: savedFeedId(user, name),
    feed: { name },
    connection: { name: "Acme" },
    events: titles.map((title) => ({ id: `evt_${title}`, ...(title !== "" && { title }) })),
    isPartial: false,
    ...more,
  };
}

describe("The text of a toast", () => {
  const cases: readonly (readonly [readonly ToldFeed[], string])[] = [
    [[told("News", ["A"])], "News: A"],
    [[told("News", [""])], "News: Untitled event"],
    [[told("News", ["A", "B"])], "News: 2 new events. Latest: A"],
    [[told("News", ["A"], { isPartial: true })], "News: More than 1 new events. Latest: A"],
    [[told("News\u202e\nof\ttoday", ["A\nB"])], "News of today: A B"],
    [[told("n".repeat(100), ["t".repeat(200)])], `${"n".repeat(59)}…: ${"t".repeat(149)}…`],
    [
      [told("News", ["A"]), told("Rounds", ["B", "C"])],
      "3 new events in 2 saved feeds: News (1), Rounds (2)",
    ],
    // An event of two feeds is counted once, but not one with the same ID on another connection.
    [[told("News", ["A"]), told("Rounds", ["A"])], "1 new event in 2 saved feeds: News (1), Rounds (1)"],
    [
      [told("News", ["A"]), told("Rounds", ["A"], { connection: { name: "Beta" } })],
      "2 new events in 2 saved feeds: News (1), Rounds (1)",
    ],
    [
      [told("News", ["A"]), told("Rounds", ["B", "C"], { isPartial: true })],
      "More than 3 new events in 2 saved feeds: News (1), Rounds (> 2)",
    ],
    [["1", "2", "3"].map((name) => told(name, [name])), "3 new events in 3 saved feeds: 1 (1), 2 (1), 3 (1)"],
    [
      ["1", "2", "3", "4", "5"].map((name) => told(name, [name])),
      "5 new events in 5 saved feeds: 1 (1), 2 (1), 3 (1), 2 more",
    ],
    [[], ""],
  ];
  for (const [feeds, text] of cases) {
    it(`is ${JSON.stringify(text.slice(0, 80))}`, () => assert.equal(toastText(feeds), text));
  }
});

describe("What the badge counts", () => {
  const news = savedFeed("News");

  it("counts the unread events of followed feeds with alerts that are not snoozed", () => {
    assert.equal(badgeOf([], nowMs), undefined);
    assert.equal(badgeOf([followed(news), unfollowed(savedFeed("x"))], nowMs), undefined);
    assert.equal(badgeOf([followed(savedFeed("x", { alert: "off" }), 3)], nowMs), undefined);
    assert.equal(badgeOf([followed(news, 3, { snoozedUntilMs: nowMs + 1 })], nowMs), undefined);
    assert.deepEqual(badgeOf([followed(news, 3, { snoozedUntilMs: nowMs })], nowMs)?.value, 3);
    assert.deepEqual(badgeOf([followed(news, 1), followed(savedFeed("x"))], nowMs), {
      value: 1,
      tooltip: "1 unread event in 1 saved feed",
    });
    assert.deepEqual(
      badgeOf([followed(news, 1200), followed(savedFeed("x", { alert: "toast" }), 34)], nowMs),
      {
        value: 1234,
        tooltip: "1,234 unread events in 2 saved feeds",
      },
    );
  });

  it("says in words that there may be more", () => {
    const partial = followed(savedFeed("x"), 0, { unread: { count: 1000, atLeast: true } });
    assert.equal(badgeOf([partial], nowMs)?.tooltip, "More than 1,000 unread events in 1 saved feed");
    assert.equal(
      badgeOf([followed(news, 1), partial], nowMs)?.tooltip,
      "More than 1,001 unread events in 2 saved feeds",
    );
    const unknown = followed(savedFeed("x"), 0, { unread: { count: 0, atLeast: true } });
    assert.equal(badgeOf([unknown], nowMs), undefined);
    assert.equal(
      badgeOf([followed(news, 2), unknown], nowMs)?.tooltip,
      "More than 2 unread events in 2 saved feeds",
    );
  });
});
