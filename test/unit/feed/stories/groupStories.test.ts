import assert from "node:assert/strict";
import fc from "fast-check";
import type { StoryEvent } from "../../../../src/feed/stories/headline";
import { groupStories, maxStoryEvents } from "../../../../src/feed/stories/groupStories";

const noon = Date.UTC(2026, 10, 14, 12);
const hour = 3_600_000;

interface Told {
  readonly type?: string;
  readonly title: string;
  readonly amount?: number;
  readonly company?: NonNullable<StoryEvent["company"]>;
  readonly publishedMs?: number;
}

const novaGrid = { name: "NovaGrid", entityId: "ent_1" };

/** Events of one company, an hour apart, the newest first. */
function events(told: readonly Told[], shared: Partial<StoryEvent> = {}): StoryEvent[] {
  return told.map((event, index) => ({
    id: `evt_${index}`,
    type: "funding",
    company: novaGrid,
    publishedMs: noon - index * hour,
    ...shared,
    ...event,
  }));
}

/** IDs of the stories that have more than one event. */
function storiesOf(all: readonly StoryEvent[]): string[][] {
  return groupStories(all)
    .filter((story) => story.length > 1)
    .map((story) => story.map(({ id }) => id));
}

function areTold(type: string, titles: readonly string[], shared: Partial<StoryEvent> = {}): boolean {
  const stories = storiesOf(
    events(
      titles.map((title) => ({ title, type })),
      shared,
    ),
  );
  return stories.length === 1 && stories[0]?.length === titles.length;
}

const sameStories: readonly (readonly [type: string, a: string, b: string])[] = [
  [
    "funding",
    "NovaGrid raises $42M to expand solar storage",
    "NovaGrid secures 42.0 million for solar storage",
  ],
  [
    "funding",
    "NovaGrid raises $42M Series B",
    "Solar startup NovaGrid lands US$42 million in Series B funding led by Foxglove",
  ],
  ["funding", "NovaGrid raises €1.2bn", "Foxglove leads 1,200 million euro round in Lisbon's NovaGrid"],
  ["funding", "NovaGrid raises $3.5M", "NovaGrid gets $3,500,000 from Kingfisher Capital"],
  [
    "acquisition",
    "NovaGrid acquires Fennora for $500M",
    "NovaGrid to buy Fennora, known for its batteries, for $500 million",
  ],
  ["acquisition", "NovaGrid acquires Fennora", "NovaGrid to buy Fennora in cash deal"],
  [
    "executive_change",
    "NovaGrid names Jane Roe chief financial officer",
    "Jane Roe to join NovaGrid as chief financial officer",
  ],
  [
    "executive_change",
    "John Doe to step down as CFO of NovaGrid; Jane Roe named successor",
    "NovaGrid names Jane Roe CFO as John Doe departs",
  ],
  [
    "layoff",
    "NovaGrid cuts 300 jobs, about 12% of its staff",
    "NovaGrid to lay off 300 people amid slowing demand",
  ],
  [
    "layoff",
    "NovaGrid cuts 300 jobs to please its investors",
    "Slowing demand makes NovaGrid lay off 300 people",
  ],
  [
    "partnership",
    "NovaGrid and Tarnholm Systems team up to store wind power",
    "NovaGrid partners with Tarnholm Systems to store wind power",
  ],
  [
    "product_launch",
    "NovaGrid launches Volta Home, a battery for tenants",
    "NovaGrid unveils Volta Home, a battery for tenants",
  ],
  [
    "shutdown",
    "NovaGrid shuts down after failing to find a buyer",
    "NovaGrid ceases operations after failing to find a buyer",
  ],
];

const otherStories: readonly (readonly [type: string, a: string, b: string])[] = [
  ["funding", "Event 17", "Event 18"],
  ["funding", "NovaGrid raises $5M on 2026-11-10", "NovaGrid raises $5M on 2026-11-11"],
  ["funding", "Event 1 of NovaGrid about solar storage", "Event 11 of NovaGrid about solar storage"],
  ["funding", "NovaGrid raises $42M to expand solar storage", "NovaGrid raises $43M to expand solar storage"],
  ["funding", "NovaGrid raises $42M to expand solar storage", "NovaGrid raises €42M to expand solar storage"],
  ["funding", "NovaGrid raises $42M", "NovaGrid raises $42B"],
  [
    "funding",
    "NovaGrid closes Series A with Foxglove and Kingfisher",
    "NovaGrid closes Series B with Foxglove and Kingfisher",
  ],
  [
    "funding",
    "NovaGrid closes Seed round with Foxglove and Kingfisher",
    "NovaGrid closes Pre-Seed round with Foxglove and Kingfisher",
  ],
  ["acquisition", "NovaGrid acquires Fennora for $500M", "NovaGrid acquires Tarnholm for $500M"],
  [
    "acquisition",
    "NovaGrid agrees to buy Fennora for $500M",
    "NovaGrid completes purchase of Fennora for $500M",
  ],
  [
    "acquisition",
    "NovaGrid to buy Fennora for $500M in cash",
    "NovaGrid drops plan to buy Fennora for $500M in cash",
  ],
  [
    "executive_change",
    "NovaGrid names Jane Roe as chief executive to lead growth",
    "NovaGrid names John Roe as chief executive to lead growth",
  ],
  [
    "executive_change",
    "NovaGrid names Jane Roe chief financial officer",
    "NovaGrid names Jane Smith chief technology officer",
  ],
  [
    "executive_change",
    "NovaGrid names Jane Roe chief executive",
    "Jane Roe quits NovaGrid as chief executive",
  ],
  [
    "layoff",
    "NovaGrid cuts 9 jobs to please its investors",
    "Slowing demand makes NovaGrid lay off 9 people",
  ],
  ["layoff", "NovaGrid cuts 300 jobs citing slowing demand", "NovaGrid cuts 310 jobs citing slowing demand"],
  ["layoff", "NovaGrid cuts 12% of its staff in 30 cities", "NovaGrid cuts 30% of its staff in 12 cities"],
  [
    "partnership",
    "NovaGrid partners with Fennora to store wind power",
    "NovaGrid partners with Tarnholm to store wind power",
  ],
  [
    "partnership",
    "NovaGrid signs 5-year pact with Fennora to store wind power",
    "NovaGrid signs 7-year pact with Fennora to store wind power",
  ],
  [
    "product_launch",
    "NovaGrid launches Volta Home, a battery for tenants",
    "NovaGrid launches Volta Home 2, a battery for tenants",
  ],
  [
    "product_launch",
    "NovaGrid launches Volta Home for tenants and owners",
    "NovaGrid launches Volta Home Pro for tenants and owners",
  ],
  [
    "product_launch",
    "NovaGrid launches savings account for students",
    "NovaGrid launches savings account for freelancers",
  ],
  ["product_launch", "NovaGrid launches Volta Home battery", "NovaGrid discontinues Volta Home battery"],
  [
    "product_launch",
    "NovaGrid opens first plant in Lisbon for solar storage",
    "NovaGrid opens second plant in Lisbon for solar storage",
  ],
];

describe("Stories", () => {
  for (const [type, a, b] of sameStories) {
    it(`are the same: "${a}" and "${b}"`, () => {
      assert.ok(areTold(type, [a, b]));
      assert.ok(areTold(type, [b, a]));
    });
  }

  for (const [type, a, b] of otherStories) {
    it(`differ: "${a}" and "${b}"`, () => {
      assert.ok(!areTold(type, [a, b]));
      assert.ok(!areTold(type, [b, a]));
    });
  }

  it("differ if the events state other amounts, whatever the titles say", () => {
    const title = "NovaGrid raises money from Foxglove to expand solar storage";
    assert.deepEqual(
      storiesOf(
        events([
          { title, amount: 42e6 },
          { title, amount: 42e6 },
        ]),
      ),
      [["evt_0", "evt_1"]],
    );
    assert.deepEqual(
      storiesOf(
        events([
          { title, amount: 42e6 },
          { title, amount: 41e6 },
        ]),
      ),
      [],
    );
  });

  it("are the same from either side, also if only one of them names the currency", () => {
    const told = [
      { title: "NovaGrid secures 42.0 million for solar storage" },
      { title: "NovaGrid patent", amount: 42e6 },
    ];
    assert.equal(storiesOf(events(told)).length, 1);
    assert.equal(storiesOf(events(told.toReversed())).length, 1);
  });

  it("are of one company, one type and a few days", () => {
    const title = "NovaGrid raises $42M to expand solar storage";
    const told = (...more: Partial<StoryEvent>[]) =>
      storiesOf([
        ...events([{ title }]),
        ...more.map((it, i) => ({ ...events([{ title }])[0], id: `b${i}`, ...it })),
      ] as StoryEvent[]);
    assert.equal(told({}).length, 1);
    assert.equal(told({ company: { ...novaGrid, entityId: "ent_2" } }).length, 0);
    assert.equal(told({ company: { name: "NovaGrid" } }).length, 0, "one of them may be another company");
    assert.equal(told({ type: "ipo" }).length, 0);
    assert.equal(told({ type: "FUNDING" }).length, 1, "another spelling of the type");
    assert.equal(told({ publishedMs: noon - 4 * 24 * hour }).length, 0);
    assert.equal(told({ publishedMs: noon + 2 * 24 * hour }).length, 1);
    const undated: StoryEvent = { id: "a", type: "funding", company: novaGrid, title };
    assert.deepEqual(storiesOf([undated, { ...undated, id: "b" }]), []);
    const nameless = events([{ title }, { title }], { company: { domain: "novagrid.example" } });
    assert.deepEqual(storiesOf(nameless), []);
  });

  it("have a few events at most: more of the same are no retold story", () => {
    const told = (count: number) =>
      storiesOf(
        events(Array.from({ length: count }, () => ({ title: "NovaGrid raises $42M for solar storage" }))),
      );
    assert.equal(told(maxStoryEvents)[0]?.length, maxStoryEvents);
    assert.deepEqual(told(maxStoryEvents + 1), []);
    assert.deepEqual(told(500), []);
  });

  it("have no two events that contradict each other", () => {
    const story = events([
      { title: "NovaGrid raises money for storage of solar power", amount: 42e6 },
      { title: "NovaGrid raises money for storage of solar power" },
      { title: "NovaGrid raises money for storage of solar power", amount: 43e6 },
    ]);
    assert.deepEqual(storiesOf(story), []);
  });

  it("depend on the events alone: their order decides only the order of the groups, and no event is lost", () => {
    const titles = [...sameStories, ...otherStories].flatMap(([type, a, b]) => [
      { type, title: a },
      { type, title: b },
    ]);
    const any = fc.array(
      fc.record({
        told: fc.constantFrom(...titles),
        amount: fc.constantFrom(undefined, 42e6, 43e6),
        hours: fc.integer({ min: 0, max: 200 }),
        company: fc.constantFrom(novaGrid, { name: "NovaGrid", entityId: "ent_2" }),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(any, fc.array(fc.nat(), { minLength: 30, maxLength: 30 }), (told, keys) => {
        const all = told.map(({ told: { type, title }, amount, hours, company }, index): StoryEvent => ({
          id: `evt_${index}`,
          type,
          title,
          company,
          publishedMs: noon + hours * hour,
          ...(amount !== undefined && { amount }),
        }));
        const shuffled = all
          .map((event, index) => ({ event, key: keys[index] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        const asSets = (stories: readonly (readonly StoryEvent[])[]) =>
          stories
            .map((story) =>
              story
                .map(({ id }) => id)
                .sort()
                .join(),
            )
            .sort();
        assert.deepEqual(asSets(groupStories(shuffled)), asSets(groupStories(all)));
        assert.deepEqual(
          groupStories(all)
            .flat()
            .map(({ id }) => id)
            .sort(),
          all.map(({ id }) => id).sort(),
        );
        for (const story of groupStories(all)) {
          assert.deepEqual(
            story,
            all.filter((event) => story.includes(event)),
            "in the order given",
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it("stay apart in synthetic feeds, whose events are numbered", () => {
    const all = events(
      Array.from({ length: 30 }, (_, index) => ({ title: `Event ${index}`, amount: 1_000_000 })),
    );
    assert.deepEqual(storiesOf(all), []);
    const named = events(
      Array.from({ length: 30 }, (_, index) => ({
        title: `NovaGrid raises round no. ${index} from Foxglove`,
      })),
    );
    assert.deepEqual(storiesOf(named), []);
    const few = events(["Newest", "Middle", "Oldest"].map((title) => ({ title, amount: 5e6 })));
    assert.deepEqual(storiesOf(few), []);
  });
});
