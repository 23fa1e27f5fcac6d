import type { Facet } from "../../shared/feedState";
import { slicesOf } from "../../util/timeSlices";

/** Maximum number of values to filter by: more than anyone picks from. */
export const maxFacets = 500;

/** One value for each event, by slot. Many events share a value, so each value is stored once, under a number. */
export class ValueColumn<T> {
  /** The values by number; number 0 stands for none. */
  readonly values: (T | undefined)[] = [undefined];
  /** The number of each event's value, by slot. */
  numbers = new Uint32Array(0);
  private readonly counts = [0];
  private readonly known = new Map<T, number>();
  /** The facets, until a count changes: they are read far more often. */
  private sorted: readonly Facet[] | undefined;

  get(slot: number): T | undefined {
    return this.values[this.numbers[slot] ?? 0];
  }

  set(slot: number, value: T | undefined): void {
    if (slot >= this.numbers.length) {
      this.numbers = resized(this.numbers, new Uint32Array(capacityFor(slot)));
    }
    const number = value === undefined ? 0 : this.numberOf(value);
    this.numbers[slot] = number;
    this.count(number, 1);
  }

  /** Call when an event is removed. */
  remove(slot: number): void {
    this.count(this.numbers[slot] ?? 0, -1);
  }

  /** @returns 1 at the number of each value that passes a test */
  private *passing(test: (value: T) => boolean): Generator<undefined, Uint8Array> {
    const { values } = this;
    const passes = new Uint8Array(values.length);
    // The slices are small, as a test may take microseconds.
    for (const { start, end } of slicesOf(passes.length, 2_000)) {
      for (let number = start; number < end; number++) {
        const value = values[number];
        passes[number] = value !== undefined && test(value) ? 1 : 0;
      }
      yield;
    }
    return passes;
  }

  /** Sets 1 at each slot whose value passes a test. */
  *mark(slots: Uint8Array, test: (value: T) => boolean): Generator<undefined, void> {
    const { numbers } = this;
    const passes = yield* this.passing(test);
    for (const { start, end } of slicesOf(slots.length)) {
      for (let slot = start; slot < end; slot++) {
        if (passes[numbers[slot] ?? 0] === 1) {
          slots[slot] = 1;
        }
      }
      yield;
    }
  }

  /** The texts that events have, most frequent first; the same array until a count changes. */
  get facets(): readonly Facet[] {
    this.sorted ??= this.values
      .map((value, number) => ({ value: String(value), count: this.counts[number] ?? 0 }))
      .filter(({ count }, number) => number > 0 && count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, maxFacets);
    return this.sorted;
  }

  private numberOf(value: T): number {
    let number = this.known.get(value);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.known.set(value, number);
      this.counts.push(0);
    }
    return number;
  }

  private count(number: number, by: 1 | -1): void {
    this.counts[number] = (this.counts[number] ?? 0) + by;
    this.sorted = undefined;
  }
}

/** The length of a column that has room for a slot, and for some more. */
export function capacityFor(slot: number): number {
  return Math.ceil(Math.max(1024, (slot + 1) * 1.25));
}

export function resized<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
