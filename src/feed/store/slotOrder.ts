const minCapacity = 256;

/** Sorted slots in one array: appending is cheap, inserting moves memory. */
export class SlotOrder {
  private count: number;

  /**
   * @param compare negative when the first slot comes before the second; 0 for a slot and itself alone.
   * @param slots initial ones, in order; the array is not copied.
   */
  constructor(
    private readonly compare: (a: number, b: number) => number,
    private slots = new Uint32Array(0),
  ) {
    this.count = slots.length;
  }

  get size(): number {
    return this.count;
  }

  /** The slot at an index, or -1. */
  at(index: number): number {
    return index < this.count ? (this.slots[index] ?? -1) : -1;
  }

  /** The slots in order; valid until the next change. */
  get all(): Uint32Array {
    return this.slots.subarray(0, this.count);
  }

  /** Index of a slot, or the index where it would be inserted. */
  insertionIndexOf(slot: number): number {
    return this.countWhile((other) => this.compare(other, slot) < 0);
  }

  has(slot: number): boolean {
    return this.at(this.insertionIndexOf(slot)) === slot;
  }

  /** How many slots satisfy a condition that holds for the first of them and not for the rest. */
  countWhile(holds: (slot: number) => boolean, end = this.count): number {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.at(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** @param sorted new slots, in order. */
  insert(sorted: readonly number[]): void {
    this.reserve(this.count + sorted.length);
    // From last to first, so that each insertion moves what follows it directly to its final index.
    let tail = this.count;
    for (let left = sorted.length - 1; left >= 0; left--) {
      const slot = sorted[left] ?? 0;
      const index = this.insertionIndexBefore(tail, slot);
      this.slots.copyWithin(index + left + 1, index, tail);
      this.slots[index + left] = slot;
      tail = index;
    }
    this.count += sorted.length;
  }

  /** @param slots contained ones, in any order; they must still compare as when they were inserted. */
  remove(slots: readonly number[]): void {
    const indexes = slots.map((slot) => this.insertionIndexOf(slot)).sort((a, b) => a - b);
    indexes.forEach((index, removed) => {
      this.slots.copyWithin(index - removed, index + 1, indexes[removed + 1] ?? this.count);
    });
    this.count -= indexes.length;
  }

  /** Where to insert a slot among the first `tail`, which is mostly after all of them. */
  private insertionIndexBefore(tail: number, slot: number): number {
    if (tail === 0 || this.compare(this.at(tail - 1), slot) < 0) {
      return tail;
    }
    return this.countWhile((other) => this.compare(other, slot) < 0, tail);
  }

  private reserve(count: number): void {
    if (count > this.slots.length) {
      const larger = new Uint32Array(Math.max(count, this.slots.length * 2, minCapacity));
      larger.set(this.all);
      this.slots = larger;
    }
  }
}
