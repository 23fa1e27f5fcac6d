import { parseEvent } from "../../api/decode/feedPage";
import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import { foldCase } from "../../shared/text";
import { hashOf, idBytes, type IdSource, idText } from "./idIndex";
import { ItemPacking } from "./itemPacking";
import { Labels } from "./labels";
import { Segment, segmentSlots, titleEnd } from "./segment";

const offsetMask = segmentSlots - 1;
/** A full segment with this many events or fewer is not worth its memory. */
const sparseLimit = segmentSlots / 8;
const segmentShift = Math.log2(segmentSlots);

/**
 * The contents of events by slot, column by column. Every added event gets a new slot, which is a number:
 * `segment * segmentSlots + offset`. Slots are never reused.
 */
export class EventColumns implements IdSource {
  readonly types = new Labels();
  readonly sectors = new Labels();
  /** Names of companies, their entity IDs and their domains. */
  readonly companies = new Labels();
  readonly entities = new Labels();
  readonly domains = new Labels();
  private readonly packing = new ItemPacking();
  /** Segments by number. A full segment is deleted when all its events were removed. */
  private readonly segments = new Map<number, Segment>();
  private sparse: Segment[] = [];
  private nextSlot = 0;
  /** The segment that was read last: most reads are of the same segment as the previous one. */
  private latest: { readonly number: number; readonly segment: Segment } | undefined;

  /** @returns the slot of the added event. */
  append({ value, json }: Item<CompanyEvent>): number {
    const slot = this.nextSlot++;
    const segment = this.openSegment(slot);
    const offset = slot & offsetMask;
    segment.published[offset] = value.publishedMs ?? -Infinity;
    segment.amounts[offset] = value.amount ?? Number.NaN;
    segment.types[offset] = this.types.numberOf(value.type);
    segment.sectors[offset] = this.sectors.numberOf(value.sector);
    segment.companies[offset] = this.companies.numberOf(value.company?.name);
    segment.entities[offset] = this.entities.numberOf(value.company?.entityId);
    segment.domains[offset] = this.domains.numberOf(value.company?.domain);
    segment.ids.append(idBytes(value.id));
    segment.titles.appendText(foldCase(value.title ?? "") + titleEnd);
    segment.items.append(this.packing.pack(json));
    segment.size++;
    segment.live++;
    this.count(segment, offset, 1);
    if (segment.full) {
      segment.seal();
    }
    return slot;
  }

  /** Removes an event. Its slot must not be read afterwards. */
  remove(slot: number): void {
    const segment = this.segment(slot);
    const offset = slot & offsetMask;
    this.count(segment, offset, -1);
    segment.removed[offset] = 1;
    segment.live--;
    if (segment.live === 0 && segment.full) {
      this.segments.delete(slot >>> segmentShift);
      this.latest = undefined;
      this.sparse = this.sparse.filter((other) => other !== segment);
    } else if (segment.full && segment.live === sparseLimit) {
      this.sparse.push(segment);
    }
  }

  /** Slots of the remaining events of nearly empty segments, to be moved to a new segment. */
  slotsToCompact(): number[] {
    const sparse = this.sparse;
    this.sparse = [];
    return sparse.flatMap((segment) =>
      Array.from(segment.removed, (removed, offset) => (removed ? -1 : segment.firstSlot + offset)).filter(
        (slot) => slot >= 0,
      ),
    );
  }

  /** The segments, in the order in which their events were added. */
  all(): Iterable<Segment> {
    return this.segments.values();
  }

  /** The order of the feed: newest first, then by id. */
  readonly compare = (a: number, b: number): number => {
    const [inA, inB] = [this.segment(a), this.segment(b)];
    const [atA, atB] = [a & offsetMask, b & offsetMask];
    const [msA, msB] = [inA.published[atA] ?? 0, inB.published[atB] ?? 0];
    if (msA !== msB) {
      return msA > msB ? -1 : 1;
    }
    const [idA, idB] = [inA.ids, inB.ids];
    return idA.bytes.compare(idB.bytes, idB.start(atB), idB.end(atB), idA.start(atA), idA.end(atA));
  };

  /** Whether an event sorts before a given date and ID. @param ms -Infinity: without a readable date */
  comesBefore(slot: number, ms: number, id: Uint8Array): boolean {
    const { ids, published } = this.segment(slot);
    const at = slot & offsetMask;
    const own = published[at] ?? 0;
    return own === ms ? ids.bytes.compare(id, 0, id.length, ids.start(at), ids.end(at)) < 0 : own > ms;
  }

  /** Milliseconds since 1970 UTC; -Infinity without a readable date. */
  published(slot: number): number {
    return this.segment(slot).published[slot & offsetMask] ?? -Infinity;
  }

  /** USD; NaN for none. */
  amount(slot: number): number {
    return this.segment(slot).amounts[slot & offsetMask] ?? Number.NaN;
  }

  /** Number among `types`. */
  type(slot: number): number {
    return this.segment(slot).types[slot & offsetMask] ?? Labels.none;
  }

  /** Number among `entities`. */
  entity(slot: number): number {
    return this.segment(slot).entities[slot & offsetMask] ?? Labels.none;
  }

  /** Number among `companies`. */
  company(slot: number): number {
    return this.segment(slot).companies[slot & offsetMask] ?? Labels.none;
  }

  json(slot: number): string {
    const { items } = this.segment(slot);
    const offset = slot & offsetMask;
    return this.packing.unpack(items.bytes, items.start(offset), items.end(offset));
  }

  /** The event, decoded from its JSON. */
  item(slot: number): Item<CompanyEvent> {
    const json = this.json(slot);
    const value = parseEvent(json) ?? parseEvent(json, this.id(slot));
    if (!value) {
      throw new RangeError(`Slot ${slot} does not contain an event.`);
    }
    return { value, json };
  }

  /** Whether the event of a slot has not been removed. */
  has(slot: number): boolean {
    const segment = this.segments.get(slot >>> segmentShift);
    return segment !== undefined && segment.removed[slot & offsetMask] === 0;
  }

  private id(slot: number): string {
    const { ids } = this.segment(slot);
    const offset = slot & offsetMask;
    return idText(ids.bytes.subarray(ids.start(offset), ids.end(offset)));
  }

  hasId(slot: number, id: Uint8Array): boolean {
    const { ids } = this.segment(slot);
    const offset = slot & offsetMask;
    const start = ids.start(offset);
    const length = ids.end(offset) - start;
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
    const offset = slot & offsetMask;
    return hashOf(ids.bytes, ids.start(offset), ids.end(offset));
  }

  /** The segment of a slot whose event has not been removed. */
  segment(slot: number): Segment {
    const number = slot >>> segmentShift;
    if (this.latest?.number !== number) {
      const segment = this.segments.get(number);
      if (!segment) {
        throw new RangeError(`Slot ${slot} has been removed.`);
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

  private count(segment: Segment, offset: number, by: 1 | -1): void {
    this.types.count(segment.types[offset] ?? Labels.none, by);
    this.sectors.count(segment.sectors[offset] ?? Labels.none, by);
  }
}
