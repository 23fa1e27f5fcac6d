import { Emitter, type Event } from "../../shared/event";
import { type Clock, delay } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { slicesOf, yieldToEventLoop } from "../../util/timeSlices";
import type { EventColumns } from "../store/eventColumns";
import { Labels } from "../store/labels";
import type { ListSource, StoreChange } from "../store/listSource";
import { storiesAmong, storySpanMs, typeKey } from "./groupStories";

/** How long a slice of the search takes: less than other slices, because whatever else the extension does goes first. */
const sliceMs = 4;
/** After a slice, the search rests for this many times as long as the slice took. It rests longer while events are being loaded. */
const restFactors = { idle: 1, loading: 20 };
/** Events count as being loaded for this long after the last ones were added or removed. */
const loadingMs = 500;
/** What was found is published this often, and whenever this many events are affected. */
const publishMs = 250;
const maxPublished = 300;
/** A list of up to this many events is searched at once, and its rows wait for that: it takes milliseconds. */
const maxSearchedAtOnce = 1_000;
/** Events that are passed between two `yield`s. */
const eventsPerStep = 1_000;

/** A story of several events: their slots. */
export type Story = readonly number[];

/** A number for the company and type of an event. Only events with the same one are compared. */
type Key = number;

/** Events of one company and type, newest first, each within `storySpanMs` of the next. No story reaches beyond a run. */
interface Run {
  readonly slots: number[];
  readonly newestMs: number;
  oldestMs: number;
}

/** Events that were compared, and the stories among them. */
interface Found {
  readonly slots: readonly number[];
  readonly stories: readonly Story[];
}

/**
 * Which events of a store tell the same story, kept up to date in the background, newest first. After a change only events of the
 * same companies and types are compared again, and only those near it.
 */
export class StoryIndex extends Disposable {
  private readonly columns: EventColumns;
  private readonly storyBySlot = new Map<number, Story>();
  /** The number of a type in a `Key`, by number of the type's label. */
  private readonly kinds: number[] = [];
  private readonly kindNumbers = new Map<string, number>();
  /** The dates of events that were added or removed since the last search; undefined before the first one, which is for all events. */
  private changedDates: Map<Key, number[]> | undefined;
  private changedMs = -Infinity;
  private searching: Promise<void> | undefined;
  private readonly abort = new AbortController();
  private readonly changed = this.register(new Emitter<readonly number[]>());

  /** Fires the slots of events that were put into a story, or taken out of one. */
  readonly onDidChange: Event<readonly number[]> = this.changed.event;

  constructor(
    private readonly source: ListSource,
    private readonly clock: Clock,
  ) {
    super();
    this.columns = source.columns;
    this.register({ dispose: () => this.abort.abort() });
    this.register(source.onDidChange((change) => this.update(change)));
    this.searchSoon();
  }

  /** Undefined for an event that is the only one of its story. */
  storyOf(slot: number): Story | undefined {
    return this.storyBySlot.get(slot);
  }

  /** Whether all events have been compared. */
  get isUpToDate(): boolean {
    return !this.searching && this.changedDates?.size === 0;
  }

  /** Resolves once all events of a short list have been compared; at once for a long one, whose rows change later. */
  async ready(): Promise<void> {
    if (this.isShort && this.searching) {
      await this.searching;
    }
  }

  private get isShort(): boolean {
    return this.source.size <= maxSearchedAtOnce;
  }

  private update({ added, removed }: StoreChange): void {
    this.changedMs = performance.now();
    this.markChanged(removed);
    this.markChanged(added);
    const affected = new Set(removed.flatMap((slot) => this.storyOf(slot) ?? []));
    if (affected.size > 0) {
      const gone = new Set(removed);
      for (const story of new Set(Array.from(affected, (slot) => this.storyOf(slot) ?? []))) {
        const rest = story.filter((slot) => !gone.has(slot));
        story.forEach((slot) => this.setStory(slot, rest.length > 1 && !gone.has(slot) ? rest : undefined));
      }
      this.changed.fire([...affected]);
    }
    this.searchSoon();
  }

  private setStory(slot: number, story: Story | undefined): void {
    if (story) {
      this.storyBySlot.set(slot, story);
    } else {
      this.storyBySlot.delete(slot);
    }
  }

  private markChanged(slots: Iterable<number>): void {
    const { changedDates } = this;
    if (!changedDates) {
      return;
    }
    for (const slot of slots) {
      const key = this.keyOf(slot);
      if (key !== undefined) {
        const dates = changedDates.get(key);
        if (dates) {
          dates.push(this.columns.published(slot));
        } else {
          changedDates.set(key, [this.columns.published(slot)]);
        }
      }
    }
  }

  /** Undefined for events without enough information to compare. */
  private keyOf(slot: number): Key | undefined {
    const { columns } = this;
    const type = columns.type(slot);
    const entity = columns.entity(slot);
    const company = columns.company(slot);
    if (
      type === Labels.none ||
      (entity === Labels.none && company === Labels.none) ||
      columns.published(slot) === -Infinity
    ) {
      return undefined;
    }
    const identity = entity === Labels.none ? 2 * company + 1 : 2 * entity;
    return this.kindOf(type) * 2 ** 32 + identity;
  }

  private kindOf(type: number): number {
    let kind = this.kinds[type];
    if (kind === undefined) {
      const name = typeKey(this.columns.types.text(type));
      kind = this.kindNumbers.get(name) ?? this.kindNumbers.size;
      this.kindNumbers.set(name, kind);
      this.kinds[type] = kind;
    }
    return kind;
  }

  private searchSoon(): void {
    if (this.changedDates?.size !== 0 && !this.searching && !this.disposed) {
      const search = this.search();
      // A bug must not keep rows waiting. It becomes an unhandled rejection, which VS Code logs.
      this.searching = search.catch(() => undefined);
      void search.then(() => this.searchSoon());
    }
  }

  private async search(): Promise<void> {
    try {
      await this.searchAll();
    } finally {
      this.searching = undefined;
    }
  }

  /** Searches a short list at once, so that it is never shown without its stories. */
  private async searchAll(): Promise<void> {
    const { signal } = this.abort;
    const isShort = this.isShort;
    await (isShort ? undefined : this.rest(0));
    const dates = this.changedDates;
    this.changedDates = new Map();
    const work = this.storiesOf(dates);
    let found: Found[] = [];
    let count = 0;
    let publishedMs = performance.now();
    for (let isDone = false; !isDone;) {
      const startedMs = performance.now();
      do {
        const step = work.next();
        isDone = step.done === true;
        if (step.value) {
          found.push(step.value);
          count += step.value.slots.length;
        }
      } while (!isDone && performance.now() < startedMs + sliceMs && count < maxPublished);
      const endedMs = performance.now();
      if (isDone || count >= maxPublished || (endedMs > publishedMs + publishMs && !isShort)) {
        await (isShort ? undefined : yieldToEventLoop());
        if (signal.aborted) {
          return;
        }
        this.publish(found);
        [found, count, publishedMs] = [[], 0, endedMs];
      }
      await (isDone ? undefined : isShort ? yieldToEventLoop() : this.rest(performance.now() - startedMs));
      if (signal.aborted) {
        return;
      }
    }
  }

  private async rest(workedMs: number): Promise<void> {
    const isLoading = performance.now() < this.changedMs + loadingMs;
    const factor = isLoading ? restFactors.loading : restFactors.idle;
    await delay(this.clock, Math.max(1, factor * workedMs), this.abort.signal);
  }

  private publish(all: readonly Found[]): void {
    const affected = new Set<number>();
    const isLoaded = (slot: number): boolean => this.columns.has(slot);
    for (const { slots, stories } of all) {
      for (const slot of slots) {
        for (const other of this.storyOf(slot) ?? []) {
          this.setStory(other, undefined);
          affected.add(other);
        }
      }
      for (const story of stories.map((slots) => slots.filter(isLoaded))) {
        for (const slot of story.length > 1 ? story : []) {
          this.setStory(slot, story);
          affected.add(slot);
        }
      }
    }
    if (affected.size > 0) {
      this.changed.fire([...affected]);
    }
  }

  /**
   * Yields what changes, and undefined in between.
   *
   * @param dates of changes, by company and type; undefined: all events are searched
   */
  private *storiesOf(
    dates: ReadonlyMap<Key, readonly number[]> | undefined,
  ): Generator<Found | undefined, undefined> {
    for (const run of this.runs(dates)) {
      const found = run && (yield* this.storiesIn(run));
      if (!found || found.stories.length > 0 || found.slots.some((slot) => this.storyOf(slot))) {
        yield found;
      }
    }
    return undefined;
  }

  private *storiesIn({ slots }: Run): Generator<undefined, Found> {
    const { columns } = this;
    if (slots.length < 2) {
      return { slots, stories: [] };
    }
    const candidates = slots
      .filter((slot) => columns.has(slot))
      .reverse()
      .map((slot) => {
        const amount = columns.amount(slot);
        return {
          publishedMs: columns.published(slot),
          amount: Number.isNaN(amount) ? undefined : amount,
          // The event may have been removed between two slices; then another search follows.
          event: () => ({ ...(columns.has(slot) ? columns.item(slot).value : { id: "" }), slot }),
        };
      });
    const stories = yield* storiesAmong(candidates);
    return { slots, stories: stories.map((story) => story.map(({ slot }) => slot)) };
  }

  /** Yields the runs that have changed, more or less newest first, and undefined from time to time. */
  private *runs(dates: ReadonlyMap<Key, readonly number[]> | undefined): Generator<Run | undefined> {
    const { columns } = this;
    const oldestChange = dates
      ? Array.from(dates.values()).reduce(
          (oldest, own) => own.reduce((a, b) => Math.min(a, b), oldest),
          Infinity,
        )
      : -Infinity;
    const isChanged = (key: Key, { newestMs, oldestMs }: Run): boolean =>
      !dates ||
      (dates.get(key) ?? []).some((ms) => ms >= oldestMs - storySpanMs && ms <= newestMs + storySpanMs);
    // Runs that may still be extended, the one that was extended longest ago first.
    const open = new Map<Key, Run>();
    function* close(ms: number): Generator<Run> {
      for (const [key, run] of open) {
        if (run.oldestMs <= ms + storySpanMs) {
          break;
        }
        open.delete(key);
        if (isChanged(key, run)) {
          yield run;
        }
      }
    }
    // A copy: events may be added and removed between two steps.
    const { slots } = this.source;
    for (const { start, end } of slicesOf(slots.length, eventsPerStep)) {
      for (const slot of slots.subarray(start, end)) {
        const key = columns.has(slot) ? this.keyOf(slot) : undefined;
        if (key === undefined || (dates && !dates.has(key))) {
          continue;
        }
        const ms = columns.published(slot);
        const run = open.get(key);
        open.delete(key);
        if (run && run.oldestMs <= ms + storySpanMs) {
          run.slots.push(slot);
          run.oldestMs = ms;
          open.set(key, run);
        } else {
          open.set(key, { slots: [slot], newestMs: ms, oldestMs: ms });
          if (run && isChanged(key, run)) {
            yield run;
          }
        }
      }
      yield undefined;
      const last = slots[end - 1] ?? -1;
      const lastMs = columns.has(last) ? columns.published(last) : Infinity;
      yield* close(lastMs);
      if (open.size === 0 && lastMs < oldestChange - storySpanMs) {
        return;
      }
    }
    yield* close(-Infinity);
  }
}
