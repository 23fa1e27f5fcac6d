import * as vscode from "vscode";
import type { Connections } from "../../connections/connections";
import type { FeedPanels } from "../../panel/feedPanels";
import type { SavedFeedList } from "../../savedFeeds/savedFeedList";
import type { SavedFeedEntry } from "../../savedFeeds/model/savedFeed";
import type { Clock } from "../../util/clock";
import { type AgentConnection, sampleName, type ToolHost } from "../tools/toolCallContext";

/** Connects the tools to this window. */
export class WorkbenchToolHost implements ToolHost {
  readonly uriScheme = vscode.env.uriScheme;

  constructor(
    private readonly clock: Clock,
    private readonly connections: Connections,
    private readonly panels: () => Promise<Pick<FeedPanels, "open">>,
    private readonly savedFeedList: () => Promise<SavedFeedList>,
  ) {}

  now(): number {
    return this.clock.now();
  }

  connection(): AgentConnection | undefined {
    const client = this.connections.active;
    if (!client) {
      return undefined;
    }
    const { name, sample } = client.connection;
    return {
      name: sample ? sampleName : name,
      client,
      openFeed: async (query, savedFeed, eventId) => {
        const event = eventId === undefined ? undefined : { id: eventId };
        // Without the focus: the user may be typing elsewhere.
        await (await this.panels()).open(client, { query, savedFeed, event }, true);
      },
    };
  }

  async savedFeeds(): Promise<readonly SavedFeedEntry[]> {
    return (await this.savedFeedList()).entries;
  }
}
