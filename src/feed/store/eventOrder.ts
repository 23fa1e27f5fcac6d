const leastCapacity = 256;

/** Slots in an order that a comparison gives, in one array: cheap to append to, a shift of memory to insert into. */
export class EventOrder {
  private count: number;

  /**
   * @param compare negative when the first slot comes before the second; 0 for a slot and itself alone.
   * @param slots to begin with, in order; they are taken over.
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

  /** The slot at a place; -1 where none is. */
  at(index: number): number {
    return index < this.count ? (this.slots[index] ?? -1) : -1;
  }

  /** The slots in order; holds until the next change. */
  get all(): Uint32Array {
    return this.slots.subarray(0, this.count);
  }

  /** Place of a slot; of one that is not here, the place where it would be. */
  placeOf(slot: number): number {
    return this.countWhile((other) => this.compare(other, slot) < 0);
  }

  has(slot: number): boolean {
    return this.at(this.placeOf(slot)) === slot;
  }

  /** How many slots at the start of the order satisfy a condition, which none after them may satisfy. */
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

  /** @param sorted slots that are not here yet, in order. */
  insert(sorted: readonly number[]): void {
    this.reserve(this.count + sorted.length);
    // From the last on: each moves what comes after it to its final place, at once.
    let tail = this.count;
    for (let index = sorted.length - 1; index >= 0; index--) {
      const slot = sorted[index] ?? 0;
      const place = this.placeBefore(slot, tail);
      this.slots.copyWithin(place + index + 1, place, tail);
      this.slots[place + index] = slot;
      tail = place;
    }
    this.count += sorted.length;
  }

  /** @param slots that are here, in any order; they must still compare as they did when they came. */
  remove(slots: readonly number[]): void {
    const places = slots.map((slot) => this.placeOf(slot)).sort((a, b) => a - b);
    places.forEach((place, index) => {
      this.slots.copyWithin(place - index, place + 1, places[index + 1] ?? this.count);
    });
    this.count -= places.length;
  }

  /** Place of a slot among the first `tail`: mostly behind them all. */
  private placeBefore(slot: number, tail: number): number {
    if (tail === 0 || this.compare(this.at(tail - 1), slot) < 0) {
      return tail;
    }
    return this.countWhile((other) => this.compare(other, slot) < 0, tail);
  }

  private reserve(count: number): void {
    if (count > this.slots.length) {
      const larger = new Uint32Array(Math.max(count, this.slots.length * 2, leastCapacity));
      larger.set(this.all);
      this.slots = larger;
    }
  }
}
