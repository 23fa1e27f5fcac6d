import { constants, existsSync } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { onShutdown } from "./cli";
import { withLock } from "./lock";
import { cacheFolder } from "./paths";

/** Written last: a folder without it was left behind half-made. */
const marker = ".complete";

/** One line of progress, on standard error so that it does not mix with results. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * A folder of the cache, made on first use.
 *
 * It is made in a staging folder beside its place and moved there when complete, by one process at a time. What an
 * interrupted one left is removed and made anew.
 * @param name with the exact version in it: what is there is never updated
 */
export async function cached(name: string, make: (staging: string) => Promise<void>): Promise<string> {
  const cache = await ensureCacheFolder();
  const target = path.join(cache, name);
  const complete = () => existsSync(path.join(target, marker));
  if (complete()) {
    return target;
  }
  const onWait = () => progress(`Waiting for another run that installs ${name} …`);
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

/** The cache, which is made if need be. @throws with the one thing to do where that is not possible */
export async function ensureCacheFolder(): Promise<string> {
  const folder = cacheFolder();
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The cache folder ${folder} cannot be used: name another in COMPANY_FEED_TEST_CACHE. (${reason})`,
    );
  }
  return folder;
}

function stagingPrefix(name: string): string {
  return `.staging-${name}-`;
}

/** Under the lock: what an interrupted install left, staged or without its marker. */
async function removeLeftovers(cache: string, name: string): Promise<void> {
  const leftovers = (await readdir(cache)).filter((n) => n === name || n.startsWith(stagingPrefix(name)));
  for (const leftover of leftovers) {
    progress(`Removing what an interrupted install of ${name} left …`);
    await rm(path.join(cache, leftover), { recursive: true, force: true, maxRetries: 5 });
  }
}
