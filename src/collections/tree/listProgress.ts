import { retryText } from "../../service/failureText";
import { views } from "../../ids";
import { withProgressNotification, withViewProgress } from "../../window";
import { progressText } from "../model/collectionText";
import type { PagedList } from "../model/pagedList";
import type { Identified } from "../model/loadedPages";

/** From this many pages on, loading shows a notification with Cancel. */
const manyPages = 5;

/** What is loaded, and how much of it. */
interface Load {
  readonly title: string;
  /** Items, about; infinite if that is unknown. */
  readonly count: number;
  readonly pageSize: number;
}

/** Shows the progress of loading many items: in the view if they are few, else in a notification with Cancel. */
export async function withListProgress<T extends Identified>(
  list: PagedList<T>,
  { title, count, pageSize }: Load,
  load: (signal?: AbortSignal) => Promise<void>,
): Promise<void> {
  if (count <= manyPages * pageSize) {
    await withViewProgress(views.collections, () => load());
    return;
  }
  await withProgressNotification(title, async (report, signal) => {
    let reported = 0;
    const listeners = [
      list.onDidProgress(({ loaded, total }) => {
        const percent = total ? (100 * loaded) / total : 0;
        report(progressText(loaded, total), Math.max(percent - reported, 0));
        reported = Math.max(reported, percent);
      }),
      list.onDidChange(({ retry }) => {
        if (retry) {
          // Without a number: it would not count down.
          report(retryText(retry, 0));
        }
      }),
    ];
    try {
      await load(signal);
    } finally {
      for (const listener of listeners) {
        listener.dispose();
      }
    }
  });
}
