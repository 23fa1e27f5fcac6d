import type { CompanyEvent } from "../../shared/companyEvent";
import type { EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { queryAround } from "../../shared/queryAround";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { PendingFilters } from "../filters/pendingFilters";
import type { HostConnection } from "../host/hostConnection";
import type { DetailsController } from "./detailsController";
import type { ShowableReason } from "./detailsNotes";

interface NavigationTarget {
  /** Scrolls to the event's row in the list, once it is there. */
  revealRow(event: EventRef): void;
  zone(): ZoneChoice;
  resetFilters(): void;
}

/** Goes to an event: selects its row, shows its details, and brings it into the list where it is missing. */
export class EventNavigator {
  constructor(
    private readonly connection: HostConnection,
    private readonly filters: PendingFilters,
    private readonly details: DetailsController,
    private readonly target: NavigationTarget,
  ) {}

  /** The event's row was selected by the user. */
  selected(event: EventRow): void {
    this.details.select(event);
  }

  reveal(event: EventRef): void {
    this.details.select(event);
    this.target.revealRow(event);
  }

  /** An event that the user asked for by its ID, and that may not be in the list. */
  show(event: EventRef): void {
    // First: if the event has been read already, the details find the ID under which it is in the list.
    this.target.revealRow(event);
    this.details.show(event);
  }

  /** Loads the event of the details, or clears what hides it. @param reason why it is not in the list */
  bringIntoList(reason: ShowableReason): void {
    const { event, details } = this.details;
    switch (reason) {
      case "filteredOut":
        this.target.resetFilters();
        break;
      case "notLoaded":
        if (event) {
          this.connection.post({ type: "showAround", ...event });
          this.target.revealRow(event);
        }
        break;
      case "outsideTimeRange":
        if (event) {
          this.showAround(details?.event ?? event, details?.event);
        }
    }
  }

  readShownEvent(): void {
    const { event } = this.details;
    if (event) {
      this.connection.post({ type: "readEvent", id: event.id });
    }
  }

  /** Shows an event in a time range that contains it. */
  private showAround(event: EventRef, fields: Partial<CompanyEvent> = {}): void {
    const { query, view } = this.filters;
    const { publishedMs } = event;
    const next =
      query && publishedMs !== undefined
        ? queryAround(query, fields, publishedMs, this.target.zone(), Date.now())
        : undefined;
    if (!next) {
      return;
    }
    if (view && view.text !== "") {
      this.filters.showAll();
    }
    this.connection.post({ type: "showAround", ...eventRef(event), query: next });
    this.target.revealRow(event);
  }
}
