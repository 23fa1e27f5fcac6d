import { startOf, type ZoneChoice } from "../../shared/calendar";
import type { CompanyEvent } from "../../shared/companyEvent";
import { type FeedQuery, fixedWindow } from "../../shared/feedQuery";
import { activeNames, activeValues, excludingFilters, type FilteredFields } from "../../shared/filters";
import type { PageState } from "../../shared/pageState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { FeedPage } from "../feedPage";
import type { DetailsNote } from "./detailsNotes";

/** The active event, whether its details are shown, and how another one becomes active. */
export class ActiveEvent {
  event: EventRef | undefined;
  isOpen = false;
  /** The query of the list in which the event became active; undefined: it need not be in the list. */
  listQuery: FeedQuery | undefined;
  /** The host shows the event's details, as far as it knows; undefined: it does not know of any. */
  private announcedId: string | undefined;

  constructor(private readonly page: FeedPage) {}

  restore({ selected, detailsOpen, query }: PageState): void {
    this.event = selected && eventRef(selected);
    this.listQuery = selected?.unlisted ? undefined : query;
    this.isOpen = detailsOpen === true && selected !== undefined;
  }

  /** Its row was selected. */
  select(event: EventRef): void {
    this.event = eventRef(event);
    this.listQuery = this.page.shownQuery;
    this.announce();
  }

  /** Selects its row, which may not be on screen. */
  reveal(event: EventRef): void {
    this.select(event);
    this.page.grid.input.reveal(event);
  }

  /** Shows the details of an event that may not be in the list. */
  show(event: EventRef): void {
    this.isOpen = true;
    this.announcedId = undefined;
    this.reveal(event);
    this.listQuery = undefined;
  }

  open(): void {
    this.isOpen = true;
    this.announce();
  }

  close(): void {
    this.isOpen = false;
    this.announce();
  }

  /** The host has lost what it was told, or awaits it also for an event that is shown already. */
  announceAgain(): void {
    this.announcedId = undefined;
    this.announce();
  }

  /** Tells the host which event's details are shown. */
  private announce(): void {
    const event = this.isOpen ? this.event : undefined;
    if (event?.id !== this.announcedId) {
      this.announcedId = event?.id;
      this.page.connection.post({ type: "detailsEvent", ...(event && { event }) });
    }
    this.page.requestUpdate();
  }

  /** Loads an event, or clears what hides it. @param reason why it is not in the list */
  bringIntoList(event: EventRef & Partial<CompanyEvent>, reason: DetailsNote): void {
    const { query, view } = this.page.filters;
    if (reason === "filteredOut") {
      this.page.resetFilters(query && queryWithEvent(query, event));
      return;
    }
    const ref = eventRef(event);
    if (reason === "notLoaded") {
      this.page.connection.post({ type: "showAround", ...ref });
    } else if (query && event.publishedMs !== undefined) {
      const around = queryAround(query, event, event.publishedMs, this.page.zone, Date.now());
      if (view?.text) {
        this.page.filters.showAll();
      }
      this.page.connection.post({ type: "showAround", ...ref, query: around });
    }
    this.page.grid.input.reveal(ref);
  }
}

/** Days before and after the one of the event. */
const daysAround = 3;

/**
 * The query with a time range of some days around an instant, and without the filters that exclude the event. A range that reaches
 * into the future has no end, and stays live.
 */
export function queryAround(
  query: FeedQuery,
  event: FilteredFields,
  publishedMs: number,
  zone: ZoneChoice,
  nowMs: number,
): FeedQuery {
  const sinceMs = startOf("day", publishedMs, zone, -daysAround);
  const untilMs = startOf("day", publishedMs, zone, daysAround + 1);
  const window = fixedWindow(sinceMs, untilMs > nowMs ? undefined : untilMs);
  return { ...withoutFilters(query, excludingFilters(query, event)), window };
}

/** The query without the filters that exclude the event; without any, if none is known to do so. */
export function queryWithEvent(query: FeedQuery, event: FilteredFields): FeedQuery {
  const excluding = excludingFilters(query, event);
  return withoutFilters(query, excluding.length > 0 ? excluding : activeNames(query));
}

function withoutFilters(query: FeedQuery, names: ReturnType<typeof activeNames>): FeedQuery {
  const { source, window } = query;
  const kept = activeNames(query).filter((name) => !names.includes(name));
  return { types: [], ...activeValues(query, kept), ...(source && { source }), window };
}
