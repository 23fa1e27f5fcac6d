import { parseEvent } from "../../api/decode/feedPage";
import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import { foldCase } from "../../shared/text";
import { hashOf, idBytes, type IdSource } from "./idIndex";
import { ItemPacking } from "./itemPacking";
import { Labels } from "./labels";
import { Segment, segmentSlots, titleEnd } from "./segment";

const placeMask = segmentSlots - 1;
/** A segment with no more events than that is not worth its room. */
const fewEvents = segmentSlots / 8;
const segmentShift = Math.log2(segmentSlots);

/**
 * The contents of events by slot, column by column. A slot is a number that an event gets when it comes and that no other
 * event ever has: `segment * segmentSlots + place`.
 */
export class EventColumns implements IdSource {
  readonly types = new Labels();
  readonly sectors = new Labels();
  /** Names of companies, and their entity IDs. */
  readonly companies = new Labels();
  readonly entities = new Labels();
  private readonly packing = new ItemPacking();
  /** By number; those whose events are all gone are gone. */
  private readonly segments = new Map<number, Segment>();
  private sparse: Segment[] = [];
  private next = 0;
  /** The segments seldom change, and most questions go to the same one as the question before. */
  private latest: { readonly number: number; readonly segment: Segment } | undefined;

  /** Keeps an event. @returns its slot. */
  append({ value, json }: Item<CompanyEvent>): number {
    const slot = this.next++;
    const segment = this.openSegment(slot);
    const place = slot & placeMask;
    segment.published[place] = value.publishedMs ?? -Infinity;
    segment.amounts[place] = value.amount ?? Number.NaN;
    segment.types[place] = this.types.numberOf(value.type);
    segment.sectors[place] = this.sectors.numberOf(value.sector);
    segment.companies[place] = this.companies.numberOf(value.company?.name);
    segment.entities[place] = this.entities.numberOf(value.company?.entityId);
    segment.ids.append(idBytes(value.id));
    segment.titles.appendText(foldCase(value.title ?? "") + titleEnd);
    segment.items.append(this.packing.pack(json));
    segment.size++;
    segment.live++;
    this.count(segment, place, 1);
    if (segment.full) {
      segment.seal();
    }
    return slot;
  }

  /** Forgets an event. Its slot must not be asked for any more. */
  remove(slot: number): void {
    const segment = this.segment(slot);
    const place = slot & placeMask;
    this.count(segment, place, -1);
    segment.removed[place] = 1;
    segment.live--;
    if (segment.live === 0 && segment.full) {
      this.segments.delete(slot >>> segmentShift);
      this.latest = undefined;
      this.sparse = this.sparse.filter((other) => other !== segment);
    } else if (segment.full && segment.live === fewEvents) {
      this.sparse.push(segment);
    }
  }

  /** Slots of the events that keep a nearly empty segment: they had better come again. */
  slotsToCompact(): number[] {
    const sparse = this.sparse;
    this.sparse = [];
    return sparse.flatMap((segment) =>
      Array.from(segment.removed, (removed, place) => (removed ? -1 : segment.firstSlot + place)).filter(
        (slot) => slot >= 0,
      ),
    );
  }

  /** In the order they came. */
  all(): Iterable<Segment> {
    return this.segments.values();
  }

  /** The order of the feed: newest first, then by id. */
  readonly compare = (a: number, b: number): number => {
    const [inA, inB] = [this.segment(a), this.segment(b)];
    const [atA, atB] = [a & placeMask, b & placeMask];
    const [msA, msB] = [inA.published[atA] ?? 0, inB.published[atB] ?? 0];
    if (msA !== msB) {
      return msA > msB ? -1 : 1;
    }
    const [idA, idB] = [inA.ids, inB.ids];
    return idA.bytes.compare(idB.bytes, idB.start(atB), idB.end(atB), idA.start(atA), idA.end(atA));
  };

  /** Whether an event stands before where one with that date and id belongs. @param ms -Infinity: without a readable date */
  comesBefore(slot: number, ms: number, id: Uint8Array): boolean {
    const { ids, published } = this.segment(slot);
    const at = slot & placeMask;
    const own = published[at] ?? 0;
    return own === ms ? ids.bytes.compare(id, 0, id.length, ids.start(at), ids.end(at)) < 0 : own > ms;
  }

  /** Milliseconds since 1970 UTC; -Infinity without a readable date. */
  published(slot: number): number {
    return this.segment(slot).published[slot & placeMask] ?? -Infinity;
  }

  /** USD; NaN for none. */
  amount(slot: number): number {
    return this.segment(slot).amounts[slot & placeMask] ?? Number.NaN;
  }

  /** Number among `types`. */
  type(slot: number): number {
    return this.segment(slot).types[slot & placeMask] ?? Labels.none;
  }

  /** Number among `entities`. */
  entity(slot: number): number {
    return this.segment(slot).entities[slot & placeMask] ?? Labels.none;
  }

  /** Number among `companies`. */
  company(slot: number): number {
    return this.segment(slot).companies[slot & placeMask] ?? Labels.none;
  }

  json(slot: number): string {
    const { items } = this.segment(slot);
    const place = slot & placeMask;
    return this.packing.unpack(items.bytes, items.start(place), items.end(place));
  }

  /** The event as it was decoded when it came: read again from its JSON. */
  item(slot: number): Item<CompanyEvent> {
    const json = this.json(slot);
    const value = parseEvent(json);
    if (!value) {
      throw new Error(`What is kept in slot ${slot} is no event.`);
    }
    return { value, json };
  }

  /** Whether the event of a slot that was taken is still there. */
  has(slot: number): boolean {
    const segment = this.segments.get(slot >>> segmentShift);
    return segment !== undefined && segment.removed[slot & placeMask] === 0;
  }

  hasId(slot: number, id: Uint8Array): boolean {
    const { ids } = this.segment(slot);
    const place = slot & placeMask;
    const start = ids.start(place);
    const length = ids.end(place) - start;
    if (length !== id.length) {
      return false;
    }
    for (let at = 0; at < length; at++) {
      if (ids.bytes[start + at] !== id[at]) {
        return false;
      }
    }
    return true;
  }

  idHash(slot: number): number {
    const { ids } = this.segment(slot);
    const place = slot & placeMask;
    return hashOf(ids.bytes, ids.start(place), ids.end(place));
  }

  /** The segment of a slot whose event is there. */
  segment(slot: number): Segment {
    const number = slot >>> segmentShift;
    if (this.latest?.number !== number) {
      const segment = this.segments.get(number);
      if (!segment) {
        throw new RangeError(`There is no event in slot ${slot}.`);
      }
      this.latest = { number, segment };
    }
    return this.latest.segment;
  }

  private openSegment(slot: number): Segment {
    const number = slot >>> segmentShift;
    let segment = this.segments.get(number);
    if (!segment) {
      segment = new Segment(number * segmentSlots);
      this.segments.set(number, segment);
    }
    return segment;
  }

  private count(segment: Segment, place: number, by: 1 | -1): void {
    this.types.count(segment.types[place] ?? Labels.none, by);
    this.sectors.count(segment.sectors[place] ?? Labels.none, by);
  }
}
