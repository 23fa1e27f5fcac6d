import { maxSelectedEvents } from "../../shared/limits";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { GridRows } from "./gridRows";
import type { Anchor } from "./scrollAnchor";
import type { RowRange } from "./viewport";

/** The selected events. They are known by ID, so that they stay selected in new revisions of the rows. */
export class GridSelection {
  private selected = new Set<string>();
  /** ID of the event where a range that is selected with Shift starts. */
  private rangeStart: string | undefined;
  /** Identifies the last change: rows loaded for an earlier one are ignored. */
  private request: object | undefined;

  /** @param onChange `refused`: unchanged, because of the limit */
  constructor(
    private readonly rows: GridRows,
    private readonly onChange: (refused: boolean) => void,
  ) {}

  get size(): number {
    return this.selected.size;
  }

  get ids(): string[] {
    return [...this.selected];
  }

  has(id: string): boolean {
    return this.selected.has(id);
  }

  selectOnly(event: EventRef): void {
    this.rangeStart = event.id;
    this.replace([event.id]);
  }

  keep(test: (id: string) => boolean): void {
    const kept = this.ids.filter(test);
    if (kept.length < this.selected.size) {
      this.rangeStart = kept.length > 1 ? this.rangeStart : kept[0];
      this.replace(kept);
    }
  }

  toggle(event: EventRef): void {
    const next = new Set(this.selected);
    if (!next.delete(event.id)) {
      next.add(event.id);
    }
    this.rangeStart = event.id;
    this.replace([...next]);
  }

  /** Selects only the range from the event that was selected or toggled last. */
  async extendTo(event: EventRef, index: number): Promise<void> {
    const request = (this.request = {});
    const id = (this.rangeStart ??= event.id);
    const from = this.rows.indexOfEvent(id) ?? (await this.rows.fetchIndexOf(id)) ?? index;
    if (this.request === request) {
      const range = { start: Math.min(from, index), end: Math.max(from, index) + 1 };
      await this.selectRange(range, { ...eventRef(event), index });
    }
  }

  async selectAll(): Promise<void> {
    await this.selectRange({ start: 0, end: this.rows.rowCount });
  }

  private async selectRange(range: RowRange, anchor?: Anchor): Promise<void> {
    const request = (this.request = {});
    const events =
      this.rows.range(range)?.filter((row) => row.kind === "event") ??
      // On failure, the selection stays unchanged.
      (await this.rows.fetchEvents(range, maxSelectedEvents, anchor).catch((): EventRef[] => []));
    if (this.request === request && events.length > 0) {
      this.replace(events.map(({ id }) => id));
    }
  }

  replace(ids: readonly string[]): void {
    this.request = undefined;
    const isRefused = ids.length > maxSelectedEvents;
    this.selected = isRefused ? this.selected : new Set(ids);
    this.onChange(isRefused);
  }
}
