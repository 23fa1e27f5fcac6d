import * as l10n from "@vscode/l10n";
import type { FollowedFeed } from "./model/followedFeeds";

/** The client that reads a followed feed, or a sentence that says why there is none. */
export function followedClient<T extends Pick<FollowedFeed, "connection">>(
  connections: { clientFor(name: string): T | undefined },
  { name, origin }: FollowedFeed["connection"],
): T | string {
  const client = connections.clientFor(name);
  if (!client) {
    return l10n.t('The connection "{0}" was removed.', name);
  }
  return client.connection.origin === origin
    ? client
    : l10n.t('The connection "{0}" now has another URL. Follow this feed again to use it.', name);
}
