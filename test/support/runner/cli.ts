type Cleanup = () => Promise<void>;

const cleanups = new Set<Cleanup>();
let listening = false;

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

async function runCleanups(): Promise<void> {
  await Promise.allSettled([...cleanups].reverse().map((cleanup) => cleanup()));
}

/** Runs `cleanup` once, on a call of the returned function or before an exit on SIGINT, SIGTERM or SIGHUP. */
export function onShutdown(cleanup: Cleanup): Cleanup {
  let running: Promise<void> | undefined;
  const once: Cleanup = () => {
    running ??= cleanup().finally(() => cleanups.delete(once));
    return running;
  };
  cleanups.add(once);
  if (!listening) {
    listening = true;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => void runCleanups().then(() => process.exit(exitCodes[signal])));
    }
  }
  return once;
}

/** Runs a command-line program and sets its exit code. Errors are printed without their stack. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
