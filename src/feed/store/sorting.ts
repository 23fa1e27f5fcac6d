import type { SortOrder } from "../../shared/viewQueries";
import { slicesOf } from "../../util/timeSlices";
import type { EventColumns } from "./eventColumns";
import { Labels } from "./labels";
import { mergeSorted, numberKeys, radixSorted } from "./slicedSort";

/** How many names are read or compared in one slice: fewer than numbers, because they are scattered over the memory. */
const textsPerSlice = 2_000;

/** Sorts slots by the amount or the company of their events. */
export class Sorting {
  /** What companies are sorted by, by number of the company's label. */
  private readonly companyKeys: string[] = [];

  constructor(
    private readonly columns: EventColumns,
    private readonly sort: SortOrder,
  ) {}

  /** Events without the value come last, and equal ones newest first. */
  readonly compare = (a: number, b: number): number => {
    const compared = this.sort.by === "amount" ? this.compareAmounts(a, b) : this.compareCompanies(a, b);
    return compared === 0 ? this.columns.compare(a, b) : compared;
  };

  /**
   * Sorts the slots of a list, for `runInTimeSlices`.
   *
   * @param slots in the order of the feed
   * @param removed those of them whose events have been removed meanwhile
   */
  *sorted(slots: Uint32Array, removed: ReadonlySet<number>): Generator<undefined, Uint32Array<ArrayBuffer>> {
    const { columns } = this;
    const isByAmount = this.sort.by === "amount";
    const first = new Uint32Array(slots.length);
    const last = new Uint32Array(slots.length);
    const amounts = new Float64Array(isByAmount ? slots.length : 0);
    const companies = new Uint32Array(isByAmount ? 0 : slots.length);
    let count = 0;
    let missing = 0;
    for (const { start, end } of slicesOf(slots.length)) {
      for (let index = start; index < end; index++) {
        const slot = slots[index] ?? 0;
        if (removed.has(slot)) {
          continue;
        }
        const amount = isByAmount ? columns.amount(slot) : 0;
        const company = isByAmount ? 0 : columns.company(slot);
        if (isByAmount ? Number.isNaN(amount) : company === Labels.none) {
          last[missing++] = slot;
        } else {
          if (isByAmount) {
            amounts[count] = amount;
          } else {
            companies[count] = company;
          }
          first[count++] = slot;
        }
      }
      yield;
    }
    const keys = isByAmount
      ? yield* numberKeys(amounts.subarray(0, count), this.sort.descending)
      : [yield* this.companyRanks(companies.subarray(0, count))];
    const sorted = new Uint32Array(slots.length);
    sorted.set(yield* radixSorted(first.subarray(0, count), keys));
    sorted.set(last.subarray(0, missing), count);
    return sorted.slice(0, count + missing);
  }

  private compareAmounts(a: number, b: number): number {
    const [amountA, amountB] = [this.columns.amount(a), this.columns.amount(b)];
    const [isMissingA, isMissingB] = [Number.isNaN(amountA), Number.isNaN(amountB)];
    if (isMissingA || isMissingB) {
      return Number(isMissingA) - Number(isMissingB);
    }
    return this.sort.descending ? amountB - amountA : amountA - amountB;
  }

  private compareCompanies(a: number, b: number): number {
    const [labelA, labelB] = [this.columns.company(a), this.columns.company(b)];
    if (labelA === labelB) {
      return 0;
    }
    if (labelA === Labels.none || labelB === Labels.none) {
      return labelA === Labels.none ? 1 : -1;
    }
    const compared = compareTexts(this.companyKey(labelA), this.companyKey(labelB));
    return this.sort.descending ? -compared : compared;
  }

  private companyKey(label: number): string {
    return (this.companyKeys[label] ??= sortKey(this.columns.companies.text(label)));
  }

  /** The position of each company in the alphabet; the same for names that differ only in case and accents. */
  private *companyRanks(companies: Uint32Array): Generator<undefined, Uint32Array> {
    const used = new Uint8Array(this.columns.companies.size);
    for (const { start, end } of slicesOf(companies.length)) {
      for (let index = start; index < end; index++) {
        used[companies[index] ?? 0] = 1;
      }
      yield;
    }
    const labels: number[] = [];
    for (const { start, end } of slicesOf(used.length, textsPerSlice)) {
      for (let label = start; label < end; label++) {
        if (used[label] === 1) {
          labels.push(label);
          this.companyKey(label);
        }
      }
      yield;
    }
    const keys = this.companyKeys;
    const compare = (a: number, b: number): number => compareTexts(keys[a] ?? "", keys[b] ?? "");
    const inOrder = yield* mergeSorted(Uint32Array.from(labels), compare, textsPerSlice);
    const rankOfLabel = new Uint32Array(used.length);
    let rank = 0;
    for (const { start, end } of slicesOf(inOrder.length, textsPerSlice)) {
      for (let index = start; index < end; index++) {
        const label = inOrder[index] ?? 0;
        rank += index > 0 && keys[label] !== keys[inOrder[index - 1] ?? 0] ? 1 : 0;
        rankOfLabel[label] = rank;
      }
      yield;
    }
    const ranks = new Uint32Array(companies.length);
    for (const { start, end } of slicesOf(companies.length)) {
      for (let index = start; index < end; index++) {
        const own = rankOfLabel[companies[index] ?? 0] ?? 0;
        ranks[index] = this.sort.descending ? rank - own : own;
      }
      yield;
    }
    return ranks;
  }
}

/** The text without case and accents, as it is compared. */
function sortKey(text: string): string {
  return isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(/\p{Mark}+/gu, "")
        .toLowerCase();
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
