import type { Company } from "../../shared/companyEvent";
import { foldCase } from "../../shared/text";
import type { EventColumns } from "./eventColumns";
import { Labels } from "./labels";
import { type Segment, segmentSlots, titleEnd } from "./segment";

/** What to search loaded events for; all criteria must match. */
export interface Criteria {
  /** Part of the title, company name or sector, in any case; empty matches every event. */
  readonly text: string;
  /** Published in `[sinceMs, untilMs)`, milliseconds since 1970 UTC. */
  readonly span?: { readonly sinceMs: number; readonly untilMs: number };
  /** The event is about one of these companies. */
  readonly companies?: CompanyMatcher;
}

/** A list of names, entity IDs and domains of companies. A company matches if one of these does. */
export interface CompanyMatcher {
  matches(company: Pick<Company, "name" | "entityId" | "domain">): boolean;
}

/** Tests events against criteria, one by one or a whole segment at a time, which is far faster. */
export class Matcher {
  private readonly needle: string;
  private readonly needleBytes: Buffer;
  private readonly companies: LabelMatches;
  private readonly sectors: LabelMatches;
  private readonly ofCompanies: CompanyMatches | undefined;

  constructor(
    private readonly columns: EventColumns,
    private readonly criteria: Criteria,
  ) {
    this.needle = foldCase(criteria.text);
    this.needleBytes = Buffer.from(this.needle);
    const isMatch = (text: string): boolean => foldCase(text).includes(this.needle);
    this.companies = new LabelMatches((number) => isMatch(columns.companies.text(number)));
    this.sectors = new LabelMatches((number) => isMatch(columns.sectors.text(number)));
    this.ofCompanies = criteria.companies && new CompanyMatches(columns, criteria.companies);
  }

  matches(slot: number): boolean {
    const segment = this.columns.segment(slot);
    const offset = slot - segment.firstSlot;
    return (
      this.inSpan(segment, offset) &&
      (this.hasLabel(segment, offset) || this.hasTitle(segment, offset)) &&
      this.hasRest(segment, offset)
    );
  }

  /** A byte for each slot of a segment: 1 for events that match, arbitrary for removed ones. */
  marks(segment: Segment): Uint8Array {
    const marks = new Uint8Array(segmentSlots);
    if (this.needle !== "") {
      this.markTitles(segment, marks);
    }
    for (let offset = 0; offset < segment.size; offset++) {
      marks[offset] =
        (marks[offset] === 1 || this.hasLabel(segment, offset)) &&
        this.inSpan(segment, offset) &&
        this.hasRest(segment, offset)
          ? 1
          : 0;
    }
    return marks;
  }

  /** Tests companies. This takes longest, so it is tested last. */
  private hasRest(segment: Segment, offset: number): boolean {
    return this.ofCompanies?.has(segment, offset) ?? true;
  }

  private inSpan(segment: Segment, offset: number): boolean {
    const { span } = this.criteria;
    const ms = segment.published[offset] ?? -Infinity;
    return !span || (ms >= span.sinceMs && ms < span.untilMs);
  }

  private hasLabel(segment: Segment, offset: number): boolean {
    return (
      this.needle === "" ||
      this.companies.has(segment.companies[offset] ?? Labels.none) ||
      this.sectors.has(segment.sectors[offset] ?? Labels.none)
    );
  }

  private hasTitle({ titles }: Segment, offset: number): boolean {
    const title = titles.bytes.subarray(titles.start(offset), titles.end(offset));
    return !this.needle.includes(titleEnd) && title.includes(this.needleBytes);
  }

  private markTitles({ titles, size }: Segment, marks: Uint8Array): void {
    if (this.needle.includes(titleEnd)) {
      return;
    }
    const text = titles.bytes.subarray(0, titles.start(size));
    const next = this.needleBytes.length < minNativeSearchBytes ? indexOfShort : indexOfLong;
    let offset = 0;
    for (let at = next(text, this.needleBytes, 0); at >= 0; at = next(text, this.needleBytes, at)) {
      while (titles.end(offset) <= at) {
        offset++;
      }
      marks[offset] = 1;
      at = titles.end(offset);
    }
  }
}

/** Shorter texts match so often that calls into Node cost more than comparing every byte here. */
const minNativeSearchBytes = 3;

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

class CompanyMatches {
  private readonly names: LabelMatches;
  private readonly entities: LabelMatches;
  private readonly domains: LabelMatches;

  constructor({ companies, entities, domains }: EventColumns, matcher: CompanyMatcher) {
    this.names = new LabelMatches((number) => matcher.matches({ name: companies.text(number) }));
    this.entities = new LabelMatches((number) => matcher.matches({ entityId: entities.text(number) }));
    this.domains = new LabelMatches((number) => matcher.matches({ domain: domains.text(number) }));
  }

  has({ companies, entities, domains }: Segment, offset: number): boolean {
    return (
      this.domains.has(domains[offset] ?? Labels.none) ||
      this.entities.has(entities[offset] ?? Labels.none) ||
      this.names.has(companies[offset] ?? Labels.none)
    );
  }
}

/** Knows which labels match. Each is tested once. Events without a label do not match. */
class LabelMatches {
  private readonly known: (boolean | undefined)[] = [false];

  constructor(private readonly isMatch: (number: number) => boolean) {}

  has(number: number): boolean {
    return (this.known[number] ??= this.isMatch(number));
  }
}
