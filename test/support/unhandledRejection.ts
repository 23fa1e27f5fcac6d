import { once } from "node:events";

/** @returns the first unhandled rejection caused by `work`, which would otherwise fail the test */
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
