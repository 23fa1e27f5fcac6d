import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** V8 hands out its collector only to contexts that are made after the flag was set. */
export const collectGarbage = ((): (() => void) => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

/** Once nothing more is given back. Buffers stand outside the heap, are part of what is external, and go a moment later. */
export async function heldBytes(): Promise<number> {
  for (let held = Infinity; ;) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > 0.999 * held) {
      return heapUsed + external;
    }
    held = heapUsed + external;
  }
}
