import type { View } from "../../shared/viewQueries";
import { Disposable, type IDisposable } from "../../util/disposable";
import type { DerivedList } from "../store/derivedList";
import type { EventList } from "../store/eventList";
import type { EventStore } from "../store/eventStore";
import { type CompanyMatcher, findEvents } from "../store/search";
import { sortEvents } from "../store/sorting";

/** The events of a store that are in a view, and in which order; updated while events are added and removed. */
export class ViewResults extends Disposable {
  /** Undefined: all events of the store. */
  private found: DerivedList | undefined;
  private sortedList: DerivedList | undefined;

  private constructor(
    readonly store: EventStore,
    private readonly view: View,
  ) {
    super();
  }

  /** @param companies of the saved feed; undefined: all. @returns undefined if aborted; must be disposed of */
  static async search(
    store: EventStore,
    view: View,
    companies: CompanyMatcher | undefined,
    signal: AbortSignal,
  ): Promise<ViewResults | undefined> {
    const results = new ViewResults(store, view);
    try {
      await results.search(companies, signal);
      return results;
    } catch (error) {
      results.dispose();
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  }

  /** The events in view, newest first. */
  get list(): EventList {
    return this.found ?? this.store;
  }

  /** The same events in the order of the rows; undefined if that is newest first. */
  get sorted(): EventList | undefined {
    return this.sortedList;
  }

  /** The events that match the search, in the order of the rows; undefined without one. */
  get matches(): EventList | undefined {
    return this.view.text === "" ? undefined : (this.sorted ?? this.list);
  }

  /** @throws also when it is aborted */
  private async search(companies: CompanyMatcher | undefined, signal: AbortSignal): Promise<void> {
    const { store } = this;
    const { text, span, sort, allCompanies } = this.view;
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
    if (sort) {
      this.sortedList = add(await sortEvents(store, this.found ?? store, sort, signal));
    }
  }
}
