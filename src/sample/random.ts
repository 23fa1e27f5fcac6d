/**
 * Numbers that are a pure function of a label: the same label gives the same sequence on every machine and at any time.
 * Made for believable sample data; of no use where unpredictability counts.
 */
export class Random {
  private counter: number;
  private readonly stream: number;

  /** @param label what the numbers are for, e.g. `7/day/20412`; keyed by 64 bits of it, so that labels do not collide. */
  constructor(label: string) {
    this.counter = digest(label, 0x6b8f41c3);
    this.stream = digest(label, 0x1d872b41);
  }

  /** A whole number from 0 to 2^32 - 1. */
  bits(): number {
    this.counter = (this.counter + 0x9e3779b9) | 0;
    return scramble(scramble(this.counter) ^ this.stream) >>> 0;
  }

  /** A number from 0 up to, and without, 1. */
  next(): number {
    return this.bits() / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True in `share` (0 to 1) of the cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of the items, which must not be empty. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) {
      throw new RangeError("There is nothing to pick from.");
    }
    return item;
  }

  /** `count` different items, or all of them where there are fewer, in random order. */
  several<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(this.next() * rest.length), 1));
    }
    return taken;
  }

  /** One of the choices, each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const hit = choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1);
    if (!hit) {
      throw new RangeError("There is nothing to choose from.");
    }
    return hit[0];
  }

  /** A number from `low` to `high` whose logarithm is evenly spread, as sums of money and numbers of people are. */
  spread(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }

  /** `length` characters from 0-9 and a-z without those easily misread. */
  token(length: number): string {
    let text = "";
    while (text.length < length) {
      text += tokenLetters.charAt(this.bits() & 31);
    }
    return text;
  }

  /** A UUID of version 4. */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.bits().toString(16).padStart(8, "0")).join("");
    const variant = "89ab".charAt(this.bits() & 3);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

const tokenLetters = "0123456789abcdefghjkmnpqrstvwxyz";

function digest(text: string, start: number): number {
  let state = start;
  for (let i = 0; i < text.length; i++) {
    state = Math.imul(state ^ text.charCodeAt(i), 0x01000193 + (start & 0xfffe));
    state ^= state >>> 15;
  }
  return scramble(state);
}

/** Spreads each bit of the input over the whole result; one to one, so nothing collides here. */
function scramble(value: number): number {
  let state = Math.imul(value ^ (value >>> 16), 0x45d9f3b5);
  state = Math.imul(state ^ (state >>> 14), 0x2545f491);
  return state ^ (state >>> 15);
}
