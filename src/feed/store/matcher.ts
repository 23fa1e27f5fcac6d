import { foldCase } from "../../shared/text";
import type { EventColumns } from "./eventColumns";
import { Labels } from "./labels";
import { type Segment, segmentSlots, titleEnd } from "./segment";

/** What loaded events are looked through for; all that is given has to hold. */
export interface Criteria {
  /** Part of the title, the company's name or the sector, whatever its case; empty: any event. */
  readonly text: string;
  /** Published in `[sinceMs, untilMs)`, milliseconds since 1970 UTC. */
  readonly span?: { readonly sinceMs: number; readonly untilMs: number };
}

/** Tells which events meet criteria: one by one, or a segment at a time, which is faster by far. */
export class Matcher {
  private readonly needle: string;
  private readonly needleBytes: Buffer;
  private readonly companies: LabelMatches;
  private readonly sectors: LabelMatches;

  constructor(
    private readonly columns: EventColumns,
    private readonly criteria: Criteria,
  ) {
    this.needle = foldCase(criteria.text);
    this.needleBytes = Buffer.from(this.needle);
    const holds = (text: string): boolean => foldCase(text).includes(this.needle);
    this.companies = new LabelMatches((number) => holds(columns.companies.text(number)));
    this.sectors = new LabelMatches((number) => holds(columns.sectors.text(number)));
  }

  /** Whether the event in a slot meets the criteria. */
  matches(slot: number): boolean {
    const segment = this.columns.segment(slot);
    const place = slot - segment.firstSlot;
    return this.inSpan(segment, place) && (this.hasLabel(segment, place) || this.hasTitle(segment, place));
  }

  /** A byte for each slot taken in a segment: 1 for events that meet the criteria (removed ones may have either). */
  marks(segment: Segment): Uint8Array {
    const marks = new Uint8Array(segmentSlots);
    if (this.needle !== "") {
      this.markTitles(segment, marks);
    }
    for (let place = 0; place < segment.size; place++) {
      marks[place] =
        (marks[place] === 1 || this.hasLabel(segment, place)) && this.inSpan(segment, place) ? 1 : 0;
    }
    return marks;
  }

  private inSpan(segment: Segment, place: number): boolean {
    const { span } = this.criteria;
    const ms = segment.published[place] ?? -Infinity;
    return !span || (ms >= span.sinceMs && ms < span.untilMs);
  }

  private hasLabel(segment: Segment, place: number): boolean {
    return (
      this.needle === "" ||
      this.companies.has(segment.companies[place] ?? Labels.none) ||
      this.sectors.has(segment.sectors[place] ?? Labels.none)
    );
  }

  private hasTitle({ titles }: Segment, place: number): boolean {
    const title = titles.bytes.subarray(titles.start(place), titles.end(place));
    return !this.needle.includes(titleEnd) && title.includes(this.needleBytes);
  }

  private markTitles({ titles, size }: Segment, marks: Uint8Array): void {
    if (this.needle.includes(titleEnd)) {
      return;
    }
    const text = titles.bytes.subarray(0, titles.start(size));
    const next = this.needleBytes.length < calledBytes ? indexOfShort : indexOfLong;
    let place = 0;
    for (let at = next(text, this.needleBytes, 0); at >= 0; at = next(text, this.needleBytes, at)) {
      while (titles.end(place) <= at) {
        place++;
      }
      marks[place] = 1;
      at = titles.end(place);
    }
  }
}

/** Shorter ones are found so often that calls to Node cost more than looking at every byte. */
const calledBytes = 3;

function indexOfLong(text: Buffer, needle: Buffer, from: number): number {
  return text.indexOf(needle, from);
}

/** @param needle one or two bytes. */
function indexOfShort(text: Buffer, needle: Buffer, from: number): number {
  const [first, second] = needle;
  for (let at = from; at < text.length; at++) {
    if (text[at] === first && (second === undefined || text[at + 1] === second)) {
      return at;
    }
  }
  return -1;
}

/** Which labels satisfy a condition; each is asked once. Events without a label never do. */
class LabelMatches {
  private readonly known: (boolean | undefined)[] = [false];

  constructor(private readonly holds: (number: number) => boolean) {}

  has(number: number): boolean {
    return (this.known[number] ??= this.holds(number));
  }
}
