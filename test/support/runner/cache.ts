import { constants, existsSync } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { onShutdown } from "./cli";
import { withLock } from "./lock";
import { cacheFolder } from "./paths";

/** Written last: a folder without this file is incomplete. */
const marker = ".complete";

/** Prints progress to standard error, separate from results. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * A folder of the cache, created on first use by one process at a time. It is moved into place when it is complete, and an
 * incomplete one is replaced.
 * @param name contains the exact version: the folder is never updated
 */
export async function cached(name: string, make: (staging: string) => Promise<void>): Promise<string> {
  const cache = await ensureCacheFolder();
  const target = path.join(cache, name);
  const complete = () => existsSync(path.join(target, marker));
  if (complete()) {
    return target;
  }
  const onWait = () => progress(`Waiting for another process to install ${name} …`);
  await withLock(path.join(cache, `${name}.lock`), onWait, async () => {
    if (complete()) {
      return;
    }
    await removeLeftovers(cache, name);
    const staging = await mkdtemp(path.join(cache, stagingPrefix(name)));
    const discard = onShutdown(() => rm(staging, { recursive: true, force: true, maxRetries: 5 }));
    try {
      await make(staging);
      await writeFile(path.join(staging, marker), "");
      await rename(staging, target);
    } finally {
      await discard();
    }
  });
  return target;
}

/** Creates the cache folder unless it exists. */
export async function ensureCacheFolder(): Promise<string> {
  const folder = cacheFolder();
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Can't write to the cache folder ${folder}. Set COMPANY_FEED_TEST_CACHE to another folder. (${reason})`,
    );
  }
  return folder;
}

function stagingPrefix(name: string): string {
  return `.staging-${name}-`;
}

/** Removes the files of interrupted installations. To be called with the lock. */
async function removeLeftovers(cache: string, name: string): Promise<void> {
  const leftovers = (await readdir(cache)).filter((n) => n === name || n.startsWith(stagingPrefix(name)));
  for (const leftover of leftovers) {
    progress(`Removing an incomplete installation of ${name} …`);
    await rm(path.join(cache, leftover), { recursive: true, force: true, maxRetries: 5 });
  }
}
