import { once } from "node:events";

/** The error of the first unhandled rejection that `work` causes. The listener of mochaSuite.main.ts would fail the test. */
export async function unhandledRejectionOf(work: () => Promise<void> | void): Promise<unknown> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  try {
    const rejected = once(process, "unhandledRejection");
    await work();
    return (await rejected)[0] as unknown;
  } finally {
    listeners.forEach((listener) => process.on("unhandledRejection", listener));
  }
}
