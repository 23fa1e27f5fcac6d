import type { UnreadRow } from "../../shared/feedState";
import type { EventRef } from "../../shared/viewQueries";
import type { EventList } from "../store/eventList";

/** The unread events of the saved feed that a panel shows. */
export interface UnreadEvents {
  /** Newest first, as far as they are known; in the list or not. */
  readonly events: readonly EventRef[];
  readonly count: number;
  /** There may be more. */
  readonly atLeast: boolean;
  /** All were marked as read at once, which can be undone. */
  readonly canUndo: boolean;
}

/**
 * Where the line below the oldest unread event is. It stays there when that event has been read: rows must not move because
 * someone reads them.
 */
export class UnreadLine {
  private lowest: EventRef | undefined;

  /** The next line is below what is unread then. */
  reset(): void {
    this.lowest = undefined;
  }

  /** Index of the event below the line; undefined: no line. @param list newest first */
  place(list: EventList, { events }: UnreadEvents): number | undefined {
    let firstBelow = this.lowest ? indexBelow(list, this.lowest) : 0;
    for (const event of events) {
      const index = list.indexOf(event.id);
      if (index >= firstBelow) {
        firstBelow = index + 1;
        this.lowest = event;
      }
    }
    return firstBelow > 0 ? firstBelow : undefined;
  }
}

export function unreadRow({ count, atLeast, canUndo }: UnreadEvents): UnreadRow {
  return { kind: "unread", count, ...(atLeast && { atLeast }), ...(canUndo && { canUndo }) };
}

function indexBelow(list: EventList, { id, publishedMs }: EventRef): number {
  const index = list.indexOf(id);
  return index >= 0 ? index + 1 : list.insertionIndexOf(id, publishedMs);
}
