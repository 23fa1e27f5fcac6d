import type { SavedFeedEntry, SavedFeedId } from "../../savedFeeds/model/savedFeed";
import type { ServiceClient } from "../../service/client";
import type { FeedQuery } from "../../shared/feedQuery";

/** Name of the sample connection for agents, which might take its data for real. */
export const sampleName = "Sample data (fictional)";

/** The active connection. The tools see neither its URL nor its key. */
export interface AgentConnection {
  readonly name: string;
  readonly client: Pick<ServiceClient, "readFeed" | "readEvent" | "listCollections">;
  openFeed(query: FeedQuery, savedFeed?: SavedFeedId, eventId?: string): Promise<void>;
}

/** All that the tools may use outside their folder. Nothing here changes anything but what is on screen. */
export interface ToolHost {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** URI scheme of this VS Code. */
  readonly uriScheme: string;
  connection(): AgentConnection | undefined;
  savedFeeds(): Promise<readonly SavedFeedEntry[]>;
}

/** A call of a tool, besides its arguments. */
export interface ToolCallContext {
  readonly host: ToolHost;
  readonly connection: AgentConnection;
  readonly signal: AbortSignal;
}

/** Arguments that can't be answered. The message tells the agent what is allowed, or what to do next. */
export class InvalidArgumentError extends Error {}
