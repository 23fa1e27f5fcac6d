import type { EventRow } from "../../shared/feedState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { FoldedEvents } from "../stories/foldedEvents";
import { eventRow, type ExpandedStory } from "./rowLayout";
import type { TimeZone } from "./timeZone";

/** Which stories are expanded, and what rows say of them. */
export class FoldedRows {
  /** IDs of all events of the expanded stories: a story stays expanded when another event joins it. */
  private readonly expandedIds = new Set<string>();
  private keptId: string | undefined;
  private changes = 0;

  /** Changes whenever another story is expanded. */
  get revision(): number {
    return this.changes;
  }

  /** @param id of any event of the story */
  setExpanded(folded: FoldedEvents, id: string, expanded: boolean): void {
    const index = folded.shownIndexOf(id);
    const ids = [folded.shown.at(index)?.value.id, ...folded.othersAt(index).map(({ value }) => value.id)];
    if (index < 0 || ids.length < 2) {
      return;
    }
    for (const other of ids) {
      if (other !== undefined) {
        this.expandedIds[expanded ? "add" : "delete"](other);
        this.keptId = other === this.keptId && !expanded ? undefined : this.keptId;
      }
    }
    this.changes++;
  }

  /** This event keeps its row, or gets one: a story that it is folded into is expanded, now or later. */
  keep(id: string): void {
    this.keptId = id;
  }

  /** @param zone in which days are counted */
  expandedStories(folded: FoldedEvents, zone: TimeZone): ExpandedStory[] {
    const { keptId } = this;
    if (keptId !== undefined && folded.leadOf(keptId) >= 0) {
      this.expandedIds.add(keptId);
    }
    const indexes = new Set<number>();
    for (const id of this.expandedIds) {
      const index = folded.shownIndexOf(id);
      if (index >= 0) {
        indexes.add(index);
      }
    }
    return [...indexes].flatMap((index) => {
      const lead = folded.shown.at(index)?.value;
      const dayOf = ({ publishedMs = 0 }: { readonly publishedMs?: number } = {}) =>
        zone.dayNumber(publishedMs);
      const rows = folded.othersAt(index).map(({ value }) => ({
        ...eventRow(value),
        storyOf: lead?.id ?? "",
        ...(dayOf(value) !== dayOf(lead) && { isOtherDay: true as const }),
      }));
      return rows.length > 0 ? [{ index, rows }] : [];
    });
  }

  /** The row of the event at an index, with its story. */
  rowAt(folded: FoldedEvents, row: EventRow, index: number): EventRow {
    const others: EventRef[] = folded.othersAt(index).map(({ value }) => eventRef(value));
    const expanded = this.expandedIds.has(row.id) || others.some(({ id }) => this.expandedIds.has(id));
    return others.length === 0 ? row : { ...row, story: { others, expanded } };
  }
}
