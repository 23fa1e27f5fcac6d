/** A pseudorandom sequence that depends on its label alone. Not for security. */
export class Random {
  private counter: number;
  private readonly stream: number;

  /** @param label for example `7/day/20412`; hashed to 64 bits */
  constructor(label: string) {
    this.counter = hash(label, 0x6b8f41c3);
    this.stream = hash(label, 0x1d872b41);
  }

  /** An integer from 0 to 2^32 - 1. */
  bits(): number {
    this.counter = (this.counter + 0x9e3779b9) | 0;
    return mix(mix(this.counter) ^ this.stream) >>> 0;
  }

  /** A number from 0 inclusive to 1 exclusive. */
  next(): number {
    return this.bits() / 2 ** 32;
  }

  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the probability `share` (0 to 1). */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of the items; throws if there are none. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) {
      throw new RangeError("There are no items.");
    }
    return item;
  }

  /** `count` different items, or all of them if there are fewer, in random order. */
  several<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const picked: T[] = [];
    while (picked.length < count && rest.length > 0) {
      picked.push(...rest.splice(Math.floor(this.next() * rest.length), 1));
    }
    return picked;
  }

  /** One of the choices, with a probability proportional to its weight. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const [choice] = choices.find(([, weight]) => (left -= weight) < 0) ?? this.pick(choices);
    return choice;
  }

  /** A number from `low` to `high` on a logarithmic scale, as amounts and headcounts are distributed. */
  spread(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }

  /** `length` characters of 0-9 and a-z without i, l, o and u. */
  token(length: number): string {
    let text = "";
    while (text.length < length) {
      text += tokenLetters.charAt(this.bits() & 31);
    }
    return text;
  }
}

const tokenLetters = "0123456789abcdefghjkmnpqrstvwxyz";

function hash(text: string, start: number): number {
  let state = start;
  for (let i = 0; i < text.length; i++) {
    state = Math.imul(state ^ text.charCodeAt(i), 0x01000193 + (start & 0xfffe));
    state ^= state >>> 15;
  }
  return mix(state);
}

/** Mixes all bits; one-to-one. */
function mix(value: number): number {
  let state = Math.imul(value ^ (value >>> 16), 0x45d9f3b5);
  state = Math.imul(state ^ (state >>> 14), 0x2545f491);
  return state ^ (state >>> 15);
}
