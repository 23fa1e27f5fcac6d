import { parseEvent } from "../../service/decode";
import type { Item } from "../../service/types";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import { JsonBlocks } from "./jsonBlocks";
import { Labels } from "./labels";

/**
 * The contents of events, column by column: what search, sorting and charts need, and the JSON. An event has a slot, its index in
 * each column, until it is removed; another one may have it afterwards.
 */
export class EventColumns {
  readonly types = new Labels();
  readonly sectors = new Labels();
  /** By number; the first stands for none. Names, entity IDs and domains are what counts. */
  readonly companies: Company[] = [{}];
  readonly titles: string[] = [];
  /** Milliseconds since 1970 UTC; -Infinity without a readable date, so that such events come last. NaN in unused slots. */
  published = new Float64Array(0);
  /** USD; NaN for none. */
  amounts = new Float64Array(0);
  /** Numbers of labels and companies. */
  typeNumbers = new Uint32Array(0);
  sectorNumbers = new Uint32Array(0);
  companyNumbers = new Uint32Array(0);

  private readonly ids: string[] = [];
  private jsonPositions = new Uint32Array(0);
  private readonly json = new JsonBlocks();
  private readonly slots = new Map<string, number>();
  private readonly knownCompanies = new Map<string, number>();
  private readonly unused: number[] = [];

  /** Adds an event, also if there is one with its ID, which must be removed then. @returns its slot */
  add({ value, json }: Item<CompanyEvent>): number {
    const slot = this.unused.pop() ?? this.ids.length;
    this.reserve(slot + 1);
    this.ids[slot] = value.id;
    this.titles[slot] = value.title ?? "";
    this.published[slot] = value.publishedMs ?? -Infinity;
    this.amounts[slot] = value.amount ?? Number.NaN;
    this.typeNumbers[slot] = this.types.numberOf(value.type);
    this.sectorNumbers[slot] = this.sectors.numberOf(value.sector);
    this.companyNumbers[slot] = this.companyNumber(value.company);
    this.jsonPositions[slot] = this.json.add(json);
    this.slots.set(value.id, slot);
    this.count(slot, 1);
    return slot;
  }

  remove(slot: number): void {
    this.count(slot, -1);
    this.json.remove(this.jsonPositions[slot] ?? 0);
    const id = this.id(slot);
    if (this.slots.get(id) === slot) {
      this.slots.delete(id);
    }
    this.ids[slot] = this.titles[slot] = "";
    this.published[slot] = Number.NaN;
    this.unused.push(slot);
  }

  slotOf(id: string): number {
    return this.slots.get(id) ?? -1;
  }

  has(slot: number): boolean {
    return !Number.isNaN(this.published[slot]);
  }

  id(slot: number): string {
    return this.ids[slot] ?? "";
  }

  company(slot: number): Company {
    return this.companies[this.companyNumbers[slot] ?? 0] ?? {};
  }

  jsonOf(slot: number): string {
    return this.json.get(this.jsonPositions[slot] ?? 0);
  }

  /** The event, decoded from its JSON. */
  item(slot: number): Item<CompanyEvent> {
    const json = this.jsonOf(slot);
    // An event that was read by its ID may have none.
    const value = parseEvent(json) ?? parseEvent(json, this.id(slot));
    if (!value) {
      throw new RangeError(`Slot ${slot} does not contain an event.`);
    }
    return { value, json };
  }

  /** The order of the feed: newest first, then by ID. */
  readonly compare = (a: number, b: number): number => {
    const [msA = 0, msB = 0] = [this.published[a], this.published[b]];
    if (msA !== msB) {
      return msA > msB ? -1 : 1;
    }
    const [idA, idB] = [this.id(a), this.id(b)];
    return idA < idB ? -1 : Number(idA > idB);
  };

  /** Resolves once the JSON of all events but the last ones is compressed. */
  compressed(): Promise<void> {
    return this.json.compressed();
  }

  private companyNumber(company: Company | undefined): number {
    const { name, entityId, domain } = company ?? {};
    if (!name && !entityId && !domain) {
      return 0;
    }
    const key = JSON.stringify([name, entityId, domain]);
    let number = this.knownCompanies.get(key);
    if (number === undefined) {
      number =
        this.companies.push({
          ...(name && { name }),
          ...(entityId && { entityId }),
          ...(domain && { domain }),
        }) - 1;
      this.knownCompanies.set(key, number);
    }
    return number;
  }

  private count(slot: number, by: 1 | -1): void {
    this.types.count(this.typeNumbers[slot] ?? Labels.none, by);
    this.sectors.count(this.sectorNumbers[slot] ?? Labels.none, by);
  }

  private reserve(size: number): void {
    const capacity = this.published.length;
    if (size <= capacity) {
      return;
    }
    const larger = Math.ceil(Math.max(1024, capacity * 1.25));
    this.published = resized(this.published, new Float64Array(larger));
    this.amounts = resized(this.amounts, new Float64Array(larger));
    this.typeNumbers = resized(this.typeNumbers, new Uint32Array(larger));
    this.sectorNumbers = resized(this.sectorNumbers, new Uint32Array(larger));
    this.companyNumbers = resized(this.companyNumbers, new Uint32Array(larger));
    this.jsonPositions = resized(this.jsonPositions, new Uint32Array(larger));
  }
}

function resized<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
