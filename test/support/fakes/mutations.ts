import fc from "fast-check";

/** Any JSON value, or `sound` with anything at all in one of its places. */
export function anythingLike(sound: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: fc.jsonValue() }, { weight: 3, arbitrary: mutated(sound) });
}

/** `sound` with any JSON value in one of its places, the root included. */
export function mutated(sound: unknown): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...placesOf(sound)), fc.jsonValue())
    .map(([place, value]) => replaced(sound, place, value));
}

function placesOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) {
    return [[]];
  }
  const inside = Object.entries(value).flatMap(([name, child]) =>
    placesOf(child).map((place) => [name, ...place]),
  );
  return [[], ...inside];
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) {
    return by;
  }
  const copy: object = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as Record<string, unknown>) };
  Reflect.set(copy, name, replaced(Reflect.get(copy, name), rest, by));
  return copy;
}
