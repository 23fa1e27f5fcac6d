import assert from "node:assert/strict";
import type { FollowedFeed } from "../../../../src/savedFeeds/model/followedFeeds";
import type { SavedFeed } from "../../../../src/savedFeeds/model/savedFeed";
import { savedFeedId } from "../../../../src/savedFeeds/model/savedFeed";
import { checkedAtOf, checkGroups } from "../../../../src/savedFeeds/polling/checkGroups";
import { connection, hourMs, savedFeed, source, startMs } from "../model/fixture";

function followed(
  name: string,
  query: Partial<SavedFeed["query"]> = {},
  more: Partial<FollowedFeed> = {},
): FollowedFeed {
  const feed = savedFeed({ name, query: { ...savedFeed().query, ...query } });
  return { id: savedFeedId(source, name), source, feed, connection, unread: [], ...more };
}

describe("Groups of followed feeds that are checked together", () => {
  const namesOf = (feeds: readonly FollowedFeed[], nowMs = startMs): string[][] =>
    checkGroups(feeds, nowMs).map((group) => group.feeds.map(({ feed }) => feed.name));

  it("have the same connection and filters, whatever their time ranges, companies and words", () => {
    const companies = { feed: savedFeed({ name: "c", companies: ["a.example"], mute: ["rumor"] }) };
    assert.deepEqual(
      namesOf([
        followed("a"),
        followed("b", { types: ["layoffs"] }),
        followed("c", {}, companies),
        followed("d", { window: { kind: "last", days: 90 } }),
        followed("e", { sector: "Fintech" }),
        followed("f", { minAmount: 1 }),
        followed("g", {}, { connection: { ...connection, name: "Beta" } }),
        followed("h", {}, { connection: { ...connection, origin: "https://other.example" } }),
        followed("i", { types: ["layoffs"] }),
      ]),
      [["a", "c", "d"], ["b", "i"], ["e"], ["f"], ["g"], ["h"]],
    );
    const [group] = checkGroups([followed("a", { types: ["layoffs"] })], startMs);
    assert.deepEqual([group?.connection, group?.query.types], [connection, ["layoffs"]]);
  });

  it("leave out feeds whose time range has ended or not begun", () => {
    const instant = (ms: number): string => new Date(ms).toISOString();
    const fixed = (name: string, since: number, until?: number): FollowedFeed =>
      followed(name, {
        window: {
          kind: "fixed",
          since: instant(since),
          ...(until !== undefined && { until: instant(until) }),
        },
      });
    const feeds = [
      fixed("now", startMs, startMs + 1),
      fixed("open", startMs - hourMs),
      fixed("ended", startMs - hourMs, startMs),
      fixed("later", startMs + 1),
    ];
    assert.deepEqual(namesOf(feeds), [["now", "open"]]);
    assert.deepEqual(namesOf(feeds, startMs + 1), [["open", "later"]]);
  });

  it("have waited since the first check of any, or for ever if one was never checked", () => {
    const checkedAt = (...times: readonly (number | undefined)[]): number | undefined => {
      const feeds = times.map((checkedAtMs, index) =>
        followed(`${index}`, {}, checkedAtMs === undefined ? {} : { checkedAtMs }),
      );
      return checkGroups(feeds, startMs).map(checkedAtOf)[0];
    };
    assert.equal(checkedAt(3, 1, 2), 1);
    assert.equal(checkedAt(3), 3);
    assert.equal(checkedAt(3, undefined, 1), undefined);
    assert.equal(checkedAt(undefined), undefined);
  });
});
