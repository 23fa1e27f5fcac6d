import {
  type ByteRange,
  closeBrace,
  closeBracket,
  endOfString,
  openBrace,
  openBracket,
  quote,
  scanItems,
} from "./itemScanner";

/** What `JSON.parse` is given of a page at most. */
export interface ParseLimits {
  /** Brackets within brackets. */
  readonly depth: number;
  /** Objects and arrays. */
  readonly containers: number;
}

interface Nesting {
  readonly depth: number;
  readonly containers: number;
}

/**
 * Whether a body may be given to `JSON.parse`: 64 MiB of brackets keep it busy for a quarter of a minute and cost
 * gigabytes. Counts brackets outside strings; says nothing on whether the body is JSON.
 */
export function isParsable(page: Uint8Array, limits: ParseLimits): boolean {
  const { depth, containers } = nestingOf(page, { start: 0, end: page.length }, limits);
  return depth <= limits.depth && containers <= limits.containers;
}

/** How deep a range is nested and how many containers it has; counts no further than the limits. */
function nestingOf(page: Uint8Array, { start, end }: ByteRange, limits: ParseLimits): Nesting {
  let depth = 0;
  let deepest = 0;
  let containers = 0;
  for (let at = start; at < end && deepest <= limits.depth && containers <= limits.containers; at++) {
    const byte = page[at];
    if (byte === quote) {
      at = endOfString(page, at) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      containers++;
      if (++depth > deepest) {
        deepest = depth;
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return { depth: deepest, containers };
}

/** An item of a page is nested in the page and in its list. */
const depthOfItems = 2;
/** Twice as many as the largest page of collections in use: more are not worth looking for the ones at fault. */
const maxItems = 2_000;
const nullLiteral = Buffer.from("null");

/**
 * A page whose array `key` has `null` in the place of the elements that keep it from being parsable: those that are nested
 * too deeply, and as few as possible of those with the most containers. Undefined where that does not make it parsable, or
 * where the page is no JSON object.
 */
export function withoutOversizedItems(
  page: Uint8Array,
  key: string,
  limits: ParseLimits,
): Buffer | undefined {
  let items: ByteRange[];
  try {
    items = scanItems(page, key, maxItems);
  } catch {
    return undefined;
  }
  const allowed = { ...limits, depth: limits.depth - depthOfItems };
  const rest = replaceWithNull(page, items);
  let containers = nestingOf(rest, { start: 0, end: rest.length }, limits).containers;
  const measured = items.map((range) => ({ range, ...nestingOf(page, range, allowed) }));
  const dropped: ByteRange[] = [];
  // Those with the fewest containers have the first claim to the room there is.
  for (const item of measured.toSorted((a, b) => a.containers - b.containers)) {
    if (item.depth > allowed.depth || containers + item.containers > limits.containers) {
      dropped.push(item.range);
    } else {
      containers += item.containers;
    }
  }
  const parsable = replaceWithNull(page, dropped);
  return isParsable(parsable, limits) ? parsable : undefined;
}

function replaceWithNull(page: Uint8Array, ranges: readonly ByteRange[]): Buffer {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    parts.push(page.subarray(from, start), nullLiteral);
    from = end;
  }
  parts.push(page.subarray(from));
  return Buffer.concat(parts);
}
