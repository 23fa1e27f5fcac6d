/** Sorting of a million numbers, for `runInTimeSlices`. */
import { slicesOf } from "../../util/timeSlices";

/** Sorts in slices, unlike `sort` of an array: short runs first, which are then merged. @param perSlice values of one slice */
export function* mergeSorted(
  values: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
  perSlice: number,
): Generator<undefined, Uint32Array> {
  const { length } = values;
  for (const { start, end } of slicesOf(length, perSlice)) {
    values.subarray(start, end).sort(compare);
    yield;
  }
  let [runs, merged] = [values, new Uint32Array(length)];
  for (let size = perSlice; size < length; size *= 2) {
    let [a, b] = [0, 0];
    // The length of a run is a multiple of that of a slice.
    for (const { start, end } of slicesOf(length, perSlice)) {
      const first = start - (start % (2 * size));
      const middle = first + size;
      const last = Math.min(middle + size, length);
      if (start === first) {
        [a, b] = [first, middle];
      }
      for (let index = start; index < end; index++) {
        const takesA = b >= last || (a < middle && compare(runs[a] ?? 0, runs[b] ?? 0) <= 0);
        merged[index] = runs[takesA ? a++ : b++] ?? 0;
      }
      yield;
    }
    [runs, merged] = [merged, runs];
  }
  return runs;
}

/** Keys for `radixSorted`, two for each number, as unsigned integers: the less significant half, and the more significant one. */
export function* numberKeys(
  numbers: Float64Array,
  descending: boolean,
): Generator<undefined, [low: Uint32Array, high: Uint32Array]> {
  // Less significant words come first on all platforms that VS Code supports.
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  const low = new Uint32Array(numbers.length);
  const high = new Uint32Array(numbers.length);
  for (const { start, end } of slicesOf(numbers.length)) {
    for (let index = start; index < end; index++) {
      // Minus zero is equal to zero.
      const highWord = numbers[index] === 0 ? 0 : (words[2 * index + 1] ?? 0);
      // IEEE 754: a sign bit, then bits that grow with the absolute value.
      const isNegative = highWord >>> 31 === 1;
      const flip = isNegative === descending ? 0 : -1;
      low[index] = (words[2 * index] ?? 0) ^ flip;
      high[index] = highWord ^ flip ^ (isNegative ? 0 : 0x80000000);
    }
    yield;
  }
  return [low, high];
}

const digitBits = 16;
const digitMask = (1 << digitBits) - 1;

/** Sorts values by keys, the least significant one first. A value and its keys have one index. Equal values keep their order. */
export function* radixSorted(
  values: Uint32Array,
  keys: readonly Uint32Array[],
): Generator<undefined, Uint32Array> {
  const { length } = values;
  let order = new Uint32Array(length);
  for (const { start, end } of slicesOf(length)) {
    for (let index = start; index < end; index++) {
      order[index] = index;
    }
    yield;
  }
  let next = new Uint32Array(length);
  for (const key of keys) {
    for (const shift of [0, digitBits]) {
      const places = yield* firstPlaces(key, shift);
      if (!places) {
        continue;
      }
      for (const { start, end } of slicesOf(length)) {
        for (let place = start; place < end; place++) {
          const index = order[place] ?? 0;
          const digit = ((key[index] ?? 0) >>> shift) & digitMask;
          const nextPlace = places[digit] ?? 0;
          places[digit] = nextPlace + 1;
          next[nextPlace] = index;
        }
        yield;
      }
      [order, next] = [next, order];
    }
  }
  for (const { start, end } of slicesOf(length)) {
    for (let place = start; place < end; place++) {
      next[place] = values[order[place] ?? 0] ?? 0;
    }
    yield;
  }
  return next;
}

/** Where the first value with each digit goes; undefined if all have the same digit. */
function* firstPlaces(key: Uint32Array, shift: number): Generator<undefined, Uint32Array | undefined> {
  const counts = new Uint32Array(digitMask + 1);
  for (const { start, end } of slicesOf(key.length)) {
    for (let index = start; index < end; index++) {
      const digit = ((key[index] ?? 0) >>> shift) & digitMask;
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    yield;
  }
  if (counts.includes(key.length)) {
    return undefined;
  }
  let place = 0;
  return counts.map((count) => {
    place += count;
    return place - count;
  });
}
