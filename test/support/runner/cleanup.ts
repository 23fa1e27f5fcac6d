/** Ends what this process started when a signal ends the process. */
type Cleanup = () => Promise<void>;

const cleanups = new Set<Cleanup>();
let listening = false;

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

async function runAll(): Promise<void> {
  await Promise.allSettled([...cleanups].reverse().map((cleanup) => cleanup()));
}

/**
 * Has `cleanup` run once: by the returned function, or on SIGINT, SIGTERM and SIGHUP before the process exits.
 */
export function onEnd(cleanup: Cleanup): Cleanup {
  let running: Promise<void> | undefined;
  const once: Cleanup = () => {
    running ??= cleanup().finally(() => cleanups.delete(once));
    return running;
  };
  cleanups.add(once);
  if (!listening) {
    listening = true;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => void runAll().then(() => process.exit(exitCodes[signal])));
    }
  }
  return once;
}
