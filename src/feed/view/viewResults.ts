import type { View } from "../../shared/viewQueries";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import type { EventList } from "../store/eventList";
import type { EventSequence } from "../store/eventSequence";
import type { EventStore } from "../store/eventStore";
import type { CompanyMatcher } from "../store/matcher";
import { findEvents, type SearchResults } from "../store/searchResults";
import { sortEvents, type SortedEvents } from "../store/sortedEvents";
import { type FoldedEvents, foldEvents } from "../stories/foldedEvents";
import { StoryIndex } from "../stories/storyIndex";

/** What to search for. */
interface ViewRequest {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly view: View;
  /** What the saved feed leaves out. */
  readonly companies: CompanyMatcher | undefined;
  /** Of the same store, if they are known; undefined: they are searched for, if the view folds them. */
  readonly stories: StoryIndex | undefined;
}

/** The events of a store that are in a view, and in which order; updated while events are added and removed. */
export class ViewResults extends Disposable {
  private readonly ownStories = this.register(new MutableDisposable<StoryIndex>());
  /** Undefined: all events of the store. */
  private found: SearchResults | undefined;
  private sortedList: SortedEvents | undefined;
  private foldedList: FoldedEvents | undefined;

  private constructor(private readonly request: ViewRequest) {
    super();
  }

  /** Searches, sorts and folds the events of a view; undefined if aborted. The results must be disposed of. */
  static async search(request: ViewRequest, signal: AbortSignal): Promise<ViewResults | undefined> {
    const results = new ViewResults(request);
    try {
      await results.search(signal);
      return results;
    } catch (error) {
      results.dispose();
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  }

  get store(): EventStore {
    return this.request.store;
  }

  /** The events that rows are made of, newest first. */
  get list(): EventList {
    return this.found ?? this.request.store;
  }

  /** The same events in the order of the rows; undefined if that is newest first. */
  get sorted(): EventSequence | undefined {
    return this.sortedList;
  }

  /** The events that have rows of their own; undefined if all have. */
  get folded(): FoldedEvents | undefined {
    return this.foldedList;
  }

  /** The events that match the search, in the order of the rows; undefined without one. */
  get matches(): EventSequence | undefined {
    return this.request.view.text === "" ? undefined : (this.sorted ?? this.list);
  }

  /** The stories that events are folded by, which the caller then owns. */
  releaseStories(): StoryIndex | undefined {
    return this.ownStories.release() ?? this.request.stories;
  }

  /** @throws also when it is aborted */
  private async search(signal: AbortSignal): Promise<void> {
    const { store, clock, view, companies } = this.request;
    const { text, span, sort, allCompanies, unfolded } = view;
    const add = <T extends IDisposable>(result: T | undefined): T | undefined => {
      if (result) {
        this.register(result);
      }
      signal.throwIfAborted();
      return result;
    };
    const criteria = { ...(span && { span }), ...(companies && !allCompanies && { companies }) };
    if (text !== "" || Object.keys(criteria).length > 0) {
      this.found = add(await findEvents(store, { text, ...criteria }, signal));
    }
    const { list } = this;
    if (sort) {
      this.sortedList = add(await sortEvents(store, list, sort, signal));
    }
    if (!unfolded) {
      const stories = this.request.stories ?? (this.ownStories.value = new StoryIndex(store, clock));
      await stories.ready();
      signal.throwIfAborted();
      this.foldedList = add(await foldEvents(store, this.sorted ?? list, sort, stories, signal));
    }
  }
}
