import type { SortOrder } from "../../shared/viewQueries";
import type { IDisposable } from "../../util/disposable";
import { eventsPerYield } from "../../util/timeSlices";
import type { EventColumns } from "./eventColumns";
import type { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import { EventSequence } from "./eventSequence";
import type { EventStore, StoreChange } from "./eventStore";
import type { IdIndex } from "./idIndex";
import { Labels } from "./labels";

/** The events of a list in another order, updated while events are added and removed. */
export class SortedEvents extends EventSequence implements IDisposable {
  private readonly subscription: IDisposable;

  /**
   * @param list in the order of the feed; it must be created before this, so that it is updated first.
   * @param slots its slots in the other order; the array is not copied.
   * @param added slots that were added to the store while they were sorted.
   */
  constructor(
    store: EventStore,
    columns: EventColumns,
    ids: IdIndex,
    private readonly list: EventList,
    private readonly sorting: Sorting,
    slots: Uint32Array<ArrayBuffer>,
    added: readonly number[],
  ) {
    super(columns, ids, new EventOrder(sorting.compare, slots));
    this.insert(added);
    this.subscription = store.onDidChange((change) => this.update(change));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private update({ added, removed }: StoreChange): void {
    this.order.remove(removed.filter((slot) => this.order.has(slot)));
    this.insert(added);
  }

  private insert(slots: readonly number[]): void {
    this.order.insert(slots.filter((slot) => this.list.hasSlot(slot)).sort(this.sorting.compare));
  }
}

/** Sorts slots by the amount or the company of their events. */
export class Sorting {
  /** By number of the company's label. */
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
   * For `runInTimeSlices`.
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
    for (let index = 0; index < slots.length; index++) {
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
          // Zero and minus zero are equal.
          amounts[count] = amount + 0;
        } else {
          companies[count] = company;
        }
        first[count++] = slot;
      }
      if (index % eventsPerYield === eventsPerYield - 1) {
        yield;
      }
    }
    const keys = isByAmount
      ? amountKeys(amounts.subarray(0, count), this.sort.descending)
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
    let max = 0;
    for (let index = 0; index < companies.length; index++) {
      max = Math.max(max, companies[index] ?? 0);
      if (index % eventsPerYield === eventsPerYield - 1) {
        yield;
      }
    }
    const used = new Uint8Array(max + 1);
    for (let index = 0; index < companies.length; index++) {
      used[companies[index] ?? 0] = 1;
      if (index % eventsPerYield === eventsPerYield - 1) {
        yield;
      }
    }
    const labels: number[] = [];
    for (let label = 0; label < used.length; label++) {
      if (used[label] === 1) {
        labels.push(label);
        this.companyKey(label);
      }
      if (label % textsPerYield === textsPerYield - 1) {
        yield;
      }
    }
    const keys = this.companyKeys;
    const compare = (a: number, b: number): number => compareTexts(keys[a] ?? "", keys[b] ?? "");
    const inOrder = yield* mergeSorted(Uint32Array.from(labels), compare);
    const rankOfLabel = new Uint32Array(used.length);
    let rank = 0;
    for (let index = 0; index < inOrder.length; index++) {
      const label = inOrder[index] ?? 0;
      rank += index > 0 && keys[label] !== keys[inOrder[index - 1] ?? 0] ? 1 : 0;
      rankOfLabel[label] = rank;
      if (index % textsPerYield === textsPerYield - 1) {
        yield;
      }
    }
    const ranks = new Uint32Array(companies.length);
    for (let index = 0; index < companies.length; index++) {
      const own = rankOfLabel[companies[index] ?? 0] ?? 0;
      ranks[index] = this.sort.descending ? rank - own : own;
      if (index % eventsPerYield === eventsPerYield - 1) {
        yield;
      }
    }
    return ranks;
  }
}

/** Names that are read or compared between two `yield`s: they are in memory all over the place. */
const textsPerYield = 2_000;

/** Sorts with interruptions, unlike `sort` of an array: first short runs, which are then merged. */
function* mergeSorted(
  values: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Generator<undefined, Uint32Array> {
  const { length } = values;
  for (let start = 0; start < length; start += textsPerYield) {
    values.subarray(start, start + textsPerYield).sort(compare);
    yield;
  }
  let [runs, merged] = [values, new Uint32Array(length)];
  for (let size = textsPerYield; size < length; size *= 2) {
    let [a, b] = [0, 0];
    for (let index = 0; index < length; index++) {
      const start = index - (index % (2 * size));
      const middle = start + size;
      if (index === start) {
        [a, b] = [start, middle];
      }
      const end = Math.min(middle + size, length);
      const takesA = b >= end || (a < middle && compare(runs[a] ?? 0, runs[b] ?? 0) <= 0);
      merged[index] = runs[takesA ? a++ : b++] ?? 0;
      if (index % textsPerYield === textsPerYield - 1) {
        yield;
      }
    }
    [runs, merged] = [merged, runs];
  }
  return runs;
}

/** Compares as in an alphabet: ignores case and accents. */
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

/** Unsigned numbers whose order is that of the amounts: their less significant halves, and the others. */
function amountKeys(amounts: Float64Array, descending: boolean): Uint32Array[] {
  // Less significant words come first on all platforms that VS Code supports.
  const words = new Uint32Array(amounts.buffer, amounts.byteOffset, amounts.length * 2);
  const low = new Uint32Array(amounts.length);
  const high = new Uint32Array(amounts.length);
  for (let index = 0; index < amounts.length; index++) {
    const highWord = words[2 * index + 1] ?? 0;
    // IEEE 754: a sign bit, then bits that grow with the absolute value.
    const isNegative = highWord >>> 31 === 1;
    const flip = isNegative === descending ? 0 : -1;
    low[index] = (words[2 * index] ?? 0) ^ flip;
    high[index] = highWord ^ flip ^ (isNegative ? 0 : 0x80000000);
  }
  return [low, high];
}

const digitBits = 16;
const digitMask = (1 << digitBits) - 1;

/** Sorts slots by keys of the same indexes, the least significant key first. Slots with equal keys keep their order. */
function* radixSorted(slots: Uint32Array, keys: readonly Uint32Array[]): Generator<undefined, Uint32Array> {
  let order = Uint32Array.from(slots, (_, index) => index);
  let next = new Uint32Array(slots.length);
  const starts = new Uint32Array(digitMask + 1);
  for (const key of keys) {
    for (const shift of [0, digitBits]) {
      starts.fill(0);
      for (const value of key) {
        const digit = (value >>> shift) & digitMask;
        starts[digit] = (starts[digit] ?? 0) + 1;
      }
      if (starts.includes(slots.length)) {
        // All have the same digit.
        continue;
      }
      let start = 0;
      for (let digit = 0; digit <= digitMask; digit++) {
        const count = starts[digit] ?? 0;
        starts[digit] = start;
        start += count;
      }
      yield;
      for (const index of order) {
        const digit = ((key[index] ?? 0) >>> shift) & digitMask;
        const position = starts[digit] ?? 0;
        starts[digit] = position + 1;
        next[position] = index;
      }
      [order, next] = [next, order];
      yield;
    }
  }
  return order.map((index) => slots[index] ?? 0);
}
