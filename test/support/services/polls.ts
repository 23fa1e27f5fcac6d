import type { Feed } from "../../../src/feed/feed";

/** Has a feed look for news and waits until it has. */
export async function lookForNews(feed: Feed): Promise<void> {
  const looked = new Promise<void>((resolve) => {
    const listener = feed.onDidCheck(() => {
      listener.dispose();
      resolve();
    });
  });
  feed.pollNow();
  await looked;
}

/** Resolves once the poll that is under way, if any, has ended. */
export async function polled(feed: Feed): Promise<void> {
  while (feed.state.live.kind === "checking") {
    await new Promise<void>((resolve) => {
      const subscription = feed.onDidChangeState(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}
