import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { PageState } from "../../shared/pageState";
import { queryAround, queryWithEvent } from "../../shared/queryAround";
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
