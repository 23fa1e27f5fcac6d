import { toError } from "../../util/errors";
import type { SavedFeedList } from "../savedFeedList";
import type { SavedFeedStatus } from "../savedFeeds";

export interface RemovedSavedFeeds {
  /** Of those that were removed, the last one first. */
  readonly names: readonly string[];
  /** Why another one could not be removed. */
  readonly failure: Error | undefined;
  /** Brings them back. @throws {Error} one could not be restored; the others are */
  readonly restore: () => Promise<void>;
}

/**
 * Removes feeds from the settings, also if another one cannot be removed.
 * @param followAgain called for each that is in the settings again
 */
export async function removeSavedFeeds(
  chosen: readonly SavedFeedStatus[],
  list: Pick<SavedFeedList, "add" | "remove">,
  followAgain: (status: SavedFeedStatus) => Promise<void>,
): Promise<RemovedSavedFeeds> {
  const removed: { readonly name: string; readonly restore: () => Promise<void> }[] = [];
  const failure = await tryEach(chosen, async (status) => {
    const { feed, source, place } = await list.remove(status.id);
    const restore = async (): Promise<void> => {
      await list.add(feed, source, place);
      await followAgain(status);
    };
    removed.unshift({ name: feed.name, restore });
  });
  return {
    names: removed.map(({ name }) => name),
    failure,
    restore: async () => {
      const notRestored = await tryEach(removed, ({ restore }) => restore());
      if (notRestored) {
        throw notRestored;
      }
    },
  };
}

/** One after the other, also after one that fails. @returns the first error */
async function tryEach<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<Error | undefined> {
  let failure: Error | undefined;
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      failure ??= toError(error);
    }
  }
  return failure;
}
