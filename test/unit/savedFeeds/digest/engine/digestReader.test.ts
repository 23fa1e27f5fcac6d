import assert from "node:assert/strict";
import type { Digest, DigestPeriod, DigestSection } from "../../../../../src/savedFeeds/digest/engine/digest";
import {
  decodeDigestHistory,
  digestFeeds,
  type DigestHistory,
  historyAfter,
} from "../../../../../src/savedFeeds/digest/engine/digestHistory";
import type { SavedFeed } from "../../../../../src/savedFeeds/model/savedFeed";
import type { FeedWindow } from "../../../../../src/shared/feedQuery";
import { dayMs } from "../../../../../src/shared/instant";
import { FakeClock } from "../../../../support/fakes/fakeClock";
import { type PagedEvent, PagingService } from "../../../../support/services/pagingService";
import { status } from "../../../../support/services/scriptedAnswers";
import { acme, digestFeed, overlapMs, readSections, savedFeed, textOf } from "./digestFixture";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("Digests", () => {
  const feed = savedFeed("News");
  const candidate = { ...digestFeed(feed, 0), following: { connection: acme } };
  /** Where the feed is followed, and the key that is stored there. */
  let connection: typeof acme;
  let keyFingerprint: string | undefined;
  let clock: FakeClock;
  let events: PagedEvent[];
  let service: PagingService;
  let history: DigestHistory | undefined;

  beforeEach(async () => {
    clock = new FakeClock();
    events = [];
    history = undefined;
    connection = acme;
    keyFingerprint = "0123456789ab";
    service = await PagingService.start(events);
  });

  afterEach(() => service.dispose());

  /** Adds an event, as if it had been published so long ago. */
  const publish = (id: string, agoMs = 0): void => {
    events.push({ id, ms: clock.now() - agoMs });
    events.sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0));
  };

  async function read(period: DigestPeriod): Promise<Digest> {
    const createdMs = clock.now();
    const followed = { ...candidate, following: { connection } };
    const feeds = digestFeeds([followed], period, history, () => keyFingerprint);
    const sections = await readSections(feeds, service.client, clock);
    // As it is stored.
    const next = historyAfter(history, sections, [candidate.id], createdMs);
    history = decodeDigestHistory(JSON.parse(JSON.stringify(next)));
    return { createdMs, period, sections, notFollowedCount: 0 };
  }

  const lastDay = (): Promise<Digest> => read({ kind: "lastDays", days: 1, sinceMs: clock.now() - dayMs });
  const sinceLast = (): Promise<Digest> => read({ kind: "sinceLast", lastMs: history?.lastMs ?? Number.NaN });
  const idsOf = ({ sections: [section] }: Digest): string[] => section?.events.map(({ id }) => id) ?? [];
  const outcomeOf = ({ sections: [section] }: Digest): string | undefined => section?.outcome.kind;

  it("have each event once, also one that is published late", async () => {
    publish("evt_1", 2 * hourMs);
    publish("evt_2", minuteMs);
    assert.deepEqual(idsOf(await lastDay()), ["evt_2", "evt_1"]);
    publish("evt_late", 5 * minuteMs);
    clock.advance(minuteMs);
    publish("evt_3");
    assert.deepEqual(idsOf(await sinceLast()), ["evt_3", "evt_late"]);
    clock.advance(minuteMs);
    assert.deepEqual(
      idsOf(await sinceLast()),
      [],
      "also if the overlap is longer than the time between digests",
    );
    clock.advance(3 * hourMs);
    publish("evt_4");
    assert.deepEqual(idsOf(await sinceLast()), ["evt_4"]);
  });

  it("have what the last one could not read", async () => {
    await lastDay();
    clock.advance(hourMs);
    publish("evt_1");
    service.intercept = () => status(500, { detail: "Broken." });
    clock.advance(hourMs);
    assert.equal(outcomeOf(await sinceLast()), "failed");
    service.intercept = undefined;
    clock.advance(hourMs);
    publish("evt_2");
    const digest = await sinceLast();
    assert.deepEqual(idsOf(digest), ["evt_2", "evt_1"]);
    assert.match(
      textOf(digest.sections, digest.period, digest.createdMs),
      /Since Nov 21, 12:00 UTC, as the last digest doesn't have this feed\./,
    );
    clock.advance(hourMs);
    assert.deepEqual(idsOf(await sinceLast()), []);
  });

  it("have what came since the last one also of a feed that none had so far, after one of another feed", async () => {
    const other = { ...digestFeed(savedFeed("Other"), 0), following: { connection: acme } };
    await lastDay();
    const lastMs = clock.now();
    clock.advance(hourMs);
    publish("evt_1", minuteMs);
    const sections = await readSections(
      digestFeeds([candidate], { kind: "sinceLast", lastMs }, history, () => keyFingerprint),
      service.client,
      clock,
    );
    const next = historyAfter(history, sections, [candidate.id, other.id], clock.now());
    history = decodeDigestHistory(JSON.parse(JSON.stringify(next)));
    assert.ok(history);
    clock.advance(hourMs);
    const feeds = digestFeeds(
      [candidate, other],
      { kind: "sinceLast", lastMs: history.lastMs },
      history,
      () => keyFingerprint,
    );
    const read = await readSections(feeds, service.client, clock);
    assert.deepEqual(
      read.map((section) => section.events.map(({ id }) => id)),
      [[], ["evt_1"]],
    );
    assert.deepEqual(
      feeds.map(({ missedSinceMs }) => missedSinceMs),
      [undefined, lastMs],
    );
  });

  for (const [what, change] of [
    ["another key", () => (keyFingerprint = "ba9876543210")],
    ["another connection", () => (connection = { ...acme, name: "Globex" })],
    ["another URL", () => (connection = { ...acme, origin: "https://eu.example.com" })],
  ] as const) {
    it(`have what came since the last one, also with equal IDs, if the feed is read with ${what}`, async () => {
      publish("evt_1");
      await lastDay();
      events.length = 0;
      publish("evt_0", minuteMs);
      clock.advance(minuteMs);
      publish("evt_1");
      change();
      assert.deepEqual(idsOf(await sinceLast()), ["evt_1"]);
      clock.advance(minuteMs);
      publish("evt_2");
      assert.deepEqual(idsOf(await sinceLast()), ["evt_2"]);
    });
  }

  it("have what could not be read with the last key", async () => {
    await lastDay();
    clock.advance(hourMs);
    publish("evt_1");
    service.intercept = () => status(401, { detail: "Expired." });
    clock.advance(hourMs);
    assert.equal(outcomeOf(await sinceLast()), "failed");
    service.intercept = undefined;
    keyFingerprint = "ba9876543210";
    assert.deepEqual(idsOf(await sinceLast()), ["evt_1"]);
  });

  it("have each event once if the key was not known, as in what earlier versions stored", async () => {
    publish("evt_1");
    keyFingerprint = undefined;
    await lastDay();
    const entry = history?.feeds[candidate.id];
    assert.ok(entry);
    delete entry.connection;
    assert.deepEqual(Object.keys(entry), ["readMs", "fromMs", "ids"]);
    keyFingerprint = "0123456789ab";
    clock.advance(minuteMs);
    publish("evt_2");
    publish("evt_late", 5 * minuteMs);
    assert.deepEqual(idsOf(await sinceLast()), ["evt_2", "evt_late"]);
    keyFingerprint = undefined;
    assert.deepEqual(idsOf(await sinceLast()), [], "nor is it known now");
  });

  it("ask once for feeds with equal filters, but for each fixed time range", async () => {
    publish("evt_today", hourMs);
    publish("evt_yesterday", 30 * hourMs);
    const before = (agoMs: number): string => new Date(clock.now() - agoMs).toISOString();
    const idsWithin = async (...windows: readonly FeedWindow[]): Promise<string[][]> => {
      const feeds = windows.map((window, index) =>
        digestFeed(savedFeed(`${index}`, { query: { window, types: [] } }), clock.now() - 3 * dayMs),
      );
      const sections = await readSections(feeds, service.client, clock);
      return sections.map((section) => section.events.map(({ id }) => id));
    };
    const both = ["evt_today", "evt_yesterday"];
    assert.deepEqual(await idsWithin({ kind: "last", days: 7 }, { kind: "last", days: 30 }), [both, both]);
    assert.equal(service.requests.length, 1);
    assert.deepEqual(
      await idsWithin(
        { kind: "fixed", since: before(2 * dayMs), until: before(dayMs) },
        { kind: "fixed", since: before(dayMs) },
      ),
      [["evt_yesterday"], ["evt_today"]],
    );
    assert.equal(service.requests.length, 3);
  });

  it("remember a bounded number of events, and repeat none", async () => {
    for (let n = 0; n < 700; n++) {
      publish(`evt_${n}`, n * 100);
    }
    assert.equal(idsOf(await lastDay()).length, 700);
    assert.ok((history?.feeds[candidate.id]?.ids.length ?? Infinity) <= 200);
    clock.advance(minuteMs);
    publish("evt_new");
    assert.deepEqual(idsOf(await sinceLast()), ["evt_new"]);
  });

  it("say why they are incomplete, and have the newest events", async () => {
    for (let n = 0; n < 60; n++) {
      publish(`evt_${n}`, n * minuteMs);
    }
    service.behavior = { pageCap: 1 };
    const limited = await lastDay();
    assert.equal(outcomeOf(limited), "limit");
    assert.equal(idsOf(limited).length, 40);
    const text = textOf(limited.sections, limited.period, limited.createdMs);
    assert.match(text, /\*\*At least 40 new events\*\* · 1 saved feed checked · \*\*1 incomplete\*\*/);
    assert.match(
      text,
      /\*\*Incomplete:\*\* there are too many events\. Those before Nov 21, 11:21 UTC were not read\./,
    );

    let requests = 0;
    service.intercept = (_, sound) => (++requests > 3 ? status(403, { detail: "[No](x) more." }) : sound());
    const stopped = await lastDay();
    assert.equal(outcomeOf(stopped), "stopped");
    assert.equal(idsOf(stopped).length, 3);
    assert.match(
      textOf(stopped.sections, stopped.period, stopped.createdMs),
      /events before Nov 21, 11:58 UTC couldn't be read\. .*\\\(403\\\): \\\[No\\\]\\\(x\\\) more\./,
    );
  });

  it("do not try other feeds of a connection that is down, but those whose filters are not at fault", async () => {
    const typed = (type: string): SavedFeed =>
      savedFeed(type, { query: { window: { kind: "last", days: 7 }, types: [type] } });
    const feeds = ["a", "b", "c"].map((type) => digestFeed(typed(type), clock.now() - dayMs));
    const kinds = (sections: readonly DigestSection[]): string[] =>
      sections.map(({ outcome }) => outcome.kind);

    service.intercept = () => status(401, { detail: "Unknown key." });
    assert.deepEqual(kinds(await readSections(feeds, service.client, clock)), ["failed", "failed", "failed"]);
    assert.equal(service.requests.length, 1);

    service.intercept = ({ parameters }, sound) =>
      parameters.get("types") === "b" ? status(422, { detail: "Unknown type." }) : sound();
    assert.deepEqual(kinds(await readSections(feeds, service.client, clock)), [
      "complete",
      "failed",
      "complete",
    ]);
  });

  it("say what is wrong with a connection", async () => {
    const sections = await readSections([digestFeed(feed, 0)], 'The connection "Acme" was removed.', clock);
    const text = textOf(sections, { kind: "lastDays", days: 1, sinceMs: 0 }, clock.now());
    assert.match(text, /0 saved feeds checked · \*\*1 couldn't be checked\*\*/);
    assert.match(text, /## Not checked\n\n- \[News\].*The connection "Acme" was removed\./);
    assert.equal(service.requests.length, 0);
  });

  it("begin anew if what is stored is invalid", () => {
    for (const stored of [
      undefined,
      null,
      1,
      {},
      { lastMs: "x", feeds: {} },
      { lastMs: 1, feeds: { a: {} } },
    ]) {
      assert.equal(decodeDigestHistory(stored), undefined);
    }
    assert.equal(overlapMs, 10 * minuteMs);
  });
});
