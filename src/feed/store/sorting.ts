import type { SortOrder } from "../../shared/viewQueries";
import { slicesOf } from "../../util/timeSlices";
import { DerivedList } from "./derivedList";
import type { EventColumns } from "./eventColumns";
import type { EventList } from "./eventList";
import type { EventStore } from "./eventStore";

type Value = number | string;

const valuesPerRun = 4_000;

/**
 * The events of a list in another order; undefined if aborted. Events without the value come last, and equal ones newest first.
 * @param list the store itself, or some of its events; newest first
 */
export function sortEvents(
  store: EventStore,
  list: EventList,
  sort: SortOrder,
  signal: AbortSignal,
): Promise<DerivedList | undefined> {
  const valueOf = sort.by === "amount" ? amounts(store.columns) : companyKeys(store.columns);
  const compare = (a: number, b: number): number => {
    const [valueA, valueB] = [valueOf(a), valueOf(b)];
    if (valueA === valueB) {
      return store.columns.compare(a, b);
    }
    if (valueA === undefined || valueB === undefined) {
      return valueA === undefined ? 1 : -1;
    }
    return valueA < valueB === sort.descending ? 1 : -1;
  };
  const accepts = list instanceof DerivedList ? list.selection.accepts : () => true;
  return DerivedList.find(store, { accepts, compare }, () => sorted(list, valueOf, sort.descending), signal);
}

function amounts(columns: EventColumns): (slot: number) => Value | undefined {
  return (slot) => {
    const amount = columns.amounts[slot];
    return Number.isNaN(amount) ? undefined : amount;
  };
}

/** Names of companies as they are compared: without case and accents. */
function companyKeys(columns: EventColumns): (slot: number) => Value | undefined {
  const keys: (string | undefined)[] = [];
  return (slot) => {
    const number = columns.companyNumbers[slot] ?? 0;
    return (keys[number] ??= sortKey(columns.companies[number]?.name ?? "")) || undefined;
  };
}

function sortKey(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase();
}

/** Sorts the different values, of which there are far fewer than events, and then puts each event where its value belongs. */
function* sorted(
  list: EventList,
  valueOf: (slot: number) => Value | undefined,
  isDescending: boolean,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const slots = list.slots();
  const numbers = new Map<Value | undefined, number>([[undefined, 0]]);
  const counts = [0];
  const numberOf = new Uint32Array(slots.length);
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const value = valueOf(slots[index] ?? 0);
      let number = numbers.get(value);
      if (number === undefined) {
        number = counts.push(0) - 1;
        numbers.set(value, number);
      }
      counts[number] = (counts[number] ?? 0) + 1;
      numberOf[index] = number;
    }
    yield;
  }
  const values = [...numbers.keys()].filter((value) => value !== undefined);
  const places = new Uint32Array(counts.length);
  let place = 0;
  for (const value of [...(yield* sortedValues(values, isDescending)), undefined]) {
    const number = numbers.get(value) ?? 0;
    places[number] = place;
    place += counts[number] ?? 0;
  }
  const result = new Uint32Array(slots.length);
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const number = numberOf[index] ?? 0;
      const next = places[number] ?? 0;
      result[next] = slots[index] ?? 0;
      places[number] = next + 1;
    }
    yield;
  }
  return result;
}

function* sortedValues(values: Value[], isDescending: boolean): Generator<undefined, Value[]> {
  // No two values are equal.
  const compare = (a: Value, b: Value): number => (a < b === isDescending ? 1 : -1);
  let runs: Value[][] = [];
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
  a: readonly Value[],
  b: readonly Value[],
  compare: (a: Value, b: Value) => number,
): Generator<undefined, Value[]> {
  const all: Value[] = [];
  let atB = 0;
  for (const next of a) {
    for (let other = b[atB]; other !== undefined && compare(other, next) < 0; other = b[++atB]) {
      all.push(other);
    }
    if (all.push(next) % valuesPerRun === 0) {
      yield;
    }
  }
  for (; atB < b.length; atB++) {
    all.push(b[atB] ?? 0);
  }
  return all;
}
