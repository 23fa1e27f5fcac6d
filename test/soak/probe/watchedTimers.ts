import { promisify } from "node:util";

type Callback = (...args: unknown[]) => void;
type SetTimer = ((callback: Callback, ms?: number, ...args: unknown[]) => NodeJS.Timeout) & {
  [promisify.custom]: unknown;
};
type ClearTimer = (timer: NodeJS.Timeout | undefined) => void;

/**
 * Watches the timers of one extension from now on.
 * @param scripts part of the path of its scripts
 * @returns the pending ones, each with the place that set it
 */
export function watchTimers(scripts: string): ReadonlyMap<NodeJS.Timeout, string> {
  const pending = new Map<NodeJS.Timeout, string>();
  const globals = globalThis as unknown as Record<string, SetTimer & ClearTimer>;
  for (const name of ["setTimeout", "setInterval"]) {
    const original = globals[name] as SetTimer;
    const watching = (callback: Callback, ms?: number, ...args: unknown[]): NodeJS.Timeout => {
      const places = (new Error().stack ?? "").split("\n").filter((line) => line.includes(scripts));
      if (places.length === 0) {
        return original(callback, ms, ...args);
      }
      const timer = original(() => {
        if (name === "setTimeout") {
          pending.delete(timer);
        }
        callback(...args);
      }, ms);
      pending.set(timer, `${name} of ${ms} ms ${places.slice(0, 3).map(shortened).join(" ")}`);
      return timer;
    };
    Object.assign(globals, {
      [name]: Object.assign(watching, { [promisify.custom]: original[promisify.custom] }),
    });
  }
  for (const name of ["clearTimeout", "clearInterval"]) {
    const original = globals[name] as ClearTimer;
    const watching: ClearTimer = (timer) => {
      if (timer !== undefined) {
        pending.delete(timer);
      }
      original(timer);
    };
    Object.assign(globals, { [name]: watching });
  }
  return pending;
}

/** The line of a stack, with the name of the file alone. */
function shortened(line: string): string {
  return line.trim().replace(/\(?(file:)?\/\S*\//, "(");
}
