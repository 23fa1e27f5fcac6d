import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { followedClient } from "../followedClient";
import type { DigestFeed } from "./engine/digest";

type FeedConnection = DigestFeed["connection"];

/**
 * The clients that a digest is read with, or sentences that say why there is none. Each has one key, which it knows if one is stored:
 * if that is replaced while the digest is created, requests fail.
 */
export async function digestClients(
  feeds: readonly { readonly following?: { readonly connection: FeedConnection } }[],
  connections: Pick<Connections, "clientFor">,
): Promise<(connection: FeedConnection) => ConnectionClient | string> {
  const names = new Set(feeds.flatMap(({ following }) => following?.connection.name ?? []));
  const clients = new Map(
    await Promise.all(
      [...names].map(async (name) => {
        // A client that finds another key than it has used is replaced.
        await connections
          .clientFor(name)
          ?.findKeyFingerprint()
          .catch(() => undefined);
        return [name, connections.clientFor(name)] as const;
      }),
    ),
  );
  return (connection) => followedClient({ clientFor: (name) => clients.get(name) }, connection);
}
