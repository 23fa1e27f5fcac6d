import type { SavedFeedEntry, SavedFeedId } from "../../savedFeeds/model/savedFeed";
import type { ServiceClient } from "../../service/types";
import type { FeedQuery } from "../../shared/feedQuery";

/** Name of the connection to the bundled sample service. */
export const sampleName = "Sample data (fictional)";

/** The active connection. The tools see neither its URL nor its key. */
export interface AgentConnection {
  readonly name: string;
  readonly client: Pick<ServiceClient, "readFeed" | "readEvent" | "listCollections">;
  openFeed(query: FeedQuery, savedFeed?: SavedFeedId, eventId?: string): Promise<void>;
}

/** What the tools may do outside their folder. Nothing here changes anything but what is on screen. */
export interface AgentEditor {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Of links that open this editor. */
  readonly uriScheme: string;
  connection(): AgentConnection | undefined;
  savedFeeds(): Promise<readonly SavedFeedEntry[]>;
}

/** A call of a tool, besides its arguments. */
export interface Question {
  readonly editor: AgentEditor;
  readonly connection: AgentConnection;
  readonly signal: AbortSignal;
}

/** A call that cannot be answered as it is. The message is for the agent: what is allowed, or what to do next. */
export class InputProblem extends Error {}
