import assert from "node:assert/strict";
import { parseEvent } from "../../../../src/api/decode/feedPage";
import { groupStories } from "../../../../src/feed/stories/groupStories";
import { EventSchedule } from "../../../../src/sample/eventSchedule";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { dayMs } from "../../../../src/shared/instant";

const lastDay = Date.UTC(2026, 10, 21);

interface Sample {
  /** Newest first. */
  readonly events: readonly CompanyEvent[];
  readonly stories: readonly (readonly CompanyEvent[])[];
}

function sample(seed: number, days: number): Sample {
  const schedule = new EventSchedule(seed);
  /** By ID of the event that told it first. */
  const stories = new Map<string, CompanyEvent[]>();
  const events: CompanyEvent[] = [];
  for (let back = days - 1; back >= 0; back--) {
    for (const { event, correction, retells } of schedule.eventsOn(lastDay - back * dayMs).toReversed()) {
      const decoded = parseEvent(JSON.stringify(correction?.event ?? event));
      assert.ok(decoded);
      events.unshift(decoded);
      const first = retells ?? event.id;
      stories.set(first, [...(stories.get(first) ?? []), decoded]);
    }
  }
  return { events, stories: [...stories.values()] };
}

/** Each two events that are in one group, as their IDs. */
function pairsOf(groups: Iterable<readonly CompanyEvent[]>): Set<string> {
  const pairs = new Set<string>();
  for (const group of groups) {
    const ids = group.map(({ id }) => id).sort();
    ids.forEach((a, index) => ids.slice(index + 1).forEach((b) => pairs.add(`${a} ${b}`)));
  }
  return pairs;
}

describe("Stories of the sample", () => {
  interface Figures {
    readonly events: readonly CompanyEvent[];
    readonly expected: ReadonlySet<string>;
    readonly found: ReadonlySet<string>;
    readonly right: number;
  }
  let figures: readonly Figures[] = [];
  before(() => {
    figures = [20_260, 1, 2].map((seed) => {
      const { events, stories } = sample(seed, 61);
      const expected = pairsOf(stories);
      const found = pairsOf(groupStories(events));
      return { events, expected, found, right: [...found].filter((pair) => expected.has(pair)).length };
    });
  });
  const sum = (count: (figure: Figures) => number) =>
    figures.reduce((total, figure) => total + count(figure), 0);

  it("are told again by about 3 of 100 events, in other words mostly", () => {
    const events = sum((figure) => figure.events.length);
    const expected = sum((figure) => figure.expected.size);
    assert.ok(expected > events * 0.02 && expected < events * 0.04, `${expected} pairs of ${events} events`);
  });

  it("are found: at least 5 of 6 pairs, and hardly ever a wrong one", () => {
    const [expected, found, right] = [
      sum((figure) => figure.expected.size),
      sum((figure) => figure.found.size),
      sum((figure) => figure.right),
    ];
    const recall = right / expected;
    const precision = right / found;
    console.log(
      `      ${expected} pairs, ${found} found, ${right} of them right: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    assert.ok(precision >= 0.995, `precision ${precision}`);
    assert.ok(recall >= 5 / 6, `recall ${recall}`);
  });

  it("are the same for a page of the feed as for all of it, unless the story goes on beyond the page", () => {
    const { events } = sample(20_260, 8);
    const page = events.slice(200, 700);
    const isWithin = (group: readonly CompanyEvent[]) => group.every((event) => page.includes(event));
    const ofAll = pairsOf(groupStories(events).filter(isWithin));
    const ofPage = pairsOf(groupStories(page));
    assert.ok(ofAll.size > 5);
    assert.deepEqual(
      [...ofAll].filter((pair) => !ofPage.has(pair)),
      [],
    );
  });
});
