import { Emitter, type Event } from "../../shared/emitter";
import { type View, viewOf } from "../../shared/viewQueries";
import { Disposable, DisposableStore, type IDisposable, MutableDisposable } from "../../util/disposable";
import type { EventList } from "../store/eventList";
import type { EventStore } from "../store/eventStore";
import { companyMatcher, findEvents } from "../store/search";
import { sortEvents } from "../store/sorting";

/** The events of a store that are in a view, updated while events are added and removed. */
interface Results extends IDisposable {
  readonly store: EventStore;
  /** Newest first. */
  readonly list: EventList;
  /** The same events in the order of the rows. */
  readonly ordered: EventList;
  readonly isSearch: boolean;
}

/** Which events of a session are in view, and in which order: those that match the search, the saved feed and the zoom. */
export class FeedView extends Disposable {
  /** Number of companies of a saved feed, by which the service cannot filter. */
  companyCount: number | undefined;
  /** Matches these companies; undefined: all. */
  private isWanted: ReturnType<typeof companyMatcher> | undefined;
  /** The view that was requested; the list may still belong to the previous one. */
  view: View = { text: "" };
  private nextStore: EventStore | undefined;
  private readonly shownResults = this.register(new MutableDisposable<Results>());
  private search: AbortController | undefined;
  /** Resolves once the search started last has ended; rejects if it failed. */
  private searched = Promise.resolve();
  private readonly changed = this.register(new Emitter<void>());

  readonly onDidChange: Event<void> = this.changed.event;

  constructor() {
    super();
    this.register({ dispose: () => this.clear() });
  }

  get searching(): boolean {
    return this.search !== undefined;
  }

  /** The events in view; they may still be those of the previous view. */
  get results(): Results | undefined {
    return this.shownResults.value;
  }

  /** Leaves out events of other companies, unless the view has all companies. */
  async setCompanies(companies: readonly string[]): Promise<void> {
    this.companyCount = companies.length || undefined;
    this.isWanted = companies.length === 0 ? undefined : companyMatcher(companies);
    await this.setView(this.view);
  }

  async setView(view: View): Promise<void> {
    this.view = view;
    const applied = this.nextStore && this.apply(view, this.nextStore);
    this.changed.fire();
    await applied;
  }

  /**
   * Shows the events of a store in the same view, but without the zoom if its window differs. Resolves once its list is
   * loaded, even if the view changed meanwhile, or once another store is requested.
   */
  async show(store: EventStore, sameWindow = true): Promise<void> {
    if (this.disposed) {
      return;
    }
    const view = this.view;
    this.nextStore = store;
    await this.apply(sameWindow ? view : viewOf(view, { span: undefined }), store);
    while (this.nextStore === store && this.shownResults.value?.store !== store) {
      await this.searched;
    }
  }

  async settled(): Promise<void> {
    while (this.search) {
      await this.searched.catch(() => undefined);
    }
  }

  isOn(store: EventStore): boolean {
    return this.nextStore === store;
  }

  clear(): void {
    this.search?.abort();
    this.search = undefined;
    this.nextStore = this.shownResults.value = undefined;
  }

  private apply(view: View, store: EventStore): Promise<void> {
    this.search?.abort();
    this.search = new AbortController();
    this.searched = this.searchAndApply(view, store, this.search);
    return this.searched;
  }

  private async searchAndApply(view: View, store: EventStore, search: AbortController): Promise<void> {
    try {
      const results = await resultsOf(store, view, this.isWanted, search.signal);
      if (this.search !== search) {
        results.dispose();
        return;
      }
      this.view = view;
      this.shownResults.value = results;
    } catch (error) {
      // A search that was replaced by another one has failed because it was aborted.
      if (this.search === search) {
        throw error;
      }
    } finally {
      if (this.search === search) {
        this.search = undefined;
        this.changed.fire();
      }
    }
  }
}

async function resultsOf(
  store: EventStore,
  view: View,
  isWanted: ReturnType<typeof companyMatcher> | undefined,
  signal: AbortSignal,
): Promise<Results> {
  const lists = new DisposableStore();
  try {
    const { text, span, sort, allCompanies } = view;
    const wanted = allCompanies ? undefined : isWanted;
    const isAll = text === "" && !span && !wanted;
    const list = isAll ? store : lists.add(await findEvents(store, view, signal, wanted));
    const ordered = sort ? lists.add(await sortEvents(store, list, sort, signal)) : list;
    return { store, list, ordered, isSearch: text !== "", dispose: () => lists.dispose() };
  } catch (error) {
    lists.dispose();
    throw error;
  }
}
