import type { LocalFilter } from "../../shared/feedState";
import { type View, viewOf } from "../../shared/viewQueries";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import type { EventList } from "../store/eventList";
import type { EventStore } from "../store/eventStore";
import type { EventSequence } from "../store/eventSequence";
import { type CompanyMatcher, MutedTitles, type TitleMatcher } from "../store/matcher";
import type { SearchResults } from "../store/searchResults";
import type { FoldedEvents } from "../stories/foldedEvents";
import type { Story, StoryIndex } from "../stories/storyIndex";
import type { SortedEvents } from "../store/sortedEvents";

/** What a saved feed leaves out, and the service cannot. */
export interface EventFilter {
  /** Absent: events of all companies. */
  readonly companies?: CompanyMatcher & { readonly count: number };
  /** Absent: no event is muted. */
  readonly mute?: TitleMatcher;
}

const unfiltered: View = { text: "", only: true };

/**
 * Which events of a session are in view, and in which order: those that match the search and the saved feed, and were published in
 * the zoomed span.
 */
export class FeedView extends Disposable {
  private requestedView = unfiltered;
  /** The view that the list and the matches belong to. */
  private appliedView = unfiltered;
  /** The store that is in view, and the one that will be. */
  private store: EventStore | undefined;
  private nextStore: EventStore | undefined;
  private filter: EventFilter = {};
  private mutedTitles: MutedTitles | undefined;
  /** Without the search; undefined: all events of the store. */
  private readonly narrowed = this.register(new MutableDisposable<SearchResults>());
  private readonly mutedEvents = this.register(new MutableDisposable<SearchResults>());
  private readonly found = this.register(new MutableDisposable<SearchResults>());
  private readonly sortedList = this.register(new MutableDisposable<SortedEvents>());
  /** Only if others are in view, too. */
  private readonly sortedMatches = this.register(new MutableDisposable<SortedEvents>());
  private readonly stories = this.register(new MutableDisposable<StoryIndex>());
  private readonly foldedList = this.register(new MutableDisposable<FoldedEvents>());
  private search: AbortController | undefined;
  /** Resolves once the search started last has ended. */
  private searched = Promise.resolve();
  private changes = 0;
  private readonly changed = this.register(new Emitter<void>());

  /** The list was replaced, or other events are folded. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor() {
    super();
    this.register({ dispose: () => this.search?.abort() });
  }

  /** As requested; the list may still belong to the previous view. */
  get view(): View {
    return this.requestedView;
  }

  /** Whether the list and the matches are still those of the previous view. */
  get searching(): boolean {
    return this.search !== undefined;
  }

  /** The events that rows are made of, newest first. */
  get list(): EventList | undefined {
    return (this.appliedView.only ? this.found.value : undefined) ?? this.narrowed.value ?? this.store;
  }

  /** The same events in the order of the rows; undefined if that is newest first. */
  get sorted(): EventSequence | undefined {
    return this.sortedList.value;
  }

  /** The events that have rows of their own; undefined if all have. */
  get folded(): FoldedEvents | undefined {
    return this.foldedList.value;
  }

  /**
   * For a sum over events, newest first: whether an event tells the same story as one that this was asked about before. Always
   * false if each event has its row.
   */
  repeatedStories(): (slot: number) => boolean {
    const stories = this.stories.value;
    const seen = new Set<Story>();
    return (slot) => {
      const story = stories?.storyOf(slot);
      const isRepeated = story !== undefined && seen.has(story);
      if (story) {
        seen.add(story);
      }
      return isRepeated;
    };
  }

  /** Whether all stories of the events are folded, unless each event has its row. */
  get knowsStories(): boolean {
    return this.stories.value?.isUpToDate ?? true;
  }

  /** Changes whenever the list is replaced, or other events are folded. */
  get revision(): number {
    return this.changes;
  }

  /** The events that match the search, in the order of the rows; undefined without one. */
  get matches(): EventSequence | undefined {
    const { found } = this;
    return found.value && (this.sortedMatches.value ?? this.sorted ?? found.value);
  }

  /** What the saved feed leaves out; undefined: nothing. */
  get localFilter(): LocalFilter | undefined {
    const { companies, mute } = this.filter;
    return companies || mute
      ? { companies: companies?.count ?? 0, muted: this.mutedEvents.value?.size ?? 0 }
      : undefined;
  }

  /** Leaves out other events than those of a saved feed, unless the view has them. */
  async setFilter(filter: EventFilter): Promise<void> {
    this.filter = filter;
    this.mutedTitles = filter.mute && new MutedTitles(filter.mute);
    await this.setView(this.requestedView);
  }

  /** A search in progress is aborted. */
  async setView(view: View): Promise<void> {
    this.requestedView = view;
    if (this.nextStore) {
      await this.apply(view, this.nextStore);
    }
  }

  /**
   * Shows the events of a store in the same view, but without the zoom if its window differs. Resolves once its list is
   * loaded, even if the view changed meanwhile, or once another store is requested.
   */
  async show(store: EventStore, sameWindow = true): Promise<void> {
    const view = this.requestedView;
    this.nextStore = store;
    await this.apply(sameWindow ? view : viewOf(view, { span: undefined }), store);
    while (this.nextStore === store && this.store !== store) {
      await this.searched;
    }
  }

  /** Resolves once the list and the matches are those of the view. */
  async settled(): Promise<void> {
    while (this.search) {
      await this.searched;
    }
  }

  /** Whether this store is in view, or will be. */
  isOn(store: EventStore): boolean {
    return this.nextStore === store;
  }

  clear(): void {
    this.search?.abort();
    this.search = undefined;
    this.foldedList.value = undefined;
    this.sortedList.value = this.sortedMatches.value = undefined;
    this.stories.value = undefined;
    this.store = this.nextStore = this.narrowed.value = this.found.value = this.mutedEvents.value = undefined;
    this.changes++;
  }

  private apply(view: View, store: EventStore): Promise<void> {
    this.search?.abort();
    this.search = new AbortController();
    this.searched = this.searchAndApply(view, store, this.search);
    return this.searched;
  }

  private async searchAndApply(view: View, store: EventStore, search: AbortController): Promise<void> {
    const { text, only, span, sort, allCompanies, muted, unfolded } = view;
    const { companies } = this.filter;
    const { mutedTitles: by } = this;
    const { signal } = search;
    const inFeed = { ...(span && { span }), ...(companies && !allCompanies && { companies }) };
    const criteria = { ...inFeed, ...(by && !muted && { muted: { by, is: false } }) };
    const mutedEvents = by && (await store.find({ text: "", ...inFeed, muted: { by, is: true } }, signal));
    const isNarrowed = Object.keys(criteria).length > 0;
    const narrowed = isNarrowed ? await store.find({ text: "", ...criteria }, signal) : undefined;
    const found = text === "" ? undefined : await store.find({ text, ...criteria }, signal);
    const list = (only ? found : undefined) ?? narrowed ?? store;
    const sorted = sort && (await store.sort(list, sort, signal));
    const sortedMatches = sort && found && found !== list ? await store.sort(found, sort, signal) : undefined;
    const isSameStore = store === this.store && this.stories.value !== undefined;
    const stories = unfolded ? undefined : isSameStore ? this.stories.value : store.findStories();
    await stories?.ready();
    const folded = stories && (await store.fold(sorted ?? list, sort, stories, signal));
    if (this.search !== search) {
      disposeAll(
        folded,
        sortedMatches,
        sorted,
        narrowed,
        found,
        mutedEvents,
        isSameStore ? undefined : stories,
      );
      return;
    }
    this.search = undefined;
    this.requestedView = this.appliedView = view;
    this.store = store;
    // It refers to the lists.
    this.foldedList.value = folded;
    this.stories.value = stories;
    this.sortedList.value = sorted;
    this.sortedMatches.value = sortedMatches;
    this.narrowed.value = narrowed;
    this.mutedEvents.value = mutedEvents;
    this.found.value = found;
    folded?.onDidChange(() => this.didChange());
    this.didChange();
  }

  private didChange(): void {
    this.changes++;
    this.changed.fire();
  }
}

function disposeAll(...items: (IDisposable | undefined)[]): void {
  items.forEach((item) => item?.dispose());
}
