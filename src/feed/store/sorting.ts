import { searchText } from "../../shared/text";
import type { SortOrder } from "../../shared/viewQueries";
import { slicesOf } from "../../util/timeSlices";
import { DerivedList } from "./derivedList";
import { companyName } from "./eventColumns";
import type { EventList } from "./eventList";
import type { EventStore } from "./eventStore";
import type { ValueColumn } from "./valueColumn";

/** What an order compares; undefined for what comes last. */
type Key = number | string | undefined;

const valuesPerRun = 4_000;

/**
 * The events of a list in another order. Events without the value come last, and equal ones newest first.
 * @param list the store itself, or some of its events; newest first
 * @throws {ApiError} if aborted
 */
export function sortEvents(
  store: EventStore,
  list: EventList,
  { by, descending }: SortOrder,
  signal: AbortSignal,
): Promise<DerivedList> {
  const { amounts, companies } = store.columns;
  return by === "amount"
    ? sortBy(amounts, (amount) => amount)
    : sortBy(companies, (company = "") => searchText(companyName(company)) || undefined);

  function sortBy<T>(column: ValueColumn<T>, keyOf: (value: T | undefined) => Key): Promise<DerivedList> {
    const keys: Key[] = [];
    const key = (number: number): Key => (keys[number] ??= keyOf(column.values[number]));
    const compareNumbers = (a: number, b: number): number => compareKeys(key(a), key(b), descending);
    const numberAt = (slot: number): number => column.numbers[slot] ?? 0;
    const selection = {
      accepts: list instanceof DerivedList ? list.selection.accepts : () => true,
      compare: (a: number, b: number): number =>
        compareNumbers(numberAt(a), numberAt(b)) || store.columns.compare(a, b),
    };
    function* sort(): Generator<undefined, Uint32Array<ArrayBuffer>> {
      const slots = list.slots();
      const numbers = new Uint32Array(slots.length);
      for (const { start, end } of slicesOf(slots.length)) {
        for (let index = start; index < end; index++) {
          numbers[index] = numberAt(slots[index] ?? 0);
        }
        yield;
      }
      const inOrder = yield* sorted([...column.values.keys()], compareNumbers);
      return yield* inPlaces(slots, numbers, ranksOf(inOrder, compareNumbers));
    }
    return DerivedList.find(store, selection, sort, signal);
  }
}

function compareKeys(a: Key, b: Key, descending: boolean): number {
  if (a === b) {
    return 0;
  }
  if (a === undefined || b === undefined) {
    return a === undefined ? 1 : -1;
  }
  return a < b === descending ? 1 : -1;
}

/** The rank of each value, by number; the same for values that are equal in this order. */
function ranksOf(inOrder: readonly number[], compare: (a: number, b: number) => number): Uint32Array {
  const ranks = new Uint32Array(inOrder.length);
  let rank = 0;
  inOrder.forEach((number, index) => {
    rank += compare(inOrder[index - 1] ?? number, number) === 0 ? 0 : 1;
    ranks[number] = rank;
  });
  return ranks;
}

/** Sorts slots by the ranks of their values, by counting how many have each. @param numbers for each slot, that of its value */
function* inPlaces(
  slots: Uint32Array<ArrayBuffer>,
  numbers: Uint32Array,
  ranks: Uint32Array,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const rankAt = (index: number): number => ranks[numbers[index] ?? 0] ?? 0;
  const counts = new Uint32Array(ranks.length);
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const rank = rankAt(index);
      counts[rank] = (counts[rank] ?? 0) + 1;
    }
    yield;
  }
  let place = 0;
  const places = counts.map((count) => (place += count) - count);
  const result = new Uint32Array(slots.length);
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const rank = rankAt(index);
      const next = places[rank] ?? 0;
      result[next] = slots[index] ?? 0;
      places[rank] = next + 1;
    }
    yield;
  }
  return result;
}

/** Sorts a few thousand values at a time, then merges these runs. */
function* sorted(
  values: number[],
  compare: (a: number, b: number) => number,
): Generator<undefined, number[]> {
  let runs: number[][] = [];
  for (const { start, end } of slicesOf(values.length, valuesPerRun)) {
    runs.push(values.slice(start, end).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const [a = [], b = [], ...others] = runs;
    runs = [...others, yield* merged(a, b, compare)];
  }
  return runs[0] ?? [];
}

function* merged(
  a: readonly number[],
  b: readonly number[],
  compare: (a: number, b: number) => number,
): Generator<undefined, number[]> {
  const all: number[] = [];
  let atB = 0;
  for (const next of a) {
    for (let other = b[atB]; other !== undefined && compare(other, next) < 0; other = b[++atB]) {
      all.push(other);
    }
    if (all.push(next) % valuesPerRun === 0) {
      yield;
    }
  }
  return all.concat(b.slice(atB));
}
