import type { IDisposable } from "../../../src/util/disposable";
import type { Feed } from "../../../src/feed/feed";

/** Has a feed look for news and waits until it has. */
export async function lookForNews(feed: Feed): Promise<void> {
  const looked = new Promise<void>((resolve) => {
    const listener = feed.live.onDidCheck(() => {
      listener.dispose();
      resolve();
    });
  });
  feed.live.pollNow();
  await looked;
}

/** Resolves once the poll that is under way, if any, has ended. */
export async function polled(feed: Feed): Promise<void> {
  while (feed.state.live.kind === "checking") {
    await new Promise<void>((resolve) => {
      const subscription = feed.onDidChange(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}

/** Listens to changes of the rows only. */
export function onDidChangeRows(feed: Feed, listener: () => void): IDisposable {
  let { revision } = feed.rows.info;
  return feed.onDidChange(() => {
    const previous = revision;
    ({ revision } = feed.rows.info);
    if (revision !== previous) {
      listener();
    }
  });
}
