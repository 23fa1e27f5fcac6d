import assert from "node:assert/strict";
import { mock } from "node:test";
import fc from "fast-check";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { findEvents } from "../../../../src/feed/store/searchResults";
import { sortEvents } from "../../../../src/feed/store/sortedEvents";
import { foldEvents } from "../../../../src/feed/stories/foldedEvents";
import type { EventSequence } from "../../../../src/feed/store/eventSequence";
import { FeedRows } from "../../../../src/feed/view/feedRows";
import { FeedView } from "../../../../src/feed/view/feedView";
import { groupStories } from "../../../../src/feed/stories/groupStories";
import { StoryIndex } from "../../../../src/feed/stories/storyIndex";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import type { SortOrder } from "../../../../src/shared/viewQueries";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { stored } from "../../../support/fakes/storedEvent";
import { unhandledRejectionOf } from "../../../support/unhandledRejection";

const noon = Date.UTC(2026, 10, 14, 12);
const hour = 3_600_000;
const never = new AbortController().signal;

const titles = [
  "NovaGrid raises $42M to expand solar storage",
  "NovaGrid secures 42.0 million for solar storage",
  "NovaGrid raises $43M to expand solar storage",
  "Patent of NovaGrid on solar storage granted in court",
];

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function upToDate(stories: StoryIndex): Promise<void> {
  while (!stories.isUpToDate) {
    await turn();
  }
}

const idsOf = (list: EventSequence) => Array.from(list.items(), ({ value }) => value.id);

describe("Folded events", () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
  });

  const anyEvent = fc.record({
    id: fc.integer({ min: 0, max: 15 }).map((n) => `evt_${n}`),
    title: fc.constantFrom(...titles),
    type: fc.constantFrom("funding", "Funding"),
    company: fc.constantFrom(
      { name: "NovaGrid", entityId: "ent_1" },
      { name: "Novagrid Labs", entityId: "ent_2" },
      { name: "NovaGrid" },
    ),
    hours: fc.integer({ min: 0, max: 200 }),
    amount: fc.constantFrom(undefined, 42e6),
  });
  const anyChange = fc.oneof(
    { weight: 4, arbitrary: fc.array(anyEvent, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  );
  const anySort = fc.constantFrom<SortOrder | undefined>(
    undefined,
    { by: "amount", descending: true },
    { by: "company", descending: false },
  );

  it("are at any time those that grouping all loaded events folds, in any list and any order", async () => {
    let folds = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyChange, { minLength: 1, maxLength: 8 }),
        anySort,
        fc.boolean(),
        async (changes, sort, isSearch) => {
          const store = new EventStore();
          const stories = new StoryIndex(store, clock);
          const found = isSearch ? await findEvents(store, { text: "raises" }, never) : undefined;
          const list = found ?? store;
          const sorted = sort && (await sortEvents(store, list, sort, never));
          const folded = await foldEvents(store, sorted ?? list, sort, stories, never);
          assert.ok(folded);
          for (const change of changes) {
            if (typeof change === "number") {
              store.removeOldest(change);
            } else {
              store.insert(
                change.map(({ hours, amount, ...event }) =>
                  stored({
                    ...event,
                    publishedMs: noon + hours * hour,
                    ...(amount !== undefined && { amount }),
                  }),
                ),
              );
            }
            await upToDate(stories);
            const inList = idsOf(sorted ?? list);
            const all: CompanyEvent[] = Array.from(store.items(), ({ value }) => value);
            const groups = groupStories(all).map((story) =>
              inList.filter((id) => story.some((event) => event.id === id)),
            );
            const leads = inList.filter((id) => groups.some(([lead]) => lead === id));
            assert.deepEqual(idsOf(folded.shown), leads);
            leads.forEach((lead, index) => {
              const others = groups.find(([id]) => id === lead)?.slice(1);
              assert.deepEqual(
                folded.othersAt(index).map(({ value }) => value.id),
                others,
              );
              others?.forEach((id) => {
                folds++;
                assert.equal(folded.leadOf(id), index);
                assert.equal(folded.shownIndexOf(id), index);
              });
              assert.equal(folded.leadOf(lead), -1);
            });
          }
          [folded, sorted, found, stories].forEach((item) => item?.dispose());
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(folds > 100, `${folds} folded`);
  });

  it("are known with the first rows of a list, and again after the view changes", async () => {
    const store = new EventStore();
    store.insert(
      [0, 1, 3].map((n) =>
        stored({
          id: `evt_${n}`,
          type: "funding",
          title: titles[n] ?? "",
          company: { name: "NovaGrid", entityId: "ent_1" },
          publishedMs: noon - n * hour,
        }),
      ),
    );
    const view = new FeedView(clock);
    const shown = () => view.folded && idsOf(view.folded.shown);
    await view.show(store);
    assert.deepEqual(shown(), ["evt_0", "evt_3"]);
    await view.setView({ text: "", unfolded: true });
    assert.deepEqual([shown(), view.knowsStories], [undefined, true]);
    await view.setView({ text: "secures" });
    assert.deepEqual(shown(), ["evt_1"], "a match is never folded into what is not there");
    view.dispose();
  });

  /** `count` events of as many companies; the one at each index in `retold` tells the story of the newest event. */
  function fill(store: EventStore, count: number, retold: readonly number[]): void {
    store.insert(
      Array.from({ length: count }, (_, n) => {
        const company = n === 0 || retold.includes(n) ? "NovaGrid" : `Company ${n}`;
        return stored({
          id: `evt_${n}`,
          type: "funding",
          title: titles[n % 2] ?? "",
          company: { name: company },
          publishedMs: noon - n * 1_000,
        });
      }),
    );
  }

  it("are folded later in a long list, whose rows wait for nothing", async () => {
    const store = new EventStore();
    fill(store, 3_000, [10, 2_999]);
    const view = new FeedView(clock);
    let changes = 0;
    await view.show(store);
    view.onDidChange(() => changes++);
    const rowCount = () => view.folded?.shown.size ?? 0;
    assert.deepEqual([rowCount(), view.knowsStories], [3_000, false]);
    await view.setView({ text: "secures" });
    assert.equal(rowCount(), 1_500, "a search does not wait, either");
    await view.setView({ text: "" });
    while (!view.knowsStories) {
      clock.advance(1_000);
      await turn();
    }
    assert.equal(rowCount(), 2_998);
    assert.ok(changes > 0);
    assert.deepEqual(
      view.folded?.othersAt(0).map(({ value }) => value.id),
      ["evt_10", "evt_2999"],
    );
    view.dispose();
  });

  it("have no event that is removed after it was compared", async () => {
    const store = new EventStore();
    fill(store, 3_000, [10, 2_999]);
    const { columns } = store;
    const item = columns.item.bind(columns);
    const comparing = mock.method(columns, "item", (slot: number) => {
      comparing.mock.restore();
      queueMicrotask(() => store.removeOldest(1));
      return item(slot);
    });
    const stories = new StoryIndex(store, clock);
    const found: string[][] = [];
    stories.onDidChange((slots) =>
      found.push(slots.map((slot) => (columns.has(slot) ? item(slot).value.id : "removed"))),
    );
    while (found.length === 0) {
      clock.advance(1_000);
      await turn();
    }
    assert.deepEqual([found, store.size], [[["evt_10", "evt_0"]], 2_999]);
    stories.dispose();
  });

  it("keep nobody waiting when a search for stories fails, and are up to date after the next change", async () => {
    const bug = new Error("a bug");
    const store = new EventStore();
    fill(store, 3, [1]);
    const broken = mock.method(store.columns, "item", () => {
      throw bug;
    });
    const stories = new StoryIndex(store, clock);
    assert.equal(await unhandledRejectionOf(() => stories.ready()), bug);
    broken.mock.restore();
    assert.equal(stories.isUpToDate, true, "nothing is searched until events change");
    const folded = await foldEvents(store, store, undefined, stories, never);
    assert.ok(folded);
    assert.equal(folded.shown.size, 3);
    store.insert([
      stored({
        id: "evt_4",
        type: "funding",
        title: titles[1] ?? "",
        company: { name: "NovaGrid" },
        publishedMs: noon - 4_000,
      }),
    ]);
    await upToDate(stories);
    assert.deepEqual(
      folded.othersAt(0).map(({ value }) => value.id),
      ["evt_1", "evt_4"],
    );
    [folded, stories].forEach((item) => item.dispose());
  });

  it("leave their rows where they were, unless the story has just been shown", async () => {
    const store = new EventStore();
    fill(store, 30, [20]);
    const view = new FeedView(clock);
    const session = { store, gaps: [], activity: undefined, rowsRevision: "", arrivals: new Set<string>() };
    const rows = new FeedRows({ shown: session }, view);
    await view.show(store);
    const shift = (index: number) =>
      rows.get({ start: 0, end: 0, anchor: { id: "evt_20", publishedMs: noon - 20_000, index } }).shift;
    assert.equal(shift(21), 0, "below the header of the day");
    rows.setStoryExpanded("evt_0", true);
    assert.equal(shift(2), 0);
    rows.setStoryExpanded("evt_0", false);
    assert.equal(shift(2), -1);
    view.dispose();
  });
});
