import type { Memento } from "vscode";

/** A `Memento` in memory. */
export function memento(kept: Readonly<Record<string, unknown>> = {}): Memento {
  const values = new Map(Object.entries(kept));
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, otherwise?: T) => (values.has(key) ? (values.get(key) as T) : otherwise),
    update: (key: string, value: unknown) => {
      values.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}
