import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** V8 exposes `gc` only in contexts that are created after the flag was set. */
export const collectGarbage = ((): (() => void) => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

/**
 * Heap and external memory in bytes after garbage collection, repeated until nothing more is freed. Without
 * compiled code, which V8 adds and drops at any time.
 */
export async function heldBytes(): Promise<number> {
  for (let held = Infinity; ;) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > 0.999 * held) {
      const code = getHeapCodeStatistics();
      return heapUsed + external - code.code_and_metadata_size - code.bytecode_and_metadata_size;
    }
    held = heapUsed + external;
  }
}
