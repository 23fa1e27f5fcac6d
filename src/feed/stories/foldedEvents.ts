import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { SortOrder } from "../../shared/viewQueries";
import { Emitter, type Event } from "../../shared/event";
import { Disposable } from "../../util/disposable";
import type { EventColumns } from "../store/eventColumns";
import { EventList, isNewestFirst } from "../store/eventList";
import { EventOrder } from "../store/eventOrder";
import { EventSequence } from "../store/eventSequence";
import { idBytes, type IdIndex } from "../store/idIndex";
import { buildList, type ListSource, type StoreChange } from "../store/listSource";
import { Sorting } from "../store/sorting";
import { slicesOf } from "../../util/timeSlices";
import type { Story, StoryIndex } from "./storyIndex";

/**
 * A list with one event of each story, which is the first in the list. The others are folded into it. It is updated while events are
 * added and removed, and while stories are found.
 */
export class FoldedEvents extends Disposable {
  /** The events that are not folded into another one; an `EventList` if the list is one. */
  readonly shown: EventSequence;
  private readonly columns: EventColumns;
  private readonly ids: IdIndex;
  private readonly order: EventOrder;
  private readonly changed = this.register(new Emitter<void>());

  /** Fires when other events are folded than before. */
  readonly onDidChange: Event<void> = this.changed.event;

  /**
   * @param list it must be created before this, so that it is updated first
   * @param compare the order of the list
   * @param slots those that are not folded; the array is not copied
   * @param changed slots that were added, or that joined or left a story, since `slots` were found
   */
  constructor(
    { columns, ids, onDidChange }: ListSource,
    private readonly list: EventSequence,
    private readonly compare: (a: number, b: number) => number,
    private readonly stories: StoryIndex,
    slots: Uint32Array<ArrayBuffer>,
    changed: Iterable<number>,
  ) {
    super();
    this.columns = columns;
    this.ids = ids;
    this.order = new EventOrder(compare, slots);
    this.refold(changed);
    this.shown = new (isNewestFirst(list) ? EventList : EventSequence)(columns, ids, this.order);
    this.register(onDidChange((change) => this.update(change)));
    this.register(
      stories.onDidChange((slots) => {
        this.refold(slots);
        this.changed.fire();
      }),
    );
  }

  /** The events that are folded into the one at an index of `shown`, in the order of the list. */
  othersAt(index: number): Item<CompanyEvent>[] {
    const lead = this.order.at(index);
    return this.membersOf(lead).flatMap((slot) => (slot === lead ? [] : [this.columns.item(slot)]));
  }

  /** Index in `shown` of the event that this one is folded into; -1 if it is not folded. */
  leadOf(id: string): number {
    const slot = this.ids.find(idBytes(id));
    if (slot < 0 || !this.list.hasSlot(slot) || this.order.has(slot)) {
      return -1;
    }
    const lead = this.membersOf(slot)[0] ?? slot;
    return this.order.has(lead) ? this.order.insertionIndexOf(lead) : -1;
  }

  /** Index in `shown` of an event, or of the one that it is folded into; -1 if it is not in the list. */
  shownIndexOf(id: string): number {
    const index = this.shown.indexOf(id);
    return index >= 0 ? index : this.leadOf(id);
  }

  /** The events of a slot's story that are in the list, in its order; empty if the slot is in no story. */
  private membersOf(slot: number): number[] {
    const story = this.stories.storyOf(slot);
    return story ? story.filter((other) => this.list.hasSlot(other)).sort(this.compare) : [];
  }

  private update({ added, removed }: StoreChange): void {
    this.order.remove(removed.filter((slot) => this.order.has(slot)));
    this.order.insert(added.filter((slot) => this.list.hasSlot(slot)).sort(this.compare));
  }

  private refold(slots: Iterable<number>): void {
    const hidden: number[] = [];
    const shown: number[] = [];
    const done = new Set<number>();
    for (const slot of slots) {
      if (done.has(slot) || !this.columns.has(slot) || !this.list.hasSlot(slot)) {
        continue;
      }
      const members = this.membersOf(slot);
      for (const member of members.length > 0 ? members : [slot]) {
        done.add(member);
        const isShown = this.order.has(member);
        if (isShown !== (member === (members[0] ?? slot))) {
          (isShown ? hidden : shown).push(member);
        }
      }
    }
    this.order.remove(hidden);
    this.order.insert(shown.sort(this.compare));
  }
}

/**
 * Folds the stories of a list of the source; undefined if aborted. The result must be disposed of before the list.
 *
 * @param sort the order of the list; undefined: that of the feed
 */
export async function foldEvents(
  source: ListSource,
  list: EventSequence,
  sort: SortOrder | undefined,
  stories: StoryIndex,
  signal: AbortSignal,
): Promise<FoldedEvents | undefined> {
  const { columns } = source;
  const compare = sort ? new Sorting(columns, sort).compare : columns.compare;
  const changed = new Set<number>();
  const listener = stories.onDidChange((slots) => slots.forEach((slot) => changed.add(slot)));
  try {
    return await buildList(
      source,
      () => unfoldedSlots(list, stories),
      (slots, added) =>
        new FoldedEvents(source, list, compare, stories, slots, new Set([...added, ...changed])),
      signal,
    );
  } finally {
    listener.dispose();
  }
}

/** The events of a list that are not folded into one before them, for `runInTimeSlices`. */
function* unfoldedSlots(
  list: EventSequence,
  stories: StoryIndex,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const seenStories = new Set<Story>();
  const { slots } = list;
  let count = 0;
  for (const { start, end } of slicesOf(slots.length)) {
    for (const slot of slots.subarray(start, end)) {
      const story = stories.storyOf(slot);
      if (!story || !seenStories.has(story)) {
        slots[count++] = slot;
      }
      if (story) {
        seenStories.add(story);
      }
    }
    yield;
  }
  return slots.slice(0, count);
}
