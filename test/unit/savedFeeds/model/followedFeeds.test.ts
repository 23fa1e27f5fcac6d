import assert from "node:assert/strict";
import {
  markAllReadAction,
  markReadAction,
  maxEarlyReads,
  undoMarkReadAction,
} from "../../../../src/savedFeeds/model/actions";
import { type Action, apply } from "../../../../src/savedFeeds/model/apply";
import { maxSeen, maxUndatedSeen, maxUnread } from "../../../../src/savedFeeds/model/applyCheck";
import {
  isInWindow,
  findFollowed,
  nextCheckFrom,
  sameDefinition,
  unreadCount,
} from "../../../../src/savedFeeds/model/followedFeeds";
import { savedFeedId } from "../../../../src/savedFeeds/model/savedFeed";
import { encodeSnapshot } from "../../../../src/savedFeeds/storage/snapshot";
import type { FeedWindow } from "../../../../src/shared/feedQuery";
import { dayMs } from "../../../../src/shared/instant";
import {
  connection,
  event,
  feedId,
  hourMs,
  minuteMs,
  Model,
  overlapMs,
  savedFeed,
  source,
  startMs,
} from "./fixture";

/** Events that were published one second after the other. */
const many = (count: number, prefix: string, minutes: number) =>
  Array.from({ length: count }, (_, index) => event(`${prefix}_${index}`, minutes + index / 60_000));

describe("A followed feed", () => {
  let model: Model;

  beforeEach(() => {
    model = new Model().follow();
  });

  const markRead = (...ids: readonly string[]) =>
    model.request(markReadAction(model.state, feedId, ids.length > 0 ? ids : undefined));
  const undo = () => model.request(undoMarkReadAction(model.state));
  const define = (changes: Parameters<typeof savedFeed>[0], id = feedId) =>
    model.request({ kind: "define", id, feed: savedFeed(changes) });

  it("counts what comes after its first check, each event once", () => {
    model.check(0, [event("old", -1)]);
    assert.deepEqual(unreadCount(model.feed), { count: 0, atLeast: false });
    model.check(2, [event("new", 1), event("old", -1)]);
    model.check(4, [event("new", 1), event("old", -1)]);
    assert.deepEqual(
      model.feed.baseline?.seen.map(({ id }) => id),
      ["new", "old"],
    );
    model.check(20, [event("new", 1)]);
    model.check(40, []);
    assert.deepEqual(model.unread, ["new"]);
  });

  it("counts events of the same instant as one that it knows, and late ones, within the overlap", () => {
    model.check(0, [event("first", 0)]);
    model.check(2, [event("first", 0), event("twin", 0), event("late", -9)]);
    model.check(4, [event("later", -7), event("twin", 0)]);
    assert.deepEqual(model.unread, ["twin", "later", "late"]);
  });

  it("counts nothing that was published before what it remembers", () => {
    model.check(0, []);
    model.apply({
      kind: "checked",
      before: model.feed,
      fromMs: startMs - dayMs,
      untilMs: startMs + minuteMs,
      overlapMs,
      events: [event("ancient", -600), event("new", 0)],
      atMs: startMs + minuteMs,
    });
    assert.deepEqual(model.unread, ["new"]);
  });

  it("drops what the service no longer has, and does not count it again when it is back", () => {
    model.check(0, []);
    model.check(2, [event("gone", 1), event("stays", 1)]);
    model.check(4, [event("stays", 1)]);
    assert.deepEqual(model.unread, ["stays"]);
    model.check(6, [event("gone", 1), event("stays", 1)]);
    assert.deepEqual(model.unread, ["stays"]);
  });

  it("keeps events that became known while an earlier check was still running", () => {
    model.check(0, []);
    const before = model.feed;
    model.check(2, [event("new", 1)]);
    model.apply({
      kind: "checked",
      before,
      fromMs: startMs - overlapMs,
      untilMs: startMs + minuteMs,
      overlapMs,
      events: [],
      atMs: startMs + 3 * minuteMs,
    });
    assert.deepEqual(model.unread, ["new"]);
  });

  it("ignores a check that does not reach back to where it was complete, unless there were too many events", () => {
    model.check(0, []);
    const fromMs = startMs + 50 * minuteMs;
    model.check(60, [event("new", 55)], { fromMs });
    assert.deepEqual(model.unread, []);
    model.check(60, [event("new", 55)], { fromMs, isCutShort: true });
    assert.deepEqual(unreadCount(model.feed), { count: 1, atLeast: true });
    markRead();
    assert.deepEqual(unreadCount(model.feed), { count: 0, atLeast: false });
    undo();
    assert.deepEqual(unreadCount(model.feed), { count: 1, atLeast: true });
  });

  it("misses nothing if a check reaches back exactly to where it was complete", () => {
    model.check(0, []);
    model.check(60, [event("one", 0)], { fromMs: startMs });
    model.check(120, [event("two", 60)], { fromMs: startMs + 60 * minuteMs, isCutShort: true });
    assert.deepEqual([model.unread, unreadCount(model.feed).atLeast], [["two", "one"], false]);
  });

  it("stays partial if more was missed after the click that marked everything as read", () => {
    model.check(0, []);
    model.check(60, [event("one", 55)], { fromMs: startMs + 50 * minuteMs, isCutShort: true });
    const clicked = markAllReadAction(model.state);
    model.check(120, [event("two", 115)], { fromMs: startMs + 110 * minuteMs, isCutShort: true });
    model.request(clicked);
    assert.deepEqual([model.unread, unreadCount(model.feed).atLeast], [["two"], true]);
  });

  it("remembers the newest of very many events, says that there are more, and counts none of them again", () => {
    model.check(0, []);
    const events = many(maxSeen + maxUnread, "evt", 1);
    model.check(2, events);
    assert.deepEqual(unreadCount(model.feed), { count: maxUnread, atLeast: true });
    assert.equal(model.unread[0], events.at(-1)?.id);
    markRead();
    model.check(4, events);
    model.check(6, [...events, event("new", 5)]);
    assert.deepEqual([model.unread, unreadCount(model.feed).atLeast], [["new"], false]);
    assert.ok((model.feed.baseline?.seen.length ?? 0) <= maxSeen);
  });

  it("does not say that there are more events than it remembers if there are exactly as many", () => {
    model.check(0, []);
    model.check(2, many(maxUnread, "evt", 1));
    assert.deepEqual(unreadCount(model.feed), { count: maxUnread, atLeast: false });
    markRead();
    undo();
    assert.deepEqual(unreadCount(model.feed), { count: maxUnread, atLeast: false });
    markRead();
    model.check(4, [...many(maxUnread, "evt", 1), event("new", 3)]);
    undo();
    assert.deepEqual(unreadCount(model.feed), { count: maxUnread, atLeast: true });
    assert.equal(model.unread[0], "new");
  });

  it("counts late events also among very many, as long as it remembers those around them", () => {
    // Newest first, as a service sends them.
    const known = many(maxSeen - 500, "known", 1).reverse();
    const arrived = many(1_000, "arrived", 2).reverse();
    model.check(0, []);
    model.check(3, known);
    model.check(4, [...arrived, ...known]);
    markRead();
    const late = event("late", 1 + 1_000 / 60_000);
    const forgotten = event("forgotten", 1 + 100 / 60_000);
    model.check(5, [...arrived, ...known, late, forgotten]);
    assert.deepEqual([model.unread, model.feed.baseline?.seen.length], [["late"], maxSeen]);
  });

  it("counts events without a usable date once, and only so many", () => {
    const undated = Array.from({ length: maxUndatedSeen + 50 }, (_, index) => ({ id: `undated_${index}` }));
    model.check(0, [{ id: "known" }]);
    model.check(2, [{ id: "known" }, { id: "new" }, event("year 9999", 4e9)]);
    model.check(4, [{ id: "known" }, { id: "new" }, event("year 9999", 4e9)]);
    assert.deepEqual(model.unread, ["year 9999", "new"]);
    markRead();
    model.check(6, undated).check(8, undated).check(10, undated);
    assert.ok(model.unread.length <= maxUndatedSeen);
    markRead();
    model.check(12, undated);
    assert.deepEqual(model.unread, []);
  });

  it("is not blinded by events of the future, nor by endless IDs", () => {
    model.check(0, []);
    model.check(2, many(5_000, "future", 4e6));
    markRead();
    model.check(4, [...many(5_000, "future", 4e6), event("new", 3), event("x".repeat(600), 3)]);
    assert.deepEqual(
      model.unread.filter((id) => !id.startsWith("future")),
      ["new"],
    );
    model.check(6, [event("x".repeat(512), 5), event("y".repeat(513), 5)]);
    assert.deepEqual(
      model.unread.filter((id) => /^[xy]/.test(id)),
      ["x".repeat(512)],
    );
    assert.ok(encodeSnapshot({ state: model.state, appliedRequests: [] }).length < 400_000);
  });

  it("counts nothing that was published before its first check reached back to", () => {
    model.check(0, [], { fromMs: startMs - 2 * minuteMs });
    model.check(2, [event("new", 1), event("late", -1), event("earlier", -5)]);
    assert.deepEqual(model.unread, ["new", "late"]);
  });

  it("counts right where the service's clock is hours behind, whatever the first check read", () => {
    const behindMs = 3 * hourMs;
    const old = event("old", -60);
    model.apply({
      kind: "checked",
      before: model.feed,
      fromMs: startMs - overlapMs,
      untilMs: startMs - behindMs,
      serviceClockMs: startMs - behindMs,
      overlapMs,
      events: [],
      atMs: startMs,
    });
    assert.equal(
      nextCheckFrom(model.feed, overlapMs),
      startMs - behindMs - overlapMs,
      "the first check is repeated",
    );
    model.check(2 - 180, [old], { fromMs: startMs - behindMs - overlapMs });
    model.check(4 - 180, [old, event("new", 3 - 180)]);
    assert.deepEqual(model.unread, ["new"]);
  });

  it("starts over, and says so, when the service's clock was set back", () => {
    model.check(0, []);
    model.check(2, [event("unread", 1)]);
    const later = { serviceClockMs: startMs - 3 * hourMs, untilMs: startMs - 3 * hourMs };
    model.check(4, [event("unread", 1)], later);
    assert.deepEqual(unreadCount(model.feed), { count: 1, atLeast: true });
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs - 3 * hourMs - overlapMs);
    const fromMs = startMs - 3 * hourMs - overlapMs;
    model.check(-178, [event("unread", 1), event("old", -60)], { fromMs });
    model.check(-176, [event("unread", 1), event("old", -60), event("new", -177)]);
    assert.deepEqual(model.unread, ["unread", "new"]);
  });

  it("misses and repeats nothing when our clock is set back or ahead", () => {
    model.check(0, []);
    // Ours is behind: the service's clock does not matter.
    model.check(-180, [event("one", 1)], {
      fromMs: startMs - overlapMs,
      serviceClockMs: startMs + 2 * minuteMs,
    });
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs - overlapMs);
    model.check(4, [event("one", 1), event("two", 3)]);
    assert.deepEqual(model.unread, ["two", "one"]);
  });

  it("has only unread events of its time range", () => {
    define({ query: { ...savedFeed().query, window: { kind: "last", days: 1 } } });
    model.check(0, []);
    model.check(2, [event("new", 1)]);
    model.check(1_400, [event("newer", 1_399), event("new", 1)]);
    assert.deepEqual(model.unread, ["newer", "new"]);
    model.check(1_450, [event("newer", 1_399)]);
    assert.deepEqual(model.unread, ["newer"]);
    const until = new Date(startMs + 1_000 * minuteMs).toISOString();
    const since = new Date(startMs).toISOString();
    define({ query: { ...savedFeed().query, window: { kind: "fixed", since, until } } });
    assert.deepEqual(model.unread, []);
    define({ query: { ...savedFeed().query, window: { kind: "fixed", since } } });
    model.check(1_460, [event("late", 1_455), event("undated")]);
    assert.deepEqual(model.unread, ["late", "undated"]);
    define({ query: { ...savedFeed().query, window: { kind: "fixed", since, until } } });
    assert.deepEqual(model.unread, ["undated"]);
  });

  it("has events from the first instant of its time range on, and none of its end", () => {
    const at = (publishedMs: number) => ({ id: "one", publishedMs });
    const isIn = (window: FeedWindow, publishedMs: number): boolean =>
      isInWindow(window, at(publishedMs), startMs);
    const instant = (ms: number): string => new Date(ms).toISOString();
    const day: FeedWindow = { kind: "last", days: 1 };
    assert.deepEqual([isIn(day, startMs - dayMs), isIn(day, startMs - dayMs - 1)], [true, false]);
    const fixed: FeedWindow = { kind: "fixed", since: instant(startMs), until: instant(startMs + dayMs) };
    assert.deepEqual(
      [startMs - 1, startMs, startMs + dayMs - 1, startMs + dayMs].map((ms) => isIn(fixed, ms)),
      [false, true, true, false],
    );
  });

  it("starts anew with other filters, and goes on with another time range, name or alert", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    define({ query: { ...savedFeed().query, window: { kind: "last", days: 30 } }, alert: "off" });
    assert.deepEqual(model.unread, ["one"]);
    markRead();
    define({ query: { ...savedFeed().query, minAmount: 1e6 } });
    assert.equal(model.feed.baseline, undefined);
    assert.equal(undoMarkReadAction(model.state), undefined);
    model.check(4, [event("one", 1), event("big", 1)]);
    assert.deepEqual(model.unread, []);
  });

  it("makes nothing unread again of another connection or dataset", () => {
    const other = { ...connection, name: "Other" };
    const changes = [
      () => model.request({ kind: "follow", source, feed: savedFeed(), connection: other }),
      () => model.apply({ kind: "otherEvents", ids: [feedId] }),
    ];
    for (const change of changes) {
      model = new Model().follow().check(0, []);
      model.check(2, [event("one", 1), event("two", 1)]);
      markRead("one");
      change();
      assert.deepEqual([model.unread, model.feed.baseline], [[], undefined]);
      assert.equal(undo(), undefined);
    }
  });

  it("counts nothing of a first check with another key, as of the first check at all", () => {
    const [a, b] = [{ keyFingerprint: "a" }, { keyFingerprint: "b" }];
    model.check(0, [], a);
    model.check(2, [event("one", 1), event("two", 1)], a);
    markRead("one");
    model.check(4, [event("other", 3)], b);
    assert.deepEqual([model.unread, model.feed.keyFingerprint], [[], "b"]);
    assert.equal(undo(), undefined);
    model.check(6, [event("other", 3), event("new", 5)], b);
    assert.deepEqual(model.unread, ["new"]);
  });

  it("ignores a check with the former key that ends after one with another key", () => {
    const [a, b] = [{ keyFingerprint: "a" }, { keyFingerprint: "b" }];
    model.check(0, [], a);
    const before = model.feed;
    model.apply({ kind: "otherEvents", ids: [feedId], keyFingerprint: "b" });
    model.check(2, [event("other", 1)], b);
    const { state } = model;
    model.check(3, [event("one", 2)], { ...a, before });
    assert.equal(model.state, state);
    model.apply({ kind: "otherEvents", ids: [feedId], keyFingerprint: "b" });
    assert.equal(model.state, state, "it has started over already");
    model.check(4, [event("other", 1), event("new", 3)], b);
    assert.deepEqual(model.unread, ["new"]);
  });

  it("goes on where one of the keys is not known, and keeps the known one", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)], { keyFingerprint: "a" });
    model.check(4, [event("one", 1), event("two", 3)]);
    assert.deepEqual([model.unread, model.feed.keyFingerprint], [["two", "one"], "a"]);
  });

  it("reads back no further than the overlap when only its alert, name or time range is changed", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    model.check(60, [event("one", 1)]);
    define({ query: { ...savedFeed().query, window: { kind: "last", days: 30 } }, alert: "off" });
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs + 50 * minuteMs);
  });

  it("finds out which unread events still count when companies or muted words are changed", () => {
    model.check(0, []);
    model.check(2, [event("one", 1), event("two", 1), event("muted", 1)], { uncounted: new Set(["muted"]) });
    model.check(30, [event("one", 1), event("two", 1), event("muted", 1)]);
    markRead("two");
    define({ mute: ["one"] });
    assert.deepEqual(model.unread, ["one"], "until the next check");
    const fromMs = nextCheckFrom(model.feed, overlapMs);
    assert.equal(fromMs, startMs + minuteMs, "which reads back to them");
    const events = [event("one", 1), event("two", 1), event("muted", 1)];
    model.check(32, events, { fromMs, uncounted: new Set(["one", "two"]) });
    assert.deepEqual(model.unread, []);
    assert.equal(undoMarkReadAction(model.state), undefined, "nor are they unread again");
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs + 22 * minuteMs);
  });

  it("does not read back again and again where there are too many events", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    model.check(60, [event("two", 59), event("one", 1)]);
    define({ mute: ["one"] });
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs + minuteMs);
    // What a panel has read says nothing about it.
    model.check(62, [event("two", 59)]);
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs + minuteMs);
    model.check(64, [event("two", 59)], { fromMs: startMs + 58 * minuteMs, isCutShort: true });
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs + 54 * minuteMs);
    assert.deepEqual(model.unread, ["two", "one"]);
  });

  it("still reads back to what may no longer count when the service's clock was set back", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    model.check(600, [event("one", 1)]);
    define({ mute: ["one"] });
    // A panel has read this.
    const setBack = { serviceClockMs: startMs + 540 * minuteMs, untilMs: startMs + 540 * minuteMs };
    model.check(602, [], setBack);
    assert.equal(model.feed.baseline, undefined);
    assert.equal(nextCheckFrom(model.feed, overlapMs), startMs + minuteMs);
  });

  it("starts over by the service's clock also if muted words are changed after it was set back", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    const setBackMs = startMs - 3 * hourMs;
    model.check(4, [event("one", 1)], { serviceClockMs: setBackMs, untilMs: setBackMs });
    define({ mute: ["one"] });
    assert.equal(nextCheckFrom(model.feed, overlapMs), setBackMs - overlapMs);
  });

  it("ignores a check of what it was before: other filters, companies or another connection", () => {
    model.check(0, []);
    const before = model.feed;
    define({ companies: ["acme.com"] });
    const checked = model.feed;
    model.check(2, [event("new", 1)], { before });
    assert.equal(model.feed, checked);
    const others = [
      { ...connection, origin: "https://other.example.com" },
      { ...connection, name: "Other" },
    ];
    for (const other of others) {
      model = new Model().follow().check(0, []);
      const { feed } = model;
      model.request({ kind: "follow", source, feed: savedFeed(), connection: other });
      model.check(2, [event("new", 1)], { before: feed });
      assert.deepEqual([model.feed.baseline, model.feed.connection], [undefined, other]);
    }
  });

  it("keeps its count under a new name, also for a window that knows only the old one", () => {
    model.check(0, []);
    model.check(2, [event("one", 1), event("two", 1)]);
    const clicked = markReadAction(model.state, feedId, ["one"]);
    define({ name: "New name" });
    const id = savedFeedId(source, "New name");
    model.request(clicked);
    assert.deepEqual(
      findFollowed(model.state, id)?.unread.map((each) => each.id),
      ["two"],
    );
    define({ name: "Newer name" }, id);
    undo();
    assert.deepEqual(model.unread, ["one", "two"]);
    // A new feed with the old name is another one.
    model.follow();
    assert.deepEqual([model.unread, model.state.feeds.length], [[], 2]);
    // Nor can a name be taken from another feed.
    const { state } = model;
    define({ name: "Newer name" });
    assert.equal(model.state, state);
    // Unless that one was removed from the settings.
    const feed = savedFeed({ name: "Newer name" });
    model.request({ kind: "define", id: feedId, feed, replaces: true });
    assert.deepEqual(
      model.state.feeds.map((each) => [each.id, each.unread]),
      [[savedFeedId(source, "Newer name"), []]],
    );
  });

  it("keeps its count when two windows say that it was renamed to what another feed was called", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    model.follow(savedFeed({ name: "Old" }));
    const renaming = {
      kind: "define",
      id: feedId,
      feed: savedFeed({ name: "Old" }),
      replaces: true,
    } as const;
    model.request(renaming);
    model.request(renaming);
    assert.deepEqual([model.state.feeds.length, model.unread], [1, ["one"]]);
  });

  it("stays when another feed that has its former name is unfollowed in two windows", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    define({ name: "New name" });
    model.follow();
    model.request({ kind: "unfollow", id: feedId });
    model.request({ kind: "unfollow", id: feedId });
    assert.deepEqual(
      model.state.feeds.map(({ feed, unread }) => [feed.name, unread.map(({ id }) => id)]),
      [["New name", ["one"]]],
    );
  });

  it("keeps its connection when one of the same name, but of another origin, is renamed", () => {
    const origin = "https://other.example.com";
    model.request({
      kind: "renameConnection",
      connection: { name: connection.name, origin },
      name: "Acme 2",
    });
    assert.deepEqual(model.feed.connection, connection);
  });

  it("keeps its connection when another one of the same origin is renamed", () => {
    model.request({ kind: "renameConnection", connection: { ...connection, name: "Other" }, name: "Acme 2" });
    assert.deepEqual(model.feed.connection, connection);
  });

  it("stays as it is when another feed is followed on another connection than before", () => {
    const news = savedFeed({ name: "News" });
    model.follow(news).check(0, []);
    model.check(2, [event("one", 1)]);
    const other = { ...connection, name: "Other" };
    model.request({ kind: "follow", source, feed: news, connection: other });
    assert.deepEqual([model.unread, model.feed.connection], [["one"], connection]);
    assert.deepEqual(findFollowed(model.state, savedFeedId(source, "News"))?.connection, other);
  });

  it("keeps its count when its connection is renamed, or it is followed there again", () => {
    model.check(0, []);
    model.check(2, [event("one", 1)]);
    model.request({ kind: "renameConnection", connection, name: "Acme 2" });
    assert.deepEqual(model.feed.connection, { ...connection, name: "Acme 2" });
    model.request({ kind: "follow", source, feed: savedFeed(), connection: model.feed.connection });
    assert.deepEqual(model.unread, ["one"]);
    model.request({ kind: "unfollow", id: feedId });
    model.follow();
    assert.deepEqual(model.unread, []);
  });

  describe("when events are marked as read", () => {
    beforeEach(() => {
      model.check(0, []);
      model.check(2, [event("one", 1), event("two", 1), event("three", 1)]);
    });

    it("takes back what was read in one go, then what was read before", () => {
      markRead("one");
      model.nowMs += minuteMs / 2;
      markRead("two");
      model.nowMs += 2 * minuteMs;
      markRead("three");
      undo();
      assert.deepEqual(model.unread, ["three"]);
      undo();
      assert.deepEqual(model.unread, ["one", "three", "two"]);
      assert.equal(undo(), undefined);
    });

    it("takes back in one go what was read with short pauses, however long that took", () => {
      for (const id of ["one", "two", "three"]) {
        markRead(id);
        model.nowMs += 0.7 * minuteMs;
      }
      undo();
      assert.deepEqual(model.unread, ["one", "three", "two"]);
    });

    it("takes back what was read in several feeds at once apart from what was read in one", () => {
      const other = savedFeedId(source, "Other");
      const unreadInOther = () =>
        model.state.feeds.flatMap(({ id, unread }) => (id === other ? unread.map((each) => each.id) : []));
      const readInBoth = (inOne: string, inOther: string): void => {
        const feeds = [
          { id: feedId, eventIds: [inOne] },
          { id: other, eventIds: [inOther] },
        ];
        model.request({ kind: "markRead", feeds });
      };
      model.follow(savedFeed({ name: "Other" }));
      const found = [event("a", 1), event("b", 1)];
      for (const events of [[], found]) {
        const before = model.state.feeds.find(({ id }) => id === other) ?? model.feed;
        const [fromMs, untilMs] = [startMs, startMs + 2 * minuteMs];
        model.apply({ kind: "checked", before, fromMs, untilMs, overlapMs, events, atMs: untilMs });
      }
      markRead("one");
      readInBoth("two", "a");
      undo();
      assert.deepEqual(
        [model.unread, unreadInOther()],
        [
          ["three", "two"],
          ["a", "b"],
        ],
      );
      readInBoth("two", "b");
      markRead("three");
      undo();
      assert.deepEqual([model.unread, unreadInOther()], [["three"], ["a"]]);
      undo();
      assert.deepEqual(
        [model.unread, unreadInOther()],
        [
          ["three", "two"],
          ["a", "b"],
        ],
      );
    });

    it("does not bring back what is muted since", () => {
      const events = [event("one", 1), event("two", 1), event("three", 1)];
      model.check(30, events);
      markRead();
      define({ mute: ["two"] });
      const fromMs = nextCheckFrom(model.feed, overlapMs);
      assert.equal(fromMs, startMs + minuteMs);
      model.check(32, events, { fromMs, uncounted: new Set(["two"]) });
      undo();
      assert.deepEqual(model.unread, ["one", "three"]);
    });

    it("takes back only the last one if the clock was set back meanwhile", () => {
      markRead("one");
      model.nowMs -= minuteMs / 2;
      markRead("two");
      undo();
      assert.deepEqual(model.unread, ["three", "two"]);
    });

    it("takes back a mark of all feeds at once, and no mark twice", () => {
      model.request(markAllReadAction(model.state));
      const first = undoMarkReadAction(model.state);
      model.request(first);
      markRead("one");
      model.request(first);
      assert.deepEqual(model.unread, ["three", "two"]);
    });

    it("does not bring back what the service removed meanwhile", () => {
      markRead();
      model.check(4, [event("two", 1)]);
      undo();
      assert.deepEqual(model.unread, ["two"]);
    });

    it("does not mark what arrived after the click", () => {
      const clicked = markReadAction(model.state, feedId);
      model.check(4, [event("one", 1), event("two", 1), event("three", 1), event("four", 3)]);
      model.request(clicked);
      assert.deepEqual(model.unread, ["four"]);
    });

    it("does not count an event that was read in a panel before a check found it", () => {
      markRead("four");
      model.check(4, [
        event("one", 1),
        event("two", 1),
        event("three", 1),
        event("four", 3),
        event("five", 3),
      ]);
      assert.deepEqual(model.unread, ["five", "one", "three", "two"]);
    });

    it("remembers what was read early until a check that was started later does not find it", () => {
      const known = [event("one", 1), event("two", 1), event("three", 1)];
      const earlyIds = () =>
        model.feed.baseline?.seen.flatMap(({ id, isReadEarly }) => (isReadEarly ? id : []));
      const before = model.feed;
      markRead("four", "five");
      model.check(4, known, { before });
      assert.deepEqual(earlyIds(), ["four", "five"]);
      model.check(6, [...known, event("four", 3)]);
      assert.deepEqual([model.unread, earlyIds()], [["one", "three", "two"], []]);
    });

    it("remembers so many events that were read early, the latest", () => {
      const ids = Array.from({ length: maxEarlyReads + 100 }, (_, index) => `early_${index}`);
      markRead(...ids.slice(0, 300));
      markRead(...ids.slice(300));
      assert.deepEqual(
        model.feed.baseline?.seen.flatMap(({ id, isReadEarly }) => (isReadEarly ? id : [])),
        ids.slice(100),
      );
      const seen = model.feed.baseline.seen.map(({ id }) => id);
      assert.equal(new Set(seen).size, seen.length, "nothing is remembered twice");
    });

    it("marks so many at once that no check has found yet", () => {
      const ids = Array.from({ length: maxEarlyReads + 1 }, (_, index) => `early_${index}`);
      const action = markReadAction(model.state, feedId, [...ids, "one", "one"]);
      assert.deepEqual(action?.kind === "markRead" && action.feeds, [
        { id: feedId, eventIds: ["one", ...ids.slice(0, -1)] },
      ]);
    });

    it("takes an event back once that was dated anew and counted again meanwhile", () => {
      markRead("one");
      model.check(15, [event("one", 1), event("two", 1), event("three", 1)]);
      model.check(30, []);
      model.check(32, [event("one", 31)]);
      assert.deepEqual(model.unread, ["one", "three", "two"]);
      undo();
      assert.deepEqual(model.unread, ["one", "three", "two"]);
    });

    it("does not bring back what a shorter time range leaves out", () => {
      model.check(1_450, [event("one", 1), event("two", 1), event("three", 1), event("four", 1_449)]);
      markRead();
      define({ query: { ...savedFeed().query, window: { kind: "last", days: 1 } } });
      undo();
      assert.deepEqual(model.unread, ["four"]);
    });

    it("stays partial until all that is unread was read, and when something else is read", () => {
      model.check(60, [event("four", 55)], { fromMs: startMs + 50 * minuteMs, isCutShort: true });
      markRead("four");
      assert.deepEqual(unreadCount(model.feed), { count: 3, atLeast: true });
      markRead("one", "two", "three");
      assert.deepEqual(unreadCount(model.feed), { count: 0, atLeast: false });
      model.check(120, [], { fromMs: startMs + 110 * minuteMs, isCutShort: true });
      markRead("not found yet");
      assert.deepEqual(unreadCount(model.feed), { count: 0, atLeast: true });
    });

    it("is partial again after what made it complete was taken back, but not after an earlier mark was", () => {
      model.check(60, [event("four", 55)], { fromMs: startMs + 50 * minuteMs, isCutShort: true });
      const first = markRead("one");
      model.nowMs += 2 * minuteMs;
      markRead("two", "three", "four");
      model.check(62.5, [event("five", 62), event("four", 55)]);
      markRead("five");
      assert.deepEqual(unreadCount(model.feed), { count: 0, atLeast: false });
      const both = model.state;
      model.request(undoMarkReadAction(both, first?.requestId));
      assert.deepEqual([model.unread, unreadCount(model.feed).atLeast], [["one"], false]);
      model = new Model(both);
      undo();
      assert.deepEqual(unreadCount(model.feed), { count: 4, atLeast: true });
    });

    it("takes back at most ten marks", () => {
      const events = many(12, "more", 3);
      model.check(4, [event("one", 1), event("two", 1), event("three", 1), ...events]);
      for (const { id } of events) {
        model.nowMs += 2 * minuteMs;
        markRead(id);
      }
      for (let times = 0; times < 12; times++) {
        undo();
      }
      assert.deepEqual(model.unread.length, 3 + 10);
    });

    it("changes nothing for what is read already, of an unknown feed or an unknown mark", () => {
      markRead();
      const { state } = model;
      const nothing = [
        { kind: "markRead" as const, feeds: [{ id: feedId, eventIds: ["one"] }] },
        { kind: "markRead" as const, feeds: [{ id: "another", eventIds: ["one"] }] },
        { kind: "undoMarkRead" as const, markId: "another" },
        { kind: "unfollow" as const, id: "another" },
        { kind: "snooze" as const, id: feedId },
        { kind: "renameConnection" as const, connection: { name: "X", origin: "Y" }, name: "Z" },
      ];
      for (const action of nothing) {
        assert.equal(apply(state, { requestId: "last", atMs: startMs, action }), state, action.kind);
      }
      assert.equal(markReadAction(state, feedId), undefined);
      assert.equal(markAllReadAction(state), undefined);
    });
  });

  describe("in toasts", () => {
    const untold = () => model.feed.unread.filter(({ isTold }) => !isTold).map(({ id }) => id);

    it("tells of an event once, also after it was marked as unread", () => {
      define({ alert: "toast" });
      model.check(0, []);
      model.check(2, [event("one", 1), event("two", 1)]);
      model.apply({ kind: "told", feeds: [{ id: feedId, eventIds: ["one"] }], toastAtMs: startMs });
      assert.deepEqual([untold(), model.state.toldAtMs], [["two"], startMs]);
      markRead();
      undo();
      assert.deepEqual(untold(), []);
    });

    it("knows what was told, and why checks fail, also if it was renamed meanwhile", () => {
      define({ alert: "toast" });
      model.check(0, []);
      model.check(2, [event("one", 1), event("two", 1)]);
      define({ name: "New name", alert: "toast" });
      model.apply(
        { kind: "told", feeds: [{ id: feedId, eventIds: ["one"] }] },
        { kind: "failed", feeds: [{ id: feedId, problem: "No route." }] },
      );
      assert.deepEqual([untold(), model.feed.problem], [["two"], "No route."]);
    });

    it("stays the same while checks fail for the same reason, or succeed as before", () => {
      define({ alert: "toast" });
      const failed = (...problem: readonly string[]): Action => ({
        kind: "failed",
        feeds: [{ id: feedId, ...(problem[0] !== undefined && { problem: problem[0] }) }],
      });
      const { state } = model;
      assert.equal(apply(state, failed()), state);
      assert.equal(apply(state, { kind: "failed", feeds: [] }), state);
      model.apply(failed("No route."));
      assert.equal(apply(model.state, failed("No route.")), model.state);
      assert.equal(model.apply(failed("Slow.")).feed.problem, "Slow.");
      assert.ok(!("problem" in model.apply(failed()).feed));
    });

    it("does not tell of what came before it was asked to", () => {
      model.check(0, []);
      model.check(2, [event("one", 1)]);
      define({ alert: "toast" });
      model.check(4, [event("one", 1), event("two", 3)]);
      assert.deepEqual(untold(), ["two"]);
    });
  });

  describe("while it is snoozed", () => {
    const snooze = (untilMs?: number) =>
      model.request({ kind: "snooze", id: feedId, ...(untilMs !== undefined && { untilMs }) });

    it("counts on, and forgets the snooze when it is over or taken back", () => {
      model.check(0, []);
      snooze(startMs + hourMs);
      model.check(2, [event("one", 1)]);
      assert.deepEqual([model.unread, model.feed.snoozedUntilMs], [["one"], startMs + hourMs]);
      model.check(61, []);
      assert.equal(model.feed.snoozedUntilMs, undefined);
      snooze(startMs + 2 * hourMs);
      snooze();
      assert.equal(model.feed.snoozedUntilMs, undefined);
      snooze(startMs + 2 * hourMs);
      snooze(model.nowMs);
      assert.equal(model.feed.snoozedUntilMs, undefined, "it is over at once");
    });

    it("ends, even if the clock is set back by years", () => {
      snooze(startMs + hourMs);
      model.check(-1e6, []);
      assert.equal(model.feed.snoozedUntilMs, startMs - 1e6 * minuteMs + hourMs);
    });
  });

  it("is another one once a part of its definition differs", () => {
    const query = { ...savedFeed().query, types: ["ipo"] };
    assert.ok(sameDefinition(savedFeed(), savedFeed()));
    for (const changes of [
      { name: "Other" },
      { alert: "toast" as const },
      { query },
      { companies: ["acme.example"] },
      { mute: ["rumor"] },
    ]) {
      assert.ok(!sameDefinition(savedFeed(), savedFeed(changes)), JSON.stringify(changes));
    }
  });

  it("takes little space", () => {
    for (let index = 0; index < 50; index++) {
      model.follow(savedFeed({ name: `Feed ${index}` }));
      const before = model.state.feeds.at(-1);
      const check = { kind: "checked" as const, fromMs: startMs - overlapMs, overlapMs, atMs: startMs };
      model.apply({ ...check, before: before ?? model.feed, untilMs: startMs, events: [] });
      const now = model.state.feeds.at(-1) ?? model.feed;
      model.apply({
        ...check,
        before: now,
        untilMs: startMs + minuteMs,
        events: many(20, `evt_${index}`, 0.5),
      });
    }
    assert.ok(encodeSnapshot({ state: model.state, appliedRequests: [] }).length < 200_000);
  });
});
