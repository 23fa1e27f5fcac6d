import assert from "node:assert/strict";
import type { DigestEvents } from "../../../../../src/savedFeeds/digest/engine/digest";
import { digestSection } from "../../../../../src/savedFeeds/digest/engine/digestSection";
import type { CompanyEvent } from "../../../../../src/shared/companyEvent";
import { digestFeed, overlapMs, savedFeed } from "./digestFixture";

const untilMs = Date.UTC(2026, 10, 21, 12);
const sinceMs = untilMs - 3_600_000;
const fromMs = untilMs - overlapMs;

function read(
  events: readonly CompanyEvent[],
  outcome: DigestEvents["outcome"]["kind"] = "complete",
): DigestEvents {
  return {
    outcome: { kind: outcome, message: "No.", completeFromMs: sinceMs, untilMs },
    events,
    malformedCount: 3,
    completeUntilMs: untilMs,
  };
}

/** An event with a story of its own. */
function event(id: string, publishedMs?: number, more: Partial<CompanyEvent> = {}): CompanyEvent {
  return { id, title: `${id} ${id}`, ...(publishedMs !== undefined && { publishedMs }), ...more };
}

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

describe("A section of a digest", () => {
  const feed = digestFeed(savedFeed("News"), sinceMs, { knownIds: new Set(["evt_known"]) });

  it("has the events since its start and those without a date, except those of the last digest", () => {
    const { events, readCount, mark, malformedCount, mutedCount } = digestSection(
      feed,
      read([
        event("evt_new", untilMs),
        event("evt_known", untilMs - 1),
        event("evt_first", sinceMs),
        event("evt_early", sinceMs - 1),
        event("evt_undated"),
      ]),
      overlapMs,
    );
    assert.deepEqual(idsOf(events), ["evt_new", "evt_first", "evt_undated"]);
    assert.deepEqual([readCount, malformedCount, mutedCount], [3, 3, 0]);
    assert.deepEqual(mark, { fromMs, ids: ["evt_new", "evt_known", "evt_undated"] });
  });

  it("counts events of its companies that are not muted", () => {
    const watching = { ...feed, feed: savedFeed("News", { companies: ["Nova"], mute: ["rumor"] }) };
    const company = { name: "Nova" };
    const section = digestSection(
      watching,
      read([
        event("evt_1", untilMs, { company }),
        event("evt_2", untilMs, { company, title: "A rumor" }),
        event("evt_3", untilMs, { company: { name: "Helio" }, title: "Another rumor" }),
        event("evt_4", untilMs),
      ]),
      overlapMs,
    );
    assert.deepEqual(idsOf(section.events), ["evt_1"]);
    assert.deepEqual([section.readCount, section.mutedCount], [4, 1]);
  });

  it("has the most frequent type first, then the types by name, those without one before", () => {
    const types = ["b", "a", undefined, "c", "c", "a2"];
    const events = types.map((type, index) =>
      event(`evt_${index}`, untilMs, { ...(type !== undefined && { type }), amount: index }),
    );
    assert.deepEqual(
      digestSection(feed, read(events), overlapMs).totals.map(({ type, events: count, amount }) => [
        type,
        count,
        amount,
      ]),
      [
        ["c", 2, "7"],
        [undefined, 1, "2"],
        ["a", 1, "1"],
        ["a2", 1, "5"],
        ["b", 1, "0"],
      ],
    );
  });

  it("says where the next one begins unless its own events could not be read", () => {
    const marks = (["complete", "limit", "stopped", "failed", "ended"] as const).map(
      (outcome) => digestSection(feed, read([], outcome), overlapMs).mark,
    );
    const mark = { fromMs, ids: [] };
    assert.deepEqual(marks, [mark, mark, undefined, undefined, undefined]);
    const short = digestFeed(savedFeed("News"), untilMs - 1);
    assert.deepEqual(digestSection(short, read([]), overlapMs).mark, { fromMs: untilMs - 1, ids: [] });
  });

  it("lets the next one begin after the oldest event that it can't remember", () => {
    const dated = Array.from({ length: 202 }, (_, index) => event(`evt_${index}`, untilMs - index));
    const all = idsOf(dated);
    const markOf = (events: readonly CompanyEvent[]): unknown =>
      digestSection(feed, read(events), overlapMs).mark;
    assert.deepEqual(markOf(dated.slice(0, 200)), { fromMs, ids: all.slice(0, 200) });
    assert.deepEqual(markOf(dated.slice(0, 201)), { fromMs: untilMs - 199, ids: all.slice(0, 200) });
    assert.deepEqual(markOf(dated), { fromMs: untilMs - 199, ids: all.slice(0, 200) });
    // Several at the same instant are remembered all, or not at all.
    const same = dated.map((each, index) => (index === 199 ? { ...each, publishedMs: untilMs - 200 } : each));
    assert.deepEqual(markOf(same), { fromMs: untilMs - 199, ids: all.slice(0, 199) });
    // Those without a date come last: another digest may have them again.
    assert.deepEqual(markOf([event("evt_undated"), ...dated.slice(0, 200)]), {
      fromMs,
      ids: all.slice(0, 200),
    });
  });
});
