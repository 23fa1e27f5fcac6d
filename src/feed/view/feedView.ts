import type { View } from "../../shared/viewQueries";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import type { EventList } from "../store/eventList";
import type { EventStore } from "../store/eventStore";
import type { SearchResults } from "../store/searchResults";

/** Everything, in the order of the feed. */
const wholeView: View = { text: "", only: true };

/**
 * What is looked at of a session's events, which never touches the service: what is searched for, and the stretch of time
 * that the chart is zoomed to.
 */
export class FeedView extends Disposable {
  private wanted: View = wholeView;
  /** What the list and the matches are of. */
  private shown: View = wholeView;
  /** The store that is looked at, and the one that is to be. */
  private store: EventStore | undefined;
  private target: EventStore | undefined;
  private readonly inSpan = this.register(new MutableDisposable<SearchResults>());
  private readonly found = this.register(new MutableDisposable<SearchResults>());
  private looking: AbortController | undefined;
  /** Ends with the look that was begun last. */
  private looked = Promise.resolve();

  /** @param changed told when another list is there. */
  constructor(private readonly changed: () => void) {
    super();
    this.register({ dispose: () => this.looking?.abort() });
  }

  get view(): View {
    return this.wanted;
  }

  /** Whether the list and the matches are still those of another view. */
  get searching(): boolean {
    return this.looking !== undefined;
  }

  /** The events that rows are made of. */
  get list(): EventList | undefined {
    return (this.shown.only ? this.found.value : undefined) ?? this.inSpan.value ?? this.store;
  }

  /** The events that are searched for; undefined when nothing is. */
  get matches(): EventList | undefined {
    return this.found.value;
  }

  /** Looks at events otherwise; a search that is under way is given up. */
  async setView(view: View): Promise<void> {
    this.wanted = view;
    if (this.target) {
      await this.look(this.target, view);
    }
  }

  /**
   * Looks at the events of a store in the same way, or, where its window is another, zoomed to nothing. Resolves once its
   * list is there, though another look came in between, or once something else is to be looked at.
   */
  async adopt(store: EventStore, sameWindow = true): Promise<void> {
    const { text, only } = this.wanted;
    this.target = store;
    await this.look(store, sameWindow ? this.wanted : { text, only });
    while (this.target === store && this.store !== store) {
      await this.looked;
    }
  }

  /** Resolves once the list and the matches are those of the view. */
  async settled(): Promise<void> {
    while (this.looking) {
      await this.looked;
    }
  }

  /** Whether another store than this one is, or is about to be, looked at. */
  leaves(store: EventStore): boolean {
    return this.target !== store;
  }

  /** Nothing to look at. */
  clear(): void {
    this.looking?.abort();
    this.looking = undefined;
    this.store = this.target = this.inSpan.value = this.found.value = undefined;
  }

  private look(store: EventStore, view: View): Promise<void> {
    this.looking?.abort();
    this.looking = new AbortController();
    this.looked = this.lookWhile(this.looking, store, view);
    return this.looked;
  }

  /** @param looking other than the one under way when another look came in between. */
  private async lookWhile(looking: AbortController, store: EventStore, view: View): Promise<void> {
    const { text, span } = view;
    const inSpan = span && (await store.find({ text: "", span }, looking.signal));
    const found = text === "" ? undefined : await store.find({ text, ...(span && { span }) }, looking.signal);
    if (this.looking !== looking) {
      disposeAll(inSpan, found);
      return;
    }
    this.looking = undefined;
    this.wanted = this.shown = view;
    this.store = store;
    this.inSpan.value = inSpan;
    this.found.value = found;
    this.changed();
  }
}

function disposeAll(...items: (IDisposable | undefined)[]): void {
  items.forEach((item) => item?.dispose());
}
