import type { LocalFilter } from "../../shared/feedState";
import { type View, viewOf } from "../../shared/viewQueries";
import { Disposable, MutableDisposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import type { EventList } from "../store/eventList";
import type { EventStore } from "../store/eventStore";
import type { CompanyMatcher } from "../store/search";
import { ViewResults } from "./viewResults";

/** What a saved feed leaves out, and the service cannot. */
export interface EventFilter {
  /** Absent: events of all companies. */
  readonly companies?: CompanyMatcher & { readonly count: number };
}

const unfiltered: View = { text: "" };

/**
 * Which events of a session are in view, and in which order: those that match the search and the saved feed, and were published in
 * the zoomed span.
 */
export class FeedView extends Disposable {
  private requestedView = unfiltered;
  /** The store that will be in view. */
  private nextStore: EventStore | undefined;
  private filter: EventFilter = {};
  /** They may still be those of the previous view. */
  private readonly results = this.register(new MutableDisposable<ViewResults>());
  private search: AbortController | undefined;
  /** Resolves once the search started last has ended; rejects if it failed. */
  private searched = Promise.resolve();
  private changes = 0;
  private readonly changed = this.register(new Emitter<void>());

  /** The list was replaced. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor() {
    super();
    this.register({ dispose: () => this.clear() });
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
    return this.results.value?.list;
  }

  /** The same events in the order of the rows; undefined if that is newest first. */
  get sorted(): EventList | undefined {
    return this.results.value?.sorted;
  }

  /** Changes whenever the list is replaced. */
  get revision(): number {
    return this.changes;
  }

  /** The events that match the search, in the order of the rows; undefined without one. */
  get matches(): EventList | undefined {
    return this.results.value?.matches;
  }

  /** What the saved feed leaves out; undefined: nothing. */
  get localFilter(): LocalFilter | undefined {
    const { companies } = this.filter;
    return companies && { companies: companies.count };
  }

  /** Leaves out other events than those of a saved feed, unless the view has them. */
  async setFilter(filter: EventFilter): Promise<void> {
    this.filter = filter;
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
   * loaded, even if the view changed meanwhile, or once another store is requested. If it fails, the store in view stays.
   */
  async show(store: EventStore, sameWindow = true): Promise<void> {
    if (this.disposed) {
      return;
    }
    const view = this.requestedView;
    this.nextStore = store;
    try {
      await this.apply(sameWindow ? view : viewOf(view, { span: undefined }), store);
      while (this.nextStore === store && this.store !== store) {
        await this.searched;
      }
    } catch (bug) {
      if (this.nextStore === store) {
        this.nextStore = this.store;
      }
      throw bug;
    }
  }

  /** Resolves once the list and the matches are those of the view, or the search for them failed. */
  async settled(): Promise<void> {
    while (this.search) {
      await this.searched.catch(() => undefined);
    }
  }

  /** Whether this store is in view, or will be. */
  isOn(store: EventStore): boolean {
    return this.nextStore === store;
  }

  clear(): void {
    this.search?.abort();
    this.search = undefined;
    this.nextStore = this.results.value = undefined;
    this.changes++;
  }

  /** The store that is in view. */
  private get store(): EventStore | undefined {
    return this.results.value?.store;
  }

  private apply(view: View, store: EventStore): Promise<void> {
    this.search?.abort();
    this.search = new AbortController();
    this.searched = this.searchAndApply(view, store, this.search);
    return this.searched;
  }

  private async searchAndApply(view: View, store: EventStore, search: AbortController): Promise<void> {
    const { companies } = this.filter;
    let results: ViewResults | undefined;
    try {
      results = await ViewResults.search(store, view, companies, search.signal);
    } catch (bug) {
      if (this.search !== search) {
        return;
      }
      this.search = undefined;
      this.changed.fire();
      throw bug;
    }
    if (!results || this.search !== search) {
      results?.dispose();
      return;
    }
    this.search = undefined;
    this.requestedView = view;
    this.results.value = results;
    this.changes++;
    this.changed.fire();
  }
}
