import type { ApiError } from "../../api/errors";
import type { Collection, ServiceClient } from "../../api/types";
import type { LoadedFeed } from "../../feed/loadedFeed";
import type { SavedFeed } from "../../savedFeeds/model/savedFeed";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";

/** Name of the connection to the bundled sample service. */
export const sampleName = "Sample data (fictional)";

/**
 * A connection as the tools use it: they never see its URL or key. It is the same object until one of these changes, so that what was
 * read from the connection can be remembered with it.
 */
export interface AgentConnection {
  readonly name: string;
  readonly client: ServiceClient;
  /** Aborted when the connection was changed or removed, or its key replaced: what was read is no longer its data. */
  readonly changed: AbortSignal;
}

export interface FeedToOpen {
  readonly query: FeedQuery;
  /** Name of a saved feed to open as it is. */
  readonly savedFeed?: string;
  /** Only events of these companies: names, domains or entity IDs, as a saved feed has them. */
  readonly companies?: readonly string[];
  /** No events with one of these words in their titles, as a saved feed has them. */
  readonly mute?: readonly string[];
  /** ID of the event whose details to show. */
  readonly eventId?: string;
}

/**
 * Why collections may be missing although all were asked for: a request failed; the list changed meanwhile; the service sent the same
 * collections again and again, or counts more or fewer than it sends; there are more than can be read.
 */
export type MissingCollections = ApiError | "changed" | "repeated" | "miscounted" | "tooMany";

/** All collections of a connection. */
export interface CollectionsRead {
  readonly collections: readonly Collection[];
  /** How many the service says there are. */
  readonly total?: number;
  /** When they were read, milliseconds since 1970 UTC: before the call if the tree in the sidebar had them already. */
  readonly readAtMs: number;
  /** Elements of the list that could not be read as collections. */
  readonly malformed: number;
  /** Why some may be missing. */
  readonly incomplete?: MissingCollections;
}

/** All that the tools can do outside this folder. Nothing here changes anything but what is on screen. */
export interface AgentEnvironment {
  readonly clock: Clock;
  /** IANA name of the user's time zone. */
  readonly timeZone: () => string;
  /** The active connection; undefined if there is none. */
  readonly connection: () => AgentConnection | undefined;
  /** How late events may be published. */
  readonly overlapMs: () => number;
  /** What the open feed panels on a connection have loaded. */
  readonly loadedFeeds: (connection: AgentConnection) => readonly LoadedFeed[];
  readonly savedFeeds: () => Promise<readonly SavedFeed[]>;
  /** @param client sends the requests */
  readonly listCollections: (
    connection: AgentConnection,
    client: ServiceClient,
    signal: AbortSignal,
  ) => Promise<CollectionsRead>;
  /** The link that opens a feed panel on a query, or on one event. */
  readonly linkTo: (connection: AgentConnection, target: FeedToOpen) => string;
  /** Opens, or reveals, a feed panel for the user. */
  readonly openFeed: (connection: AgentConnection, feed: FeedToOpen) => Promise<void>;
}
