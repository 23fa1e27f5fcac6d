import { parseEvent } from "../../service/decode";
import type { Item } from "../../service/types";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import { searchText } from "../../shared/text";
import { TextBlocks } from "./textBlocks";
import { capacityFor, resized, ValueColumn } from "./valueColumn";

/** Replaces the ID in the stored JSON, as IDs hardly compress. JSON never contains this character. */
const idPlace = "\x01";

/**
 * The contents of events, column by column: what search, sorting and charts need, and the JSON. An event has a slot, its index in
 * each column, until it is removed; another one may have it afterwards.
 */
export class EventColumns {
  readonly types = new ValueColumn<string>();
  readonly sectors = new ValueColumn<string>();
  /** What `companyText` returns. */
  readonly companies = new ValueColumn<string>();
  /** USD. */
  readonly amounts = new ValueColumn<number>();
  /** The JSON, and the titles as they are searched. */
  readonly texts = new TextBlocks();
  /** Milliseconds since 1970 UTC; -Infinity without a readable date, so that such events come last. NaN for removed events. */
  published = new Float64Array(0);

  private readonly ids: string[] = [];
  private readonly slots = new Map<string, number>();

  /** Adds an event. If there is one with its ID already, that must be removed afterwards. @returns its slot */
  add({ value, json }: Item<CompanyEvent>): number {
    const { id, title = "", type, sector, company, amount } = value;
    const slot = this.texts.add(json.replace(id, idPlace), searchText(title));
    if (slot >= this.published.length) {
      this.published = resized(this.published, new Float64Array(capacityFor(slot)));
    }
    this.ids[slot] = id;
    this.published[slot] = value.publishedMs ?? -Infinity;
    this.types.set(slot, type || undefined);
    this.sectors.set(slot, sector || undefined);
    this.companies.set(slot, company && companyText(company));
    this.amounts.set(slot, amount);
    this.slots.set(id, slot);
    return slot;
  }

  remove(slot: number): void {
    for (const column of [this.types, this.sectors, this.companies, this.amounts, this.texts]) {
      column.remove(slot);
    }
    const id = this.id(slot);
    if (this.slots.get(id) === slot) {
      this.slots.delete(id);
    }
    this.ids[slot] = "";
    this.published[slot] = Number.NaN;
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

  json(slot: number): string {
    return this.texts.json(slot).replace(idPlace, () => this.id(slot));
  }

  /** The event, decoded from its JSON. */
  item(slot: number): Item<CompanyEvent> {
    const json = this.json(slot);
    // The JSON of an event that was read by its ID may lack the ID.
    const value = parseEvent(json) ?? parseEvent(json, this.id(slot));
    if (!value) {
      throw new RangeError(`Slot ${slot} does not contain an event.`);
    }
    // A publication may have been dated by another field.
    const publishedMs = this.published[slot] ?? -Infinity;
    return { value: { ...(publishedMs > -Infinity && { publishedMs }), ...value }, json };
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
}

/** What identifies a company, as one text: equal companies have equal texts, of which the column keeps one. */
function companyText({ name = "", entityId = "", domain = "" }: Company): string {
  return [name, entityId, domain].map((part) => part.replaceAll("\n", " ")).join("\n");
}

/** The name in the text of a company; empty without one. */
export function companyName(text: string): string {
  return text.slice(0, text.indexOf("\n"));
}

/** Name, entity ID and domain from the text of a company. */
export function companyIn(text: string): Company {
  const [name, entityId, domain] = text.split("\n");
  return { ...(name && { name }), ...(entityId && { entityId }), ...(domain && { domain }) };
}
