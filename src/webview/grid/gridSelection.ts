/** The selected events: known by their ids, so that they stay selected wherever rows go. */
import { maxSelectedEvents } from "../../shared/limits";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { Anchor, Range } from "./rowsCache";

interface Rows {
  readonly rowCount: number;
  find(id: string): number | undefined;
  /** Row index of an event that may be far from what is on screen. */
  indexOf(id: string): Promise<number | undefined>;
  /** The events of a range at once, where all its rows are there. */
  heldEvents(range: Range): EventRef[] | undefined;
  /** The events of a range, which moves with `anchor`; `max` of them and some more where there are too many. */
  readEvents(range: Range, max: number, anchor?: Anchor): Promise<EventRef[]>;
}

export class GridSelection {
  private selected = new Map<string, EventRef>();
  /** Where a range begins. */
  private anchor: Anchor | undefined;
  /** Told apart by identity: rows that come late for a range nobody wants any more are dropped. */
  private wish: object | undefined;

  constructor(
    private readonly rows: Rows,
    /** `refused`: more was asked for than can be selected, and nothing changed. */
    private readonly changed: (refused: boolean) => void,
  ) {}

  get size(): number {
    return this.selected.size;
  }

  /** In the order of the rows. */
  get ids(): string[] {
    return [...this.selected.values()].sort(inRowOrder).map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.selected.has(id);
  }

  /** @param index row index; unknown for an event that was selected before a reload */
  only(event: EventRef, index?: number): void {
    this.anchor = index === undefined ? undefined : { ...eventRef(event), index };
    this.replace([event]);
  }

  /** Forgets all but one event. */
  keepOnly(id: string | undefined): void {
    this.anchor = undefined;
    this.replace([...this.selected.values()].filter((event) => event.id === id));
  }

  /** Forgets events that are gone. */
  drop(ids: readonly string[]): void {
    const gone = new Set(ids);
    const left = [...this.selected.values()].filter(({ id }) => !gone.has(id));
    if (left.length < this.selected.size) {
      this.replace(left);
    }
  }

  toggle(event: EventRef, index: number): void {
    const next = new Map(this.selected);
    if (!next.delete(event.id)) {
      next.set(event.id, eventRef(event));
    }
    this.anchor = { ...eventRef(event), index };
    this.replace(next.values());
  }

  /** Selects from where the last single selection was to `event`, and nothing else. */
  async extendTo(event: EventRef, index: number): Promise<void> {
    const { anchor } = this;
    if (!anchor) {
      this.only(event, index);
      return;
    }
    const wish = (this.wish = {});
    // Far from what is on screen, rows may have come in between the two.
    const known = this.rows.find(anchor.id) ?? (await this.rows.indexOf(anchor.id).catch(() => undefined));
    const from = known ?? anchor.index;
    if (this.wish === wish) {
      const range = { start: Math.min(from, index), end: Math.max(from, index) + 1 };
      await this.range(range, { ...eventRef(event), index });
    }
  }

  async all(): Promise<void> {
    await this.range({ start: 0, end: this.rows.rowCount });
  }

  /** Another revision came in which what is read moved by `shift` rows. */
  relocate(shift: number): void {
    if (this.anchor) {
      this.anchor = {
        ...this.anchor,
        index: Math.max(0, this.rows.find(this.anchor.id) ?? this.anchor.index + shift),
      };
    }
  }

  private async range(range: Range, anchor?: Anchor): Promise<void> {
    const wish = (this.wish = {});
    const held = this.rows.heldEvents(range);
    let events: EventRef[];
    try {
      events = held ?? (await this.rows.readEvents(range, maxSelectedEvents, anchor));
    } catch {
      // The host did not answer: the selection stays as it is, and can be asked for again.
      return;
    }
    if (this.wish !== wish) {
      return;
    }
    if (events.length > maxSelectedEvents) {
      this.changed(true);
    } else if (events.length > 0) {
      this.replace(events);
    }
  }

  private replace(events: Iterable<EventRef>): void {
    this.wish = undefined;
    this.selected = new Map([...events].map((event) => [event.id, eventRef(event)]));
    this.changed(false);
  }
}

/** As the host orders events: newest first, then by id; those without a date last. */
function inRowOrder(a: EventRef, b: EventRef): number {
  const newer = (b.publishedMs ?? Number.NEGATIVE_INFINITY) - (a.publishedMs ?? Number.NEGATIVE_INFINITY);
  return newer > 0 || newer < 0 ? newer : a.id < b.id ? -1 : Number(a.id > b.id);
}
