import type { Clock } from "./clock";
import { type FileSystem, hasCode } from "./fileSystem";

/** What Windows says of a file that another program has open. */
const busyCodes = ["EPERM", "EACCES", "EBUSY", "ENOTEMPTY"];
/** Together 1.3 s: virus scanners and indexers are done by then. */
const delaysMs = [10, 20, 40, 80, 160, 320, 640];

/**
 * Repeats what failed because another program has a file open. On Windows virus scanners and indexers open each new file for
 * a moment, and meanwhile it cannot be renamed, replaced or deleted.
 */
export async function retryWhileBusy<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, ...busyCodes)) {
        throw error;
      }
      await new Promise<void>((resolve) => clock.after(delayMs, resolve));
    }
  }
  return work();
}

/** Writes a file that others see with its old text or its new one, never in between. */
export async function replaceFile(
  files: FileSystem,
  clock: Clock,
  file: string,
  text: string,
): Promise<void> {
  const temporary = `${file}.new`;
  await retryWhileBusy(clock, () => files.writeFile(temporary, text));
  await retryWhileBusy(clock, () => files.rename(temporary, file));
}
