import fc from "fast-check";

/** Any JSON value, or `valid` with any JSON value at one of its paths. */
export function anythingLike(valid: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: fc.jsonValue() }, { weight: 3, arbitrary: mutated(valid) });
}

/** `valid` with any JSON value at one of its paths, the root included. */
export function mutated(valid: unknown): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...pathsOf(valid)), fc.jsonValue())
    .map(([path, value]) => replaced(valid, path, value));
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) {
    return [[]];
  }
  const inside = Object.entries(value).flatMap(([name, child]) =>
    pathsOf(child).map((path) => [name, ...path]),
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
