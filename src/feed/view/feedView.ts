import { type View, viewOf } from "../../shared/viewQueries";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import type { EventList } from "../store/eventList";
import type { EventStore } from "../store/eventStore";
import type { EventSequence } from "../store/eventSequence";
import type { SearchResults } from "../store/searchResults";
import type { SortedEvents } from "../store/sortedEvents";

const unfiltered: View = { text: "", only: true };

/**
 * Which events of a session are in view, and in which order: those that match the search and were published in the zoomed span.
 */
export class FeedView extends Disposable {
  private requestedView = unfiltered;
  /** The view that the list and the matches belong to. */
  private appliedView = unfiltered;
  /** The store that is in view, and the one that will be. */
  private store: EventStore | undefined;
  private nextStore: EventStore | undefined;
  private readonly inSpan = this.register(new MutableDisposable<SearchResults>());
  private readonly found = this.register(new MutableDisposable<SearchResults>());
  private readonly sortedList = this.register(new MutableDisposable<SortedEvents>());
  /** Only if others are in view, too. */
  private readonly sortedMatches = this.register(new MutableDisposable<SortedEvents>());
  private search: AbortController | undefined;
  /** Resolves once the search started last has ended. */
  private searched = Promise.resolve();
  private changes = 0;
  private readonly changed = this.register(new Emitter<void>());

  /** The list was replaced. */
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
    return (this.appliedView.only ? this.found.value : undefined) ?? this.inSpan.value ?? this.store;
  }

  /** The same events in the order of the rows; undefined if that is newest first. */
  get sorted(): EventSequence | undefined {
    return this.sortedList.value;
  }

  /** Changes whenever the list is replaced. */
  get revision(): number {
    return this.changes;
  }

  /** The events that match the search, in the order of the rows; undefined without one. */
  get matches(): EventSequence | undefined {
    const { found } = this;
    return found.value && (this.sortedMatches.value ?? this.sorted ?? found.value);
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
    this.sortedList.value = this.sortedMatches.value = undefined;
    this.store = this.nextStore = this.inSpan.value = this.found.value = undefined;
    this.changes++;
  }

  private apply(view: View, store: EventStore): Promise<void> {
    this.search?.abort();
    this.search = new AbortController();
    this.searched = this.searchAndApply(view, store, this.search);
    return this.searched;
  }

  private async searchAndApply(view: View, store: EventStore, search: AbortController): Promise<void> {
    const { text, only, span, sort } = view;
    const inSpan = span && (await store.find({ text: "", span }, search.signal));
    const found = text === "" ? undefined : await store.find({ text, ...(span && { span }) }, search.signal);
    const list = (only ? found : undefined) ?? inSpan ?? store;
    const sorted = sort && (await store.sort(list, sort, search.signal));
    const sortedMatches =
      sort && found && found !== list ? await store.sort(found, sort, search.signal) : undefined;
    if (this.search !== search) {
      disposeAll(sortedMatches, sorted, inSpan, found);
      return;
    }
    this.search = undefined;
    this.requestedView = this.appliedView = view;
    this.store = store;
    this.sortedList.value = sorted;
    this.sortedMatches.value = sortedMatches;
    this.inSpan.value = inSpan;
    this.found.value = found;
    this.changes++;
    this.changed.fire();
  }
}

function disposeAll(...items: (IDisposable | undefined)[]): void {
  items.forEach((item) => item?.dispose());
}
