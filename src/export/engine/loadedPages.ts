import type { CompanyEvent } from "../../shared/companyEvent";
import type { Completeness } from "../../shared/feedState";
import { maxPageSize, type Item } from "../../api/types";
import type { EventPages, ExportPage } from "./eventPages";

/**
 * Events that are loaded already, in portions, so that writing many of them leaves room for other work. What comes in
 * meanwhile may move them: an event that comes up twice is left out by the export like any other.
 */
export class LoadedPages implements EventPages {
  private readonly iterator: Iterator<Item<CompanyEvent>>;
  private done = false;

  /** @param completeness of the loaded events that these were taken from. */
  constructor(
    events: Iterable<Item<CompanyEvent>>,
    private readonly completeness: Completeness,
  ) {
    this.iterator = events[Symbol.iterator]();
  }

  next(): Promise<ExportPage | undefined> {
    if (this.done) {
      return Promise.resolve(undefined);
    }
    const items: Item<CompanyEvent>[] = [];
    while (!this.done && items.length < maxPageSize) {
      const step = this.iterator.next();
      this.done = step.done === true;
      if (!step.done) {
        items.push(step.value);
      }
    }
    const { completeness } = this;
    return Promise.resolve({ items, malformed: 0, completeness });
  }
}
