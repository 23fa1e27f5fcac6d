import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { onShutdown } from "./cli";
import { cacheFolder } from "./paths";

/** Prints progress to standard error, separate from results. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * A cache folder, made on first use and moved into place when complete. If two processes make it, one wins.
 * @param name must contain the exact version, because the folder is never updated
 */
export async function cached(name: string, make: (staging: string) => Promise<void>): Promise<string> {
  const cache = cacheFolder();
  const target = path.join(cache, name);
  if (existsSync(target)) {
    return target;
  }
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(path.join(cache, `.staging-${name}-`));
  const discard = onShutdown(() => rm(staging, { recursive: true, force: true, maxRetries: 5 }));
  try {
    await make(staging);
    await rename(staging, target).catch((error: unknown) => {
      if (!existsSync(target)) {
        throw error;
      }
    });
  } finally {
    await discard();
  }
  return target;
}
