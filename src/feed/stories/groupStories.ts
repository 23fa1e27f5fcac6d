import { dayMs } from "../../shared/instant";
import { eventKind } from "../../shared/eventKind";
import { groupBy } from "../../util/groupBy";
import { type Headline, headlineOf, type StoryEvent } from "./headline";
import { areDifferent, isSameStory } from "./sameStory";

/** Events that are further apart are not compared. */
export const storySpanMs = 3 * dayMs;
/** More events than this that resemble each other are no retold story. */
export const maxStoryEvents = 6;
/** If a company has more events of a type than this within the span around one of them, titles are not enough to group them. */
const maxNeighbors = 40;

/**
 * Groups events that tell the same story: they are of one company and type, a few days apart at most, and their titles or amounts
 * are certainly about the same. The groups depend on the set of events alone, not on their order.
 *
 * @returns all events, each once: those of a story together, in the order given; stories in the order of their first events
 */
export function groupStories<T extends StoryEvent>(events: readonly T[]): T[][] {
  const storyOf = new Map<T, readonly T[]>();
  for (const [key, candidates] of groupBy(events, storyKey)) {
    for (const story of key === undefined ? [] : storiesOfKey(candidates)) {
      story.forEach((event) => storyOf.set(event, story));
    }
  }
  return [...groupBy(events, (event) => storyOf.get(event) ?? event).values()];
}

function storiesOfKey<T extends StoryEvent>(events: readonly T[]): T[][] {
  const candidates = events
    .toSorted((a, b) => (a.publishedMs ?? 0) - (b.publishedMs ?? 0) || (a.id < b.id ? -1 : 1))
    .map((event) => ({ publishedMs: event.publishedMs ?? 0, amount: event.amount, event: () => event }));
  const work = storiesAmong(candidates);
  for (;;) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
  }
}

/** What two events of a story have in common; undefined for events without enough information to compare. */
function storyKey({ type, company, publishedMs }: StoryEvent): string | undefined {
  const identity = company?.entityId ? `id ${company.entityId}` : companyName(company?.name);
  return type === undefined || identity === undefined || publishedMs === undefined
    ? undefined
    : `${typeKey(type)} ${identity}`;
}

/** A key that is the same for all spellings of a type. */
export function typeKey(type: string): string {
  return eventKind(type) ?? type.toLowerCase();
}

function companyName(name: string | undefined): string | undefined {
  return name?.trim() ? `name ${name.trim().normalize("NFKC").toLowerCase()}` : undefined;
}

/** What is known of an event before it is decoded. */
export interface StoryCandidate<T extends StoryEvent> {
  readonly publishedMs: number;
  /** USD. */
  readonly amount: number | undefined;
  readonly event: () => T;
}

/**
 * Finds the stories of more than one event. Yields after each event, for `runInTimeSlices`.
 *
 * @param candidates events of one company and type, in the order of their dates; they are decoded only where they have to be
 */
export function* storiesAmong<T extends StoryEvent>(
  candidates: readonly StoryCandidate<T>[],
): Generator<undefined, T[][]> {
  if (candidates.length < 2) {
    return [];
  }
  const instants = candidates.map(({ publishedMs }) => publishedMs);
  const comparable = comparableAmong(instants);
  const events: (T | undefined)[] = [];
  const event = (index: number): T => (events[index] ??= (candidates[index] as StoryCandidate<T>).event());
  const headlines: (Headline | undefined)[] = [];
  const headline = (index: number): Headline => (headlines[index] ??= headlineOf(event(index)));
  const groups = candidates.map((_, index) => index);
  const groupOf = (index: number): number => {
    let group = index;
    while (groups[group] !== group) {
      group = groups[group] ?? group;
    }
    return group;
  };
  let first = 0;
  for (const [index, ms] of instants.entries()) {
    while (ms - (instants[first] ?? 0) > storySpanMs) {
      first++;
    }
    for (let other = comparable[index] ? first : index; other < index; other++) {
      const mayBeSame = comparable[other] && !haveOtherAmounts(candidates[other], candidates[index]);
      if (mayBeSame && isSameStory(headline(other), headline(index))) {
        groups[groupOf(index)] = groupOf(other);
      }
    }
    yield;
  }
  return validStories(candidates, groupOf, headline).map((story) => story.map(event));
}

/** Whether both have an amount, but not the same: then they tell different stories, whatever their titles say. */
function haveOtherAmounts(
  a: StoryCandidate<StoryEvent> | undefined,
  b: StoryCandidate<StoryEvent> | undefined,
): boolean {
  return a?.amount !== undefined && b?.amount !== undefined && a.amount !== b.amount;
}

/** Which events are compared: those that have others near them, and not too many. @param instants their dates, in order */
function comparableAmong(instants: readonly number[]): boolean[] {
  let [first, end] = [0, 0];
  return instants.map((ms) => {
    while (ms - (instants[first] ?? 0) > storySpanMs) {
      first++;
    }
    while (end < instants.length && (instants[end] ?? 0) - ms <= storySpanMs) {
      end++;
    }
    const neighbors = end - first - 1;
    return neighbors > 0 && neighbors <= maxNeighbors;
  });
}

/** The indexes of events that form a story: a group that is small enough, and in which no two events contradict each other. */
function validStories(
  candidates: readonly StoryCandidate<StoryEvent>[],
  groupOf: (index: number) => number,
  headline: (index: number) => Headline,
): number[][] {
  const indexes = candidates.map((_, index) => index);
  return [...groupBy(indexes, groupOf).values()].filter(
    (story) =>
      story.length > 1 &&
      story.length <= maxStoryEvents &&
      story.every((a) =>
        story.every(
          (b) =>
            a >= b ||
            (!haveOtherAmounts(candidates[a], candidates[b]) && !areDifferent(headline(a), headline(b))),
        ),
      ),
  );
}
